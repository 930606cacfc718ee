import type { UnpaidStay } from '@munjigi/contract';
import { lazy, Suspense } from 'react';

const Lines = lazy(async () => ({ default: (await import('./room-unpaid.tsx')).RoomUnpaidLines }));

/** The height of an unpaid guest with the button below, while the code loads. */
const LINE_PX = 56;

/** The unpaid guests of a room for the first screen: the code loads only if there is one, and their space is reserved. */
export function LazyUnpaidLines({ stays }: { readonly stays: readonly UnpaidStay[] }) {
  return (
    <Suspense fallback={<div style={{ minHeight: LINE_PX * stays.length }} aria-busy="true" />}>
      <Lines stays={stays} />
    </Suspense>
  );
}

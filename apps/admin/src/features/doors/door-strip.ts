import { createElement, lazy, Suspense } from 'react';

const Lines = lazy(() => import('./door-lines.tsx').then(({ DoorLines }) => ({ default: DoorLines })));

/** A store's doors with a button each (OV-1); its code comes with it, not with the first screen. */
export function DoorStrip({ storeId }: { readonly storeId: string }) {
  return createElement(Suspense, { fallback: null }, createElement(Lines, { storeId }));
}

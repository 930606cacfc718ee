import { createElement, lazy, Suspense } from 'react';

const Lines = lazy(() => import('./door-lines.tsx').then(({ DoorLines }) => ({ default: DoorLines })));

interface DoorStripProps {
  readonly storeId: string;
  /** Only this one of them, its button ready for the keyboard. */
  readonly doorId?: string;
}

/** A store's doors with a button each (OV-1); its code comes with it, not with the first screen. */
export function DoorStrip(props: DoorStripProps) {
  return createElement(Suspense, { fallback: null }, createElement(Lines, props));
}

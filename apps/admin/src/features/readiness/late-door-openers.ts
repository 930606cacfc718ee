import { createElement, lazy, Suspense } from 'react';
import type { DoorOpenersProps } from './door-openers.tsx';

const Buttons = lazy(() =>
  import('./door-openers.tsx').then(({ DoorOpenerButtons }) => ({ default: DoorOpenerButtons })),
);

/** The doors that a person must open for a guest (NX-1). Its code loads with the first guest who has an obstacle. */
export function DoorOpeners(props: DoorOpenersProps) {
  return props.guest.obstacles.length === 0
    ? null
    : createElement(Suspense, { fallback: null }, createElement(Buttons, props));
}

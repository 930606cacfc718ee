import { createElement, lazy, Suspense } from 'react';
import { useCan } from '../../session/auth.tsx';
import type { DoorStripProps } from './operate/door-lines.tsx';
import type { RoomOpenerProps } from './operate/room-opener-buttons.tsx';

const Lines = lazy(() => import('./operate/door-lines.tsx').then(({ DoorLines }) => ({ default: DoorLines })));
const Buttons = lazy(() =>
  import('./operate/room-opener-buttons.tsx').then(({ RoomOpenerButtons }) => ({ default: RoomOpenerButtons })),
);
const Opener = lazy(() =>
  import('./operate/room-opener-buttons.tsx').then(({ DoorOpenerButton }) => ({ default: DoorOpenerButton })),
);
const Keypad = lazy(() =>
  import('./emergency/door-keypad-line.tsx').then(({ DoorKeypadLine }) => ({ default: DoorKeypadLine })),
);

/** The place of a row of buttons, also where a card adds space around it. */
const PLACE = { minHeight: 44, boxSizing: 'content-box' } as const;

/** A store's doors with a button each (OV-1). Its code loads separately from the first screen. */
export function DoorStrip(props: DoorStripProps) {
  return createElement(Suspense, { fallback: null }, createElement(Lines, props));
}

/** The button that opens one door, for people with the right. Its space is reserved while its code and the door load. */
export function DoorOpener(props: { readonly storeId: string; readonly doorId: string }) {
  return useCan()('doors:operate')
    ? createElement('div', { style: PLACE }, createElement(Suspense, { fallback: null }, createElement(Opener, props)))
    : null;
}

/** Whether the keypad of a locked-down door may still open it (DR-8). Its code loads only in a lockdown. */
export function LateDoorKeypadLine(props: { readonly doorId: string }) {
  return createElement(Suspense, { fallback: null }, createElement(Keypad, props));
}

/**
 * The buttons that open a room's doors (OV-1), for people with the right. Their space is reserved while the code loads.
 * Without the right only `children` are rendered.
 */
export function RoomOpener(props: RoomOpenerProps) {
  return useCan()('doors:operate')
    ? createElement(
        Suspense,
        { fallback: createElement('div', { className: 'room-openers', 'aria-busy': true, style: PLACE }) },
        createElement(Buttons, props),
      )
    : props.children;
}

import { IconShape } from '../../ui/icon.tsx';

/** Outlines on a 24 × 24 grid by name, with one path each, so that a screen loads only the ones it draws. */
const PATHS = {
  lock: 'M7 10V7a5 5 0 0 1 10 0v3M5 10h14v11H5zM12 14v3',
  unlock: 'M7 10V7a5 5 0 0 1 9.6-2M5 10h14v11H5zM12 14v3',
  doorOpen: 'M3 21h18M6 21V4l9-2v19M15 5h4v16M12 12v.5',
  alert: 'M12 3 2 20h20zM12 10v4M12 17v.5',
  question: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4M12 18v.5M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z',
  moving: 'M21 12a9 9 0 1 1-3-6.7M21 3v5h-5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM12 7v5l3.5 2',
  send: 'M4 12h14M13 6l6 6-6 6',
  online: 'M5 12.5a10 10 0 0 1 14 0M8 15.5a6 6 0 0 1 8 0M12 19v.5M2 9.5a14 14 0 0 1 20 0',
  offline:
    'M5 12.5a10 10 0 0 1 4-2.4M15 10.2a10 10 0 0 1 4 2.3M2 9.5a14 14 0 0 1 4-2.7M10.5 5.6A14 14 0 0 1 22 9.5M12 19v.5M3 3l18 18',
  server: 'M4 4h16v6H4zM4 14h16v6H4zM8 7v.5M8 17v.5',
  battery: 'M3 8h15v8H3zM21 11v2',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  report: 'M5 12a7 7 0 0 1 14 0M8.5 12a3.5 3.5 0 0 1 7 0M12 12v9M8 21h8',
  calendar: 'M5 6h14v15H5zM5 10.5h14M9 3v4M15 3v4',
  person: 'M12 3a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM4 21c.8-4 4-6 8-6s7.2 2 8 6',
  previous: 'M14.5 5.5L8 12l6.5 6.5',
  next: 'M9.5 5.5L16 12l-6.5 6.5',
} as const;
export type GlyphName = keyof typeof PATHS;

/** A small outline that only decorates the words beside it: hidden from screen readers, in the colour of the text. */
export function Glyph({ name, size = 18 }: { readonly name: GlyphName; readonly size?: number }) {
  return <IconShape path={PATHS[name]} size={size} className={undefined} strokeWidth={2} style={{ flexShrink: 0 }} />;
}

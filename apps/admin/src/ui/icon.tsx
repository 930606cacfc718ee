import type { SVGAttributes } from 'react';

/** Icons on a 24 px grid, drawn with a 1.75 px line; no icon package is loaded. */
const PATHS = {
  overview: 'M4 13h7V4H4zM13 20h7v-9h-7zM4 20h7v-4H4zM13 8h7V4h-7z',
  room: 'M4 20V9l8-5 8 5v11zM9 20v-6h6v6',
  reservation: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4M9 14h2M13 14h2',
  store: 'M4 9l2-5h12l2 5M5 9v11h14V9M4 9h16M9 20v-6h6v6',
  door: 'M6 21V4h12v17M3 21h18M14.5 12.5v.01',
  statistics: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  payments: 'M3 6h18v12H3zM3 10h18M7 15h4',
  notification: 'M6 16V11a6 6 0 1 1 12 0v5l2 2H4zM10 21h4',
  history: 'M4 12a8 8 0 1 0 3-6.2M4 4v4h4M12 8v4l3 2',
  support: 'M4 13a8 8 0 0 1 16 0M4 13v4h3v-5H4M20 13v4h-3v-5h3M18 17c0 2-2 3-5 3',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14a6 6 0 0 1 3 6',
  stores: 'M4 20V8h7v12M11 20V4h9v16M3 20h18M14 8h3M14 12h3M14 16h3M7 12h1M7 16h1',
  coupon: 'M3 6h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4zM14 6v3M14 15v3',
  settlement: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  integrations: 'M9 8H6a4 4 0 0 0 0 8h3M15 8h3a4 4 0 0 1 0 8h-3M8 12h8',
  audit: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  external: 'M10 5H5v14h14v-5M13 5h6v6M19 5l-9 9',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.01',
  check: 'M5 12l5 5 9-10',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  error: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 9l6 6M15 9l-6 6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  logout: 'M14 5H6v14h8M11 12h9M17 9l3 3-3 3',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  moon: 'M20 14a8 8 0 1 1-10-10 6.5 6.5 0 0 0 10 10z',
  empty: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
} as const;

export type IconName = keyof typeof PATHS;

/** Icons are decoration beside words; a control that shows only an icon has its own label. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return <IconShape path={PATHS[name]} size={size} name={name} />;
}

interface IconShapeProps extends Pick<SVGAttributes<SVGElement>, 'className' | 'strokeWidth' | 'style'> {
  readonly path: string;
  readonly size: number;
  readonly name?: string;
}

/** Draws a path in the same way; for icons of a feature, which load with it. */
export function IconShape({ path, size, name, ...shape }: IconShapeProps) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-icon={name}
      {...shape}
    >
      <path d={path} />
    </svg>
  );
}

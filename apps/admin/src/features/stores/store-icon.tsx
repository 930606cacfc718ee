import { IconShape } from '../../ui/icon.tsx';

/** Icons of stores and rooms on a 24 grid, besides those of `Icon`. */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  more: 'M12 6v.01M12 12v.01M12 18v.01',
  up: 'M6 15l6-6 6 6',
  back: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  grip: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14a6 6 0 0 1 3 6',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9v.01',
  upload: 'M12 16V5M7 10l5-5 5 5M5 20h14',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  sweep: 'M14 4l-4 9M7 13h8l1 7H5zM9 16v4M12 16v4',
  block: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12',
  archive: 'M4 5h16v4H4zM5 9v11h14V9M10 13h4',
  free: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
} as const;

export type StoreIconName = keyof typeof PATHS;

/** Decoration beside words; a control that shows only an icon carries its label itself. */
export function StoreIcon({ name, size = 18 }: { readonly name: StoreIconName; readonly size?: number }) {
  return <IconShape path={PATHS[name]} size={size} />;
}

import { useSyncExternalStore } from 'react';

/** Pixels. Rows have equal heights and time is linear, so that every position can be calculated. */
export interface BoardSize {
  readonly labelWidth: number;
  readonly rowHeight: number;
  readonly headHeight: number;
}
const WIDE: BoardSize = { labelWidth: 168, rowHeight: 52, headHeight: 52 };
const NARROW: BoardSize = { labelWidth: 88, rowHeight: 52, headHeight: 48 };

const NARROW_SCREEN = '(max-width: 599.98px)';

/** The board's sizes on this screen. */
export function useBoardSize(): BoardSize {
  return useSyncExternalStore(subscribe, () => (window.matchMedia(NARROW_SCREEN).matches ? NARROW : WIDE));
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW_SCREEN);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The board's borders, and a bar for scrolling down. */
const BESIDE_TRACK_PX = 18;

/** The visible width of the time on a board that fills the screen's content. */
export function useTrackWidth(): number {
  const { labelWidth } = useBoardSize();
  return useSyncExternalStore(subscribeWidth, measureContent) - labelWidth - BESIDE_TRACK_PX;
}

function measureContent(): number {
  const content = document.getElementById('content');
  if (content === null) return window.innerWidth;
  const { paddingLeft, paddingRight } = getComputedStyle(content);
  return content.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

function subscribeWidth(listener: () => void): () => void {
  const resizes = new ResizeObserver(listener);
  resizes.observe(document.getElementById('content') ?? document.body);
  return () => resizes.disconnect();
}

import { addDays } from '@munjigi/rules';

export const BOARD_VIEWS = ['day', 'week', 'list'] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];

/** Pixels of an hour, from a week at a glance to a single evening. */
export const ZOOMS = [8, 12, 16, 24, 36, 52, 76, 112] as const;
const USUAL_ZOOM = 52;
const WEEK_HOURS = 7 * 24;
const ZOOM_STEP = 0.05;

/** The view of the board, as the address contains it (SH-6). */
export interface BoardChoice {
  readonly view: BoardView;
  /** A calendar day, `YYYY-MM-DD`; `null`: today. */
  readonly date: string | null;
  readonly pxPerHour: number;
}

/**
 * Reads the choice from the address. A value that it cannot understand counts as not given, so that a link never breaks
 * the screen. `trackPx`: the visible width of the time, which shows a whole week.
 */
export function readChoice(params: URLSearchParams, trackPx: number): BoardChoice {
  const view = BOARD_VIEWS.find((view) => view === params.get('view')) ?? 'day';
  const date = params.get('date');
  const zoom = Number(params.get('zoom'));
  return {
    view,
    date: isDay(date) ? date : null,
    pxPerHour: ZOOMS.find((item) => item === zoom) ?? (view === 'week' ? fitWeek(trackPx) : USUAL_ZOOM),
  };
}

/** The zoom at which seven days fill the visible time. */
function fitWeek(trackPx: number): number {
  return Math.max(1, Math.floor(trackPx / WEEK_HOURS / ZOOM_STEP) * ZOOM_STEP);
}

/** Whether seven days are visible at once. */
export function isWeekVisible(pxPerHour: number, trackPx: number): boolean {
  return WEEK_HOURS * pxPerHour <= trackPx;
}

/** The day that a view begins with: the Monday of its week, or the day itself. */
export function firstDayOf(view: BoardView, date: string): string {
  return view === 'week' ? addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7)) : date;
}

/** Whether the view that begins with a day shows another day. */
export function showsDay(view: BoardView, firstDay: string, date: string): boolean {
  return firstDayOf(view, date) === firstDay;
}

/** The address with another choice; defaults are left out. */
export function withChoice(params: URLSearchParams, next: Partial<BoardChoice>): URLSearchParams {
  const changed = new URLSearchParams(params);
  if (next.view !== undefined) {
    // Each view has its default zoom.
    changed.delete('zoom');
    setOr(changed, 'view', next.view === 'day' ? null : next.view);
  }
  if (next.date !== undefined) setOr(changed, 'date', next.date);
  if (next.pxPerHour !== undefined) setOr(changed, 'zoom', String(next.pxPerHour));
  return changed;
}

/** The number of days by which the arrows move. */
function stepOf(view: BoardView): number {
  return view === 'week' ? 7 : 1;
}

/** The largest number of business days that are read at once. */
const MOST_DAYS = 14;

/**
 * The business days to read for a calendar day: from the day before it, for its hours before the cut-off, to so many
 * days after it that a screen of this width does not reach the end before the next day is read.
 */
export function loadedDays(
  view: BoardView,
  pxPerHour: number,
  screenPx: number,
  date: string,
): { readonly date: string; readonly days: number } {
  const seenDays = Math.ceil(screenPx / pxPerHour / 24);
  // A week scrolls on into the next one before that is read.
  const needed = view === 'week' ? MOST_DAYS : Math.max(stepOf(view) + 2, seenDays + 2);
  return { date: addDays(date, -1), days: Math.min(MOST_DAYS, needed) };
}

/** The next zoom, nearer (1) or farther (-1); `null` at the end. */
export function nextZoom(pxPerHour: number, step: 1 | -1): number | null {
  const next = step === 1 ? ZOOMS.find((zoom) => zoom > pxPerHour) : ZOOMS.findLast((zoom) => zoom < pxPerHour);
  return next ?? null;
}

export function dateAfter(date: string, view: BoardView, step: 1 | -1): string {
  return addDays(date, step * stepOf(view));
}

function setOr(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null) params.delete(name);
  else params.set(name, value);
}

function isDay(text: string | null): text is string {
  return (
    text !== null &&
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    addDays(text, 0) === text
  );
}

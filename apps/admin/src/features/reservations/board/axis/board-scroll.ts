import { addDays, daysBetween, HOUR_MS, zonedDate, zonedInstant, zonedTime } from '@munjigi/rules';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { BoardSize } from './board-size.ts';
import { firstDayOf, isWeekVisible } from '../board-view.ts';
import type { ShownDay } from './shown-day.ts';
import { msAt, toAxisX, type TimeScale } from './time-scale.ts';

/** Hours before or after a midnight within which the neighbouring day is read ahead. */
const AHEAD_HOURS = 8;

export interface BoardScrollInput extends Omit<ShownDay, 'today'> {
  readonly scale: TimeScale;
  readonly size: BoardSize;
  readonly open: readonly { readonly startMs: number }[];
  /** The rendered days are those of another date, while those of this date load. */
  readonly isPlaceholder: boolean;
  readonly dayCutoff: string;
}

/** An instant to bring to the left edge, and the shown day that it needs. */
interface ScrollTarget {
  readonly ms: number;
  readonly date: string;
}

type Shown = Pick<BoardScrollInput, 'scale' | 'date' | 'nowCount' | 'isDateChosen'>;

/**
 * The board has no end in time: it loads a few days around the shown one, and when the scroll reaches another day, the
 * days around that one. The visible instants stay in place while the days around them change (decision 057).
 */
export function useBoardScroll(scroller: RefObject<HTMLElement | null>, input: BoardScrollInput): void {
  const shown = useRef<Shown>(null);
  /** Set until its days are loaded. */
  const target = useRef<ScrollTarget>(null);
  /** The day that the scroll last reported, or moved to. */
  const reached = useRef(input.date);
  const latest = useRef(input);
  const { scale, size, date, nowCount, isDateChosen, isPlaceholder } = input;

  useLayoutEffect(() => {
    latest.current = input;
    const element = scroller.current;
    const before = shown.current;
    shown.current = { scale, date, nowCount, isDateChosen };
    if (element === null) return;
    const seenPx = element.clientWidth - size.labelWidth;
    const goTo = (ms: number): void => {
      element.scrollTo({ left: toAxisX(scale, ms), behavior: 'instant' });
    };
    if (before === null) {
      goTo(firstMs(input, seenPx));
      return;
    }
    let leftMs = msAt(before.scale, element.scrollLeft);
    // A change of zoom keeps the instant in the middle, or the beginning of a week that fits.
    if (before.scale.pxPerHour !== scale.pxPerHour)
      leftMs = isWholeWeek(input, seenPx)
        ? midnightOf(date, scale)
        : msAt(before.scale, element.scrollLeft + seenPx / 2) - (seenPx / 2 / scale.pxPerHour) * HOUR_MS;
    if (nowCount !== before.nowCount) target.current = presentOf(input, seenPx);
    else if (date !== before.date && date !== reached.current && (isDateChosen || before.isDateChosen))
      target.current = { ms: sameClockOn(date, leftMs, scale, seenPx), date };
    if (target.current !== null) {
      const { ms, date: neededDate } = target.current;
      const isDrawn = ms >= scale.startMs && ms + (seenPx / scale.pxPerHour) * HOUR_MS <= scale.endMs;
      // The address may still name the day before, whose days contain another instant.
      if (isDrawn || (!isPlaceholder && date === neededDate)) {
        goTo(ms);
        target.current = null;
        reached.current = date;
        return;
      }
    }
    if (before.scale !== scale) {
      goTo(leftMs);
      // Renders the new position at once, not a frame later.
      element.dispatchEvent(new Event('scroll'));
    }
  });

  useEffect(() => {
    const element = scroller.current;
    return element === null ? undefined : reportDays(element, { latest, target, reached });
  }, [scroller]);
}

interface ScrollRefs {
  readonly latest: RefObject<BoardScrollInput>;
  readonly target: RefObject<ScrollTarget | null>;
  readonly reached: RefObject<string>;
}

/** Reports the day that the scroll reaches, and the day that it comes near to. Returns the function that stops it. */
function reportDays(element: HTMLElement, { latest, target, reached }: ScrollRefs): () => void {
  let day = { date: '', startMs: 0, endMs: 0 };
  let ahead = '';
  const reportPosition = () => {
    const { scale, size, view, onDate, onAhead } = latest.current;
    if (target.current !== null) return;
    const seenPx = element.clientWidth - size.labelWidth;
    const ms = msAt(scale, element.scrollLeft + leadPx(scale, seenPx)) + 1;
    if (ms < day.startMs || ms >= day.endMs) day = dayAround(ms, scale.timeZone);
    const step = ms - day.startMs < AHEAD_HOURS * HOUR_MS ? -1 : day.endMs - ms < AHEAD_HOURS * HOUR_MS ? 1 : null;
    if (step !== null && ahead !== `${day.date} ${step}`) {
      ahead = `${day.date} ${step}`;
      onAhead(step);
    }
    const shown = firstDayOf(view, day.date);
    if (shown === reached.current) return;
    reached.current = shown;
    onDate(shown);
  };
  element.addEventListener('scroll', reportPosition, { passive: true });
  return () => element.removeEventListener('scroll', reportPosition);
}

/** The distance from the left edge of the instant that decides the shown day. */
function leadPx(scale: TimeScale, seenPx: number): number {
  return Math.max(0, Math.min(seenPx / 4, 2 * scale.pxPerHour));
}

/** The instant at the left edge when `ms` is shown first. */
function leftOf(ms: number, scale: TimeScale, seenPx: number): number {
  return ms - (leadPx(scale, seenPx) / scale.pxPerHour) * HOUR_MS;
}

/** Whether the board shows a week from its Monday on, all seven days at once. */
function isWholeWeek({ view, scale }: Pick<BoardScrollInput, 'view' | 'scale'>, seenPx: number): boolean {
  return view === 'week' && isWeekVisible(scale.pxPerHour, seenPx);
}

/** The place that shows the present moment. */
function presentOf(input: BoardScrollInput, seenPx: number): ScrollTarget {
  const { scale, view } = input;
  const date = firstDayOf(view, zonedDate(scale.timeZone, new Date()));
  return { ms: isWholeWeek(input, seenPx) ? midnightOf(date, scale) : leftOf(Date.now(), scale, seenPx), date };
}

function midnightOf(date: string, { timeZone }: TimeScale): number {
  return zonedInstant(timeZone, date, '00:00').getTime();
}

/** The first position: the week's beginning, the present moment, or else the opening of the day. */
function firstMs(input: BoardScrollInput, seenPx: number): number {
  const { scale, open, namedDate: date, dayCutoff } = input;
  const { timeZone } = scale;
  if (isWholeWeek(input, seenPx)) return midnightOf(input.date, scale);
  const now = Date.now();
  if (zonedDate(timeZone, new Date(now)) === date) return leftOf(now, scale, seenPx);
  const from = zonedInstant(timeZone, date, dayCutoff).getTime();
  const to = zonedInstant(timeZone, addDays(date, 1), dayCutoff).getTime();
  const opening = open.find((item) => item.startMs >= from && item.startMs < to)?.startMs ?? from;
  return opening - HOUR_MS / 2;
}

/** The instant for the left edge that shows another day at the same time of day. */
function sameClockOn(date: string, leftMs: number, scale: TimeScale, seenPx: number): number {
  const { timeZone } = scale;
  const shown = zonedDate(timeZone, new Date(leftMs + (leadPx(scale, seenPx) / scale.pxPerHour) * HOUR_MS + 1));
  const left = new Date(leftMs);
  return (
    zonedInstant(
      timeZone,
      addDays(zonedDate(timeZone, left), daysBetween(shown, date)),
      zonedTime(timeZone, left),
    ).getTime() +
    (leftMs % 60_000)
  );
}

function dayAround(ms: number, timeZone: string): { date: string; startMs: number; endMs: number } {
  const date = zonedDate(timeZone, new Date(ms));
  return {
    date,
    startMs: zonedInstant(timeZone, date, '00:00').getTime(),
    endMs: zonedInstant(timeZone, addDays(date, 1), '00:00').getTime(),
  };
}

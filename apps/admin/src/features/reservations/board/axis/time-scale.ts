import { HOUR_MS, MINUTE_MS, minutesOfDay } from '@munjigi/rules';

/** An hour's label needs this much room. */
const LABEL_PX = 34;
const HOUR_STEPS = [1, 2, 3, 6, 12, 24] as const;

/** The time axis: linear, from `startMs` (0 px) to `endMs`, also where clocks change. */
export interface TimeScale {
  readonly startMs: number;
  readonly endMs: number;
  readonly pxPerHour: number;
  readonly timeZone: string;
}

export function measureAxisWidth(scale: TimeScale): number {
  return toAxisX(scale, scale.endMs);
}

/** Pixels from the start of the axis. */
export function toAxisX(scale: TimeScale, ms: number): number {
  return ((ms - scale.startMs) / HOUR_MS) * scale.pxPerHour;
}

export function msAt(scale: TimeScale, x: number): number {
  return scale.startMs + (x / scale.pxPerHour) * HOUR_MS;
}

/** The instant on the store's slot grid (whole slots since local midnight) that is nearest, or the one at or before. */
export function snapToSlot(
  ms: number,
  slotMinutes: number,
  timeZone: string,
  towards: 'nearest' | 'before' = 'nearest',
): number {
  const minute = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  const past = (minutesOfDay(timeZone, new Date(minute)) % slotMinutes) + (ms - minute) / MINUTE_MS;
  const isUp = towards === 'nearest' && past * 2 >= slotMinutes;
  return ms + ((isUp ? slotMinutes : 0) - past) * MINUTE_MS;
}

export interface Tick {
  readonly ms: number;
  /** 0–23 */
  readonly hour: number;
}

/** The full hours with a label, as many as fit. */
export function hourTicks(scale: TimeScale): readonly Tick[] {
  const step = HOUR_STEPS.find((hours) => hours * scale.pxPerHour >= LABEL_PX) ?? 24;
  const ticks: Tick[] = [];
  for (let ms = firstFullHour(scale); ms < scale.endMs; ms += HOUR_MS) {
    const hour = Math.floor(minutesOfDay(scale.timeZone, new Date(ms)) / 60);
    if (hour % step === 0) ticks.push({ ms, hour });
  }
  return ticks;
}

/** The first moment at or after the start whose minutes are 00 on the store's clocks. */
export function firstFullHour({ startMs, timeZone }: TimeScale): number {
  const past = minutesOfDay(timeZone, new Date(startMs)) % 60;
  return past === 0 ? startMs : startMs + (60 - past) * MINUTE_MS;
}

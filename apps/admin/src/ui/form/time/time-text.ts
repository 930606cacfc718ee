/** A time of day is `HH:mm`, from 00:00 to 23:59, in every language. */
export const TIME_PATTERN = 'HH:mm';
const DAY_MINUTES = 1440;

/** `isComplete`: the text cannot get longer, so a field need not wait for further digits. */
export type TimeReading =
  | { readonly kind: 'empty' | 'unreadable' | 'impossible' }
  | { readonly kind: 'time'; readonly time: string; readonly isComplete: boolean };

/** Reads a typed time: `9`, `930`, `0930`, `9:30`, `09:30`, with any separator. */
export function parseTime(typed: string): TimeReading {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return { kind: 'empty' };
  const [, hours, minutes] =
    /^(\d{1,2})\D+(\d{1,2})$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text) ?? /^(\d{1,2})$/.exec(text) ?? [];
  if (hours === undefined) return { kind: 'unreadable' };
  if (Number(hours) > 23 || Number(minutes ?? 0) > 59) return { kind: 'impossible' };
  const isComplete = minutes?.length === 2 && (/\D/.test(text) || text.length === 4);
  return { kind: 'time', time: `${hours.padStart(2, '0')}:${(minutes ?? '0').padStart(2, '0')}`, isComplete };
}

/** The time so many minutes later or earlier, over midnight. */
export function moveTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const moved = (((hour * 60 + minute + minutes) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(moved / 60)).padStart(2, '0')}:${String(moved % 60).padStart(2, '0')}`;
}

/** The next time on the field's steps in a direction: 09:10 and a step of 30 lead to 09:30 and 09:00. */
export function nextStep(time: string, direction: 1 | -1, stepMinutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const past = (hour * 60 + minute) % stepMinutes;
  if (past === 0) return moveTime(time, direction * stepMinutes);
  return moveTime(time, direction === 1 ? stepMinutes - past : -past);
}

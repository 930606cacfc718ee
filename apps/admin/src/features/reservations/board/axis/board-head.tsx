import { addDays, zonedDate, zonedInstant } from '@munjigi/rules';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardWords } from '../board-words.ts';
import { hourTicks, toAxisX, type TimeScale } from './time-scale.ts';

/** A calendar day, from midnight to midnight or to the end of the loaded time. */
export interface BoardDay {
  readonly date: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly isToday: boolean;
}

/** A narrower day leaves out its month. */
const SHORT_DAY_PX = 110;
/** A narrower day leaves out its weekday as well. */
const NUMBER_PX = 52;

interface BoardHeadProps {
  readonly scale: TimeScale;
  readonly days: readonly BoardDay[];
  readonly words: BoardWords;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The days and their hours; stays visible while rooms scroll below it. */
export const BoardHead = memo(function BoardHead({ scale, days, words, fromMs, toMs }: BoardHeadProps) {
  const { t } = useTranslation('reservations');
  return (
    <div role="row" className="board-head" aria-rowindex={1}>
      <div role="columnheader" className="board-corner">
        {t('board.roomColumn')}
      </div>
      <div className="board-head-track" role="presentation">
        {days
          .filter((day) => day.endMs > fromMs && day.startMs < toMs)
          .map((day) => (
            <div
              key={day.date}
              role="columnheader"
              className="board-day"
              data-today={day.isToday || undefined}
              style={{
                left: `${toAxisX(scale, day.startMs)}px`,
                width: `${toAxisX(scale, day.endMs) - toAxisX(scale, day.startMs)}px`,
              }}
            >
              <span>{dayText(day, scale, words)}</span>
            </div>
          ))}
        {hourTicks(scale)
          .filter((tick) => tick.ms >= fromMs && tick.ms < toMs)
          .map(({ ms, hour }) => (
            <div
              key={ms}
              role="columnheader"
              className="board-hour"
              data-midnight={hour === 0 || undefined}
              style={{ left: `${toAxisX(scale, ms)}px` }}
              aria-label={
                hour === 0 ? `${words.day(zonedDate(scale.timeZone, new Date(ms)))} ${words.time(ms)}` : words.time(ms)
              }
            >
              {String(hour).padStart(2, '0')}
            </div>
          ))}
      </div>
    </div>
  );
});

/** As much of the date as fits into the day; only the first and last loaded days are cut. */
function dayText({ date, startMs, endMs }: BoardDay, scale: TimeScale, words: BoardWords): string {
  const width = toAxisX(scale, endMs) - toAxisX(scale, startMs);
  if (width >= SHORT_DAY_PX) return words.day(date);
  return width >= NUMBER_PX ? words.shortDay(date) : String(Number(date.slice(8)));
}

/** The calendar days of a time axis, the first and the last in part. */
export function splitBoardDays({ startMs, endMs, timeZone }: TimeScale, today: string): readonly BoardDay[] {
  const days: BoardDay[] = [];
  for (let date = zonedDate(timeZone, new Date(startMs)), from = startMs; from < endMs; date = addDays(date, 1)) {
    const to = Math.min(endMs, zonedInstant(timeZone, addDays(date, 1), '00:00').getTime());
    days.push({ date, startMs: from, endMs: to, isToday: date === today });
    from = to;
  }
  return days;
}

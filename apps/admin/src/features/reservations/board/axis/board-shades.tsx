import { memo } from 'react';
import type { BoardDay } from './board-head.tsx';
import { firstFullHour, toAxisX, type TimeScale } from './time-scale.ts';

interface BoardShadesProps {
  readonly scale: TimeScale;
  readonly open: readonly { readonly startMs: number; readonly endMs: number }[];
  readonly days: readonly BoardDay[];
}

/** The background of all rows: lines of hours and days, and a shade over the time in which the store is closed. */
export const BoardShades = memo(function BoardShades({ scale, open, days }: BoardShadesProps) {
  const closed: { from: number; to: number }[] = [];
  let from = scale.startMs;
  for (const period of open) {
    if (period.startMs > from) closed.push({ from, to: period.startMs });
    from = Math.max(from, period.endMs);
  }
  if (from < scale.endMs) closed.push({ from, to: scale.endMs });
  return (
    <div
      className="board-shades"
      aria-hidden="true"
      style={{
        backgroundSize: `${scale.pxPerHour * (scale.pxPerHour < 24 ? 6 : 1)}px 100%`,
        backgroundPositionX: `${toAxisX(scale, firstFullHour(scale))}px`,
      }}
    >
      {closed.map((item) => (
        <div
          key={item.from}
          className="board-closed"
          style={{
            transform: `translateX(${toAxisX(scale, item.from)}px)`,
            width: `${toAxisX(scale, item.to) - toAxisX(scale, item.from)}px`,
          }}
        />
      ))}
      {days.slice(1).map((day) => (
        <div
          key={day.date}
          className="board-day-line"
          style={{ transform: `translateX(${toAxisX(scale, day.startMs)}px)` }}
        />
      ))}
    </div>
  );
});

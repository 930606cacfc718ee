import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardCursor } from './placement/board-cursor.ts';
import { BoardGhost } from './placement/board-ghost.tsx';
import { BoardHead, type BoardDay } from './axis/board-head.tsx';
import { BoardNow } from './axis/board-now.tsx';
import { BoardLabel, BoardRoomRow } from './board-room-row.tsx';
import { useBoardRoomStates } from './board-room-states.ts';
import { BoardShades } from './axis/board-shades.tsx';
import type { ReservationBadges } from './reservation-badges.ts';
import type { BoardWindow } from './axis/board-window.ts';
import type { BoardContext } from './placement/placement-editor.ts';
import { msAt } from './axis/time-scale.ts';

interface BoardCanvasProps extends Pick<BoardContext, 'entries' | 'open' | 'scale' | 'size' | 'words'> {
  readonly days: readonly BoardDay[];
  /** The part to render. */
  readonly shown: BoardWindow;
  readonly badges: ReservationBadges;
  readonly cursor: BoardCursor | null;
  readonly idPrefix: string;
  readonly ghost: Ref<HTMLDivElement>;
}

/** Everything that is scrolled: the head, the rows of the rooms and their names. */
export function BoardCanvas(props: BoardCanvasProps) {
  const { entries, open, scale, size, words, days, shown, badges, cursor, idPrefix, ghost } = props;
  const { t } = useTranslation('reservations');
  const states = useBoardRoomStates(entries[0]?.room.storeId, scale);
  const [fromMs, toMs] = [msAt(scale, shown.fromX), Math.min(scale.endMs, msAt(scale, shown.toX))];
  const drawnRows = entries
    .slice(shown.firstRow, shown.endRow)
    .map((entry, offset) => ({ entry, index: shown.firstRow + offset }));
  const cellLabelOf = (room: string, { startMs, endMs }: BoardCursor) =>
    t('board.freeCell', { room, from: words.time(startMs), to: words.time(endMs) });
  return (
    <div
      className="board-canvas"
      role="presentation"
      style={{ height: `${size.headHeight + entries.length * size.rowHeight}px` }}
    >
      <BoardHead scale={scale} days={days} words={words} fromMs={fromMs} toMs={toMs} />
      <div className="board-body" role="rowgroup">
        <BoardShades scale={scale} open={open} days={days} />
        <div className="board-track" role="presentation">
          {drawnRows.map(({ entry, index }) => (
            <BoardRoomRow
              key={entry.room.id}
              entry={entry}
              index={index}
              scale={scale}
              size={size}
              words={words}
              badges={badges}
              state={states.get(entry.room.id)?.words}
              fromMs={fromMs}
              toMs={toMs}
              idPrefix={idPrefix}
              cursor={cursor?.row === index ? cursor : null}
              cursorLabel={cursor?.row === index ? cellLabelOf(entry.room.name, cursor) : ''}
            />
          ))}
          <BoardNow scale={scale} />
          <BoardGhost ref={ghost} />
        </div>
        <div className="board-labels" aria-hidden="true">
          {drawnRows.map(({ entry, index }) => (
            <BoardLabel
              key={entry.room.id}
              entry={entry}
              index={index}
              size={size}
              words={words}
              state={states.get(entry.room.id)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

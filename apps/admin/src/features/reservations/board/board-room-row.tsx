import { memo } from 'react';
import { BoardBlock } from './board-block.tsx';
import type { BoardCursor } from './placement/board-cursor.ts';
import type { BoardRoomState } from './board-room-states.ts';
import type { BoardSize } from './axis/board-size.ts';
import type { BoardWords } from './board-words.ts';
import type { ReservationBadges } from './reservation-badges.ts';
import { toRowContent, type BoardEntry, type RowClosure } from './row-blocks.ts';
import { isLong } from './axis/text-width.ts';
import { toAxisX, type TimeScale } from './axis/time-scale.ts';

interface BoardRoomRowProps {
  readonly entry: BoardEntry;
  readonly index: number;
  readonly scale: TimeScale;
  readonly size: BoardSize;
  readonly words: BoardWords;
  readonly badges: ReservationBadges;
  /** The words of the room's present state, for screen readers. */
  readonly state: string | undefined;
  /** The rendered part of the time. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly idPrefix: string;
  /** The keyboard cursor, when it is in this row. */
  readonly cursor: BoardCursor | null;
  readonly cursorLabel: string;
}

/** A room's row: its closures, and the blocks of the rendered time. */
export const BoardRoomRow = memo(function BoardRoomRow({
  entry,
  index,
  scale,
  size,
  words,
  badges,
  state,
  fromMs,
  toMs,
  idPrefix,
  cursor,
  cursorLabel,
}: BoardRoomRowProps) {
  const { room } = entry;
  const { blocks, closures } = toRowContent(entry);
  return (
    <div
      role="row"
      className="board-row"
      data-testid="board-row"
      data-room={room.id}
      aria-rowindex={index + 2}
      style={{ top: `${index * size.rowHeight}px` }}
    >
      <div role="rowheader" className="board-row-name">
        {room.name}
        {state !== undefined && ` (${state})`}
      </div>
      {closures
        .filter((closure) => closure.endMs > fromMs && closure.startMs < toMs)
        .map((closure) => (
          <BoardClosure
            key={`${closure.startMs}-${closure.reservationId ?? closure.reason}`}
            closure={closure}
            scale={scale}
            words={words}
          />
        ))}
      {blocks
        .filter((block) => block.bufferEndMs > fromMs && block.startMs < toMs)
        .map((block) => (
          <BoardBlock
            key={block.reservation.id}
            block={block}
            scale={scale}
            words={words}
            domId={`${idPrefix}-${block.reservation.id}`}
            roomName={room.name}
            badge={badges.get(block.reservation.id)}
            isActive={cursor !== null && cursor.reservationId === block.reservation.id}
          />
        ))}
      {cursor !== null && cursor.reservationId === null && (
        <FreeCell domId={`${idPrefix}-cursor`} cursor={cursor} scale={scale} label={cursorLabel} />
      )}
    </div>
  );
});

interface BoardClosureProps extends Pick<BoardRoomRowProps, 'scale' | 'words'> {
  readonly closure: RowClosure;
}

/** A time in which the room is closed, or taken by a linked room. */
function BoardClosure({ closure, scale, words }: BoardClosureProps) {
  const left = Math.max(0, toAxisX(scale, closure.startMs));
  const width = toAxisX(scale, Math.min(closure.endMs, scale.endMs)) - left;
  const wordsWidth = toAxisX(scale, Math.min(closure.wordsEndMs, scale.endMs)) - left;
  return (
    <div
      className="board-closure"
      data-linked={closure.reservationId !== null || undefined}
      title={words.closure(closure)}
      aria-hidden="true"
      style={{ left: `${left}px`, width: `${Math.max(0, width)}px` }}
    >
      {wordsWidth > 56 && <span style={{ maxWidth: `${wordsWidth - 8}px` }}>{words.closure(closure)}</span>}
    </div>
  );
}

interface FreeCellProps {
  readonly domId: string;
  readonly cursor: BoardCursor;
  readonly scale: TimeScale;
  readonly label: string;
}

/** The free time that the keyboard cursor is on. */
function FreeCell({ domId, cursor, scale, label }: FreeCellProps) {
  const left = toAxisX(scale, cursor.startMs);
  return (
    <div
      id={domId}
      role="gridcell"
      className="board-cursor"
      data-testid="board-cursor"
      aria-label={label}
      style={{ left: `${left}px`, width: `${toAxisX(scale, cursor.endMs) - left}px` }}
    />
  );
}

interface BoardLabelProps extends Pick<BoardRoomRowProps, 'entry' | 'index' | 'size' | 'words'> {
  readonly state: BoardRoomState | undefined;
}

/** The part of the column that is left of its padding for a name. */
const NAME_SHARE = 0.85;

/** A room's visible name. All names are in one column that stays visible: one layer to move, not one for each row. */
export const BoardLabel = memo(function BoardLabel({ entry: { room }, index, size, words, state }: BoardLabelProps) {
  const capacity = words.capacity(room.capacity);
  return (
    <div
      className="board-label"
      title={[room.name, state?.words, capacity].filter((text) => text !== undefined).join(' · ')}
      style={{ top: `${index * size.rowHeight}px` }}
    >
      <b data-long={isLong(room.name, size.labelWidth * NAME_SHARE) || undefined}>{room.name}</b>
      {state === undefined ? (
        <span>{capacity}</span>
      ) : (
        <span className="board-state" data-testid="board-state" data-tone={state.tone} data-room={room.id}>
          {state.words}
        </span>
      )}
    </div>
  );
});

import { memo } from 'react';
import { BoardSign } from './board-sign.tsx';
import type { ReservationBadge } from './reservation-badges.ts';
import { isMarkedUnpaid, type BoardWords } from './board-words.ts';
import type { RowBlock } from './row-blocks.ts';
import { isLong, estimateTextWidth } from './axis/text-width.ts';
import { toAxisX, type TimeScale } from './axis/time-scale.ts';

/** A block narrower than this shows less. */
const PEOPLE_PX = 210;
const FULL_PX = 160;
const SPAN_PX = 96;
const WIDE_PX = 72;
const NAME_PX = 38;
const ICON_PX = 22;
/** A narrower block has a sign only for a guest who cannot come in. */
const SIGN_PX = 16;
/** Pixels beside the name: icon and edges. */
const BESIDE_NAME_PX = 33;
/** Pixels around the marks, with the circle that shows whether a coming guest can enter. */
const AROUND_MARKS_PX = 26;
/** A narrower strip would not be visible. */
const BUFFER_PX = 3;

interface BoardBlockProps {
  readonly block: RowBlock;
  readonly scale: TimeScale;
  readonly words: BoardWords;
  readonly domId: string;
  readonly roomName: string;
  readonly badge: ReservationBadge | undefined;
  /** Whether the keyboard cursor is on the block. */
  readonly isActive: boolean;
}

/**
 * One reservation or block: its state by colour, edge and icon, and as much text as its width holds. Few elements,
 * because many scroll at once.
 */
export const BoardBlock = memo(function BoardBlock(props: BoardBlockProps) {
  const { block, scale, words, domId, roomName, badge, isActive } = props;
  const { reservation, startMs, lanes } = block;
  const { left, right, width, bufferWidth, tailWidth, lanePlace } = placeOf(block, scale, badge);
  const { name, more, marks, nameWidth } = textsOf(block, words, width);
  const isNameLong = isLong(name, nameWidth);
  return (
    <>
      {bufferWidth >= BUFFER_PX && (
        <div
          className="board-buffer"
          aria-hidden="true"
          style={{ ...lanePlace, left: `${right}px`, width: `${bufferWidth}px` }}
        />
      )}
      {tailWidth > 0 && (
        <div
          className="board-tail"
          data-testid="board-tail"
          aria-hidden="true"
          title={badge?.words}
          style={{ ...lanePlace, left: `${right}px`, width: `${Math.max(BUFFER_PX, tailWidth)}px` }}
        />
      )}
      <div
        id={domId}
        role="gridcell"
        className="board-block"
        data-testid="board-block"
        data-id={reservation.id}
        data-version={reservation.version}
        data-state={reservation.kind === 'GUEST' ? reservation.state : 'BLOCK'}
        data-active={isActive || undefined}
        data-stand={width < SIGN_PX && markOf(badge) === 'ready' ? undefined : markOf(badge)}
        data-stranded={badge?.isStranded}
        data-marks={marks || undefined}
        data-unpaid={isMarkedUnpaid(reservation) || undefined}
        title={badge?.words}
        // A block that began the day before is cut at the edge and says so.
        data-cut={startMs < scale.startMs || undefined}
        data-lines={lanes > 1 ? 'thin' : more === '' ? 'one' : undefined}
        aria-label={[words.cell(roomName, block), badge?.words].filter(Boolean).join(', ')}
        style={{ ...lanePlace, left: `${left}px`, width: `${width}px` }}
      >
        {width >= ICON_PX && (
          <BoardSign kind={reservation.kind} state={reservation.state} blockReason={reservation.blockReason} />
        )}
        {width >= WIDE_PX && (
          <b
            data-long={isNameLong || undefined}
            style={isNameLong ? { maxWidth: `${nameWidth}px` } : undefined}
          >{`${name} `}</b>
        )}
        {more !== '' && <span data-long={isLong(more, width - 16) || undefined}>{more}</span>}
      </div>
    </>
  );
});

/** Where the block is drawn, and how wide its buffer and its overrun are, in pixels. */
function placeOf(block: RowBlock, scale: TimeScale, badge: ReservationBadge | undefined) {
  const { reservation, startMs, endMs, bufferEndMs, lane, lanes } = block;
  const left = Math.max(0, toAxisX(scale, startMs));
  const right = toAxisX(scale, Math.min(endMs, scale.endMs));
  return {
    left,
    right,
    width: Math.max(4, right - left - 1),
    bufferWidth: reservation.state === 'NO_SHOW' ? 0 : toAxisX(scale, Math.min(bufferEndMs, scale.endMs)) - right,
    tailWidth: badge?.overrunEndMs == null ? 0 : toAxisX(scale, Math.min(badge.overrunEndMs, scale.endMs)) - right,
    lanePlace: lanes > 1 ? { top: `${4 + (lane * 44) / lanes}px`, height: `${44 / lanes - 1}px` } : {},
  };
}

/** The texts that fit in the block's width, and how much of it the name may take. */
function textsOf(block: RowBlock, words: BoardWords, width: number) {
  const name = words.name(block);
  const marks = width >= FULL_PX && block.lanes === 1 ? words.marks(block) : '';
  return {
    name,
    more: moreOf(block, name, words, width),
    marks,
    nameWidth: width - BESIDE_NAME_PX - (marks === '' ? 0 : estimateTextWidth(marks) + AROUND_MARKS_PX),
  };
}

function markOf(badge: ReservationBadge | undefined): 'ready' | 'warned' | 'blocked' | 'unpaid' | 'extend' | undefined {
  if (badge?.isStranded) return 'blocked';
  if (badge?.obstacles == null) return badge?.canExtend ? 'extend' : undefined;
  if (badge.isOnlyUnpaid) return 'unpaid';
  return badge.obstacles === '' ? 'ready' : badge.isBlocked ? 'blocked' : 'warned';
}

/**
 * The second line: as much of time, price and people as fits; in a narrow block the name, which did not fit in the
 * first line.
 */
function moreOf(
  { reservation, startMs, endMs, lanes }: RowBlock,
  name: string,
  words: BoardWords,
  width: number,
): string {
  if (lanes > 1 || width < NAME_PX) return '';
  if (width < WIDE_PX) return name;
  if (width < SPAN_PX) return words.time(startMs);
  const span = words.span(startMs, endMs);
  if (reservation.kind === 'BLOCK' || width < FULL_PX) return span;
  const price = `${span} · ${words.money(reservation.priceAmount)}`;
  return width < PEOPLE_PX ? price : `${price} · ${words.people(reservation.headCount)}`;
}

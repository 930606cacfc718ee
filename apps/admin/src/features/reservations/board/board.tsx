import './board.css';
import type { DailyReservations, Store } from '@munjigi/contract';
import { zonedInstant } from '@munjigi/rules';
import { useMemo, useRef, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { BoardGrid } from './board-grid.tsx';
import { splitBoardDays } from './axis/board-head.tsx';
import type { BoardCommands } from './placement/board-keyboard.ts';
import { useBoardSize, type BoardSize } from './axis/board-size.ts';
import type { ReservationBadges } from './reservation-badges.ts';
import type { BoardWords } from './board-words.ts';
import type { BoardContext } from './placement/placement-editor.ts';
import type { ShownDay } from './axis/shown-day.ts';
import { measureAxisWidth, type TimeScale } from './axis/time-scale.ts';

interface BoardProps {
  readonly product: string;
  readonly store: Store;
  readonly days: DailyReservations;
  readonly day: ShownDay;
  readonly pxPerHour: number;
  readonly canWrite: boolean;
  readonly canMoveBlocks: boolean;
  /** The days are those around another date, while the ones around this date load. */
  readonly isPlaceholder: boolean;
  /** The reservation whose drawer is open. */
  readonly openedId: string | null;
  readonly words: BoardWords;
  readonly badges: ReservationBadges;
  readonly commands: BoardCommands;
  readonly onOpen: BoardContext['onOpen'];
  readonly onCreate: BoardContext['onCreate'];
  readonly onMove: BoardContext['onMove'];
}

/**
 * Rooms down, time across (RV-3): one scrolled element, which renders only what is visible or near. It reads as a grid
 * and is one stop of the Tab key; aria-activedescendant names the active cell.
 */
export function Board(props: BoardProps) {
  const { store, days, day, words, badges, canWrite, openedId, commands, isPlaceholder } = props;
  const voice = useRef<HTMLDivElement>(null);
  const size = useBoardSize();
  const { scale, open, boardDays } = useBoardTime(props);
  // The rendered days stay usable while others load, except when the requested day is outside of them.
  const isStale = isPlaceholder && !isCovered(scale, day.date);
  const context = useBoardContext(props, { scale, open, size, isStale });
  const say = (text: string) => {
    if (voice.current !== null) voice.current.textContent = text;
  };
  return (
    <div className="board" data-stale={isStale || undefined} style={lengthsOf(scale, size)}>
      <BoardGrid
        store={store}
        days={days}
        date={day.date}
        boardDays={boardDays}
        words={words}
        badges={badges}
        canWrite={canWrite}
        isStale={isStale}
        openedId={openedId}
        commands={commands}
        context={context}
        scroll={{ ...day, scale, size, open, isPlaceholder, dayCutoff: store.dayCutoff }}
        onSay={say}
      />
      <div className="board-ring" aria-hidden="true" />
      <div ref={voice} className="board-voice" role="status" aria-live="polite" />
    </div>
  );
}

/** The loaded time: its axis, when the store is open in it, and its calendar days. */
function useBoardTime({ days, day, pxPerHour, store }: Pick<BoardProps, 'days' | 'day' | 'pxPerHour' | 'store'>) {
  const { today } = day;
  const { timeZone } = store;
  const scale = useMemo(
    (): TimeScale => ({ startMs: Date.parse(days.startsAt), endMs: Date.parse(days.endsAt), pxPerHour, timeZone }),
    [days.startsAt, days.endsAt, pxPerHour, timeZone],
  );
  const open = useMemo(
    () => days.open.map(({ startsAt, endsAt }) => ({ startMs: Date.parse(startsAt), endMs: Date.parse(endsAt) })),
    [days.open],
  );
  const boardDays = useMemo(() => splitBoardDays(scale, today), [scale, today]);
  return { scale, open, boardDays };
}

interface DrawnTime extends Pick<BoardContext, 'scale' | 'open' | 'size'> {
  readonly isStale: boolean;
}

/** The parts of the board that the pointer and the keys use. */
function useBoardContext(props: BoardProps, { scale, open, size, isStale }: DrawnTime): BoardContext {
  const { t } = useTranslation('reservations');
  const { product, store, days, words, canWrite, canMoveBlocks, onOpen, onCreate, onMove } = props;
  return {
    product,
    entries: days.rooms,
    open,
    scale,
    size,
    rules: store,
    words,
    // Content of the previous day must not pass for the requested day.
    canWrite: canWrite && !isStale,
    canMoveBlocks,
    onOpen,
    onCreate,
    onMove,
    texts: { pricing: t('board.pricing'), noPrice: t('board.noPrice') },
  };
}

/** The lengths that the style sheet needs. */
function lengthsOf(scale: TimeScale, size: BoardSize): CSSProperties {
  return {
    '--label-w': `${size.labelWidth}px`,
    '--row-h': `${size.rowHeight}px`,
    '--head-h': `${size.headHeight}px`,
    '--track-w': `${measureAxisWidth(scale)}px`,
  } as CSSProperties;
}

/** Whether the middle of the day is rendered. */
function isCovered(scale: TimeScale, date: string): boolean {
  const noon = zonedInstant(scale.timeZone, date, '12:00').getTime();
  return noon >= scale.startMs && noon < scale.endMs;
}

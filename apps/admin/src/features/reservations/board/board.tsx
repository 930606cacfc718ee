import './board.css';
import type { DailyReservations, Store } from '@munjigi/contract';
import { zonedInstant } from '@munjigi/rules';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { stopAt, type BoardCursor, type CursorBounds } from './board-cursor.ts';
import { BoardGhost } from './board-ghost.tsx';
import { BoardHead, boardDaysOf } from './board-head.tsx';
import { handleKey, type BoardCommands } from './board-keyboard.ts';
import { BoardNow } from './board-now.tsx';
import { attachPointer } from './board-pointer.ts';
import { BoardLabel, BoardRow } from './board-row.tsx';
import { BoardShades } from './board-shades.tsx';
import { useBoardSize } from './board-size.ts';
import { useBoardWindow } from './board-window.ts';
import type { Stands } from './board-stands.ts';
import type { BoardWords } from './board-words.ts';
import { createPlacementEditor, type BoardContext, type PlacementEditor } from './placement-editor.ts';
import { contentOf } from './row-blocks.ts';
import { useBoardScroll } from './board-scroll.ts';
import { revealStop, useOpenedInSight, useWordsInSight } from './board-sight.ts';
import { msAt, widthOf, type TimeScale } from './time-scale.ts';

interface BoardProps {
  readonly product: string;
  readonly store: Store;
  readonly days: DailyReservations;
  /** The shown calendar day, and today. */
  readonly date: string;
  readonly today: string;
  readonly isDateChosen: boolean;
  readonly nowCount: number;
  readonly onDate: (date: string) => void;
  readonly onAhead: (step: 1 | -1) => void;
  readonly pxPerHour: number;
  readonly canWrite: boolean;
  readonly canMoveBlocks: boolean;
  /** The days are those around another date, while the ones around this date load. */
  readonly isPlaceholder: boolean;
  /** The reservation whose drawer is open. */
  readonly openedId: string | null;
  readonly words: BoardWords;
  readonly stands: Stands;
  readonly commands: BoardCommands;
  readonly onOpen: BoardContext['onOpen'];
  readonly onCreate: BoardContext['onCreate'];
  readonly onMove: BoardContext['onMove'];
}

/**
 * Rooms down, time across (RV-3): one scrolled element, which renders only what is visible or near. It reads as a grid
 * and is one stop of the Tab key; aria-activedescendant names the active cell.
 */
export function Board({
  product,
  store,
  days,
  date,
  today,
  isDateChosen,
  nowCount,
  onDate,
  onAhead,
  pxPerHour,
  canWrite,
  canMoveBlocks,
  isPlaceholder,
  openedId,
  words,
  stands,
  commands,
  onOpen,
  onCreate,
  onMove,
}: BoardProps) {
  const { t } = useTranslation('reservations');
  const idPrefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const voice = useRef<HTMLDivElement>(null);
  const editor = useRef<PlacementEditor>(null);
  const context = useRef<BoardContext>(null);
  const size = useBoardSize();
  const { timeZone, dayCutoff } = store;
  const scale = useMemo(
    (): TimeScale => ({ startMs: Date.parse(days.startsAt), endMs: Date.parse(days.endsAt), pxPerHour, timeZone }),
    [days.startsAt, days.endsAt, pxPerHour, timeZone],
  );
  const open = useMemo(
    () => days.open.map((it) => ({ startMs: Date.parse(it.startsAt), endMs: Date.parse(it.endsAt) })),
    [days.open],
  );
  const boardDays = useMemo(() => boardDaysOf(scale, today), [scale, today]);
  // The rendered days stay usable while others load, except when the requested day is outside of them.
  const isStale = isPlaceholder && !isCovered(scale, date);
  const shown = useBoardWindow(scroller, size, days.rooms.length);
  const [cursorAt, setCursor] = useState<BoardCursor | null>(null);
  useOpenedInSight(scroller, openedId, days, scale, size);
  useWordsInSight(scroller, days);

  const entries = days.rooms;
  // The cursor is kept by its time: the content there now decides what it is on.
  const isInSight =
    cursorAt !== null &&
    cursorAt.row < entries.length &&
    cursorAt.startMs < scale.endMs &&
    cursorAt.endMs > scale.startMs;
  const cursor = isInSight ? standingOn(cursorAt, entries, { ...scale, slotMinutes: store.slotMinutes }) : null;
  const now: BoardContext = {
    // Content of the previous day must not be taken for the requested day.
    product,
    entries,
    open,
    scale,
    size,
    rules: store,
    words,
    canWrite: canWrite && !isStale,
    canMoveBlocks,
    onOpen,
    onCreate,
    onMove,
    texts: { pricing: t('board.pricing'), noPrice: t('board.noPrice') },
  };
  // Before the scroll position is corrected: a drag under way reads both together.
  useLayoutEffect(() => {
    context.current = now;
  });
  useBoardScroll(scroller, {
    scale,
    size,
    open,
    date,
    nowCount,
    isChosen: isDateChosen,
    isPlaceholder,
    dayCutoff,
    onDate,
    onAhead,
  });
  useLayoutEffect(() => {
    editor.current?.redraw();
  });
  useEffect(() => {
    if (scroller.current === null || ghost.current === null) return undefined;
    const latest = () => {
      if (context.current === null) throw new Error('The board is not there');
      return context.current;
    };
    const made = createPlacementEditor(scroller.current, ghost.current, latest);
    editor.current = made;
    return attachPointer(scroller.current, made, latest);
  }, []);

  const say = (text: string) => {
    if (voice.current !== null) voice.current.textContent = text;
  };
  function press(event: KeyboardEvent): void {
    if (event.target !== scroller.current || editor.current === null) return;
    const from = cursor ?? firstStop();
    if (from === null) return;
    const reservation = entries[from.row]?.reservations.find((it) => it.id === from.reservationId);
    const isHandled = handleKey(event, {
      context: now,
      commands: boardCommands,
      editor: editor.current,
      cursor: from,
      say,
      setCursor: (next) => {
        setCursor(next);
        if (scroller.current !== null) revealStop(scroller.current, next, scale, size);
      },
      sayings: {
        moveMode: t('board.say.moveMode'),
        cancelled: t('board.say.cancelled'),
        nothingToMove: t('board.nothingToMove'),
        notMovable: t('board.notMovable', { state: t(`state.${reservation?.state ?? 'COMPLETED'}`) }),
      },
    });
    if (isHandled) event.preventDefault();
  }
  // On another day the cursor starts where the view does.
  const boardCommands: BoardCommands = {
    ...commands,
    onDay: (step) => {
      setCursor(null);
      commands.onDay(step);
    },
    onToday: () => {
      setCursor(null);
      commands.onToday();
    },
  };
  /** The first place of the cursor: in the first visible room, now or where the view begins. */
  function firstStop(): BoardCursor | null {
    const element = scroller.current;
    const row = element === null ? 0 : Math.ceil(element.scrollTop / size.rowHeight);
    const entry = entries[row];
    if (element === null || entry === undefined) return null;
    return stopAt(
      row,
      contentOf(entry),
      firstMoment(scale, element.scrollLeft, element.clientWidth - size.labelWidth),
      { ...scale, slotMinutes: store.slotMinutes },
    );
  }

  const [fromMs, toMs] = [msAt(scale, shown.fromX), Math.min(scale.endMs, msAt(scale, shown.toX))];
  const drawnRows = entries
    .slice(shown.firstRow, shown.endRow)
    .map((entry, offset) => ({ entry, index: shown.firstRow + offset }));
  const isCursorDrawn = cursor !== null && cursor.row >= shown.firstRow && cursor.row < shown.endRow;
  return (
    <div
      className="board"
      data-stale={isStale || undefined}
      style={
        {
          '--label-w': `${size.labelWidth}px`,
          '--row-h': `${size.rowHeight}px`,
          '--head-h': `${size.headHeight}px`,
          '--track-w': `${widthOf(scale)}px`,
        } as CSSProperties
      }
    >
      <div
        ref={scroller}
        className="board-scroll"
        data-testid="board"
        data-start={days.startsAt}
        role="grid"
        tabIndex={0}
        dir="ltr"
        aria-busy={isStale}
        aria-label={t('board.label', { store: store.name, date: words.day(date) })}
        aria-rowcount={entries.length + 1}
        aria-readonly={!canWrite}
        aria-activedescendant={isCursorDrawn ? `${idPrefix}-${cursor.reservationId ?? 'cursor'}` : undefined}
        onKeyDown={press}
        onFocus={() => setCursor((before) => before ?? firstStop())}
        onBlur={() => editor.current?.cancel()}
      >
        <div
          className="board-canvas"
          role="presentation"
          style={{ height: `${size.headHeight + entries.length * size.rowHeight}px` }}
        >
          <BoardHead scale={scale} days={boardDays} words={words} fromMs={fromMs} toMs={toMs} />
          <div className="board-body" role="rowgroup">
            <BoardShades scale={scale} open={open} days={boardDays} />
            <div className="board-track" role="presentation">
              {drawnRows.map(({ entry, index }) => {
                const isHere = cursor?.row === index;
                return (
                  <BoardRow
                    key={entry.room.id}
                    entry={entry}
                    index={index}
                    scale={scale}
                    size={size}
                    words={words}
                    stands={stands}
                    fromMs={fromMs}
                    toMs={toMs}
                    idPrefix={idPrefix}
                    cursor={isHere ? cursor : null}
                    cursorLabel={
                      isHere
                        ? t('board.freeCell', {
                            room: entry.room.name,
                            from: words.time(cursor.startMs),
                            to: words.time(cursor.endMs),
                          })
                        : ''
                    }
                  />
                );
              })}
              <BoardNow scale={scale} />
              <BoardGhost ref={ghost} />
            </div>
            <div className="board-labels" aria-hidden="true">
              {drawnRows.map(({ entry, index }) => (
                <BoardLabel key={entry.room.id} entry={entry} index={index} size={size} words={words} />
              ))}
            </div>
          </div>
        </div>
      </div>
      <div className="board-ring" aria-hidden="true" />
      <div ref={voice} className="board-voice" role="status" aria-live="polite" />
    </div>
  );
}

/** Now, if it is visible, or else where the view begins. */
function firstMoment(scale: TimeScale, scrollLeft: number, seenPx: number): number {
  const now = Date.now();
  const [from, to] = [msAt(scale, scrollLeft), msAt(scale, scrollLeft + seenPx)];
  return now >= from && now < to ? now : from;
}

/** Whether the middle of the day is rendered. */
function isCovered(scale: TimeScale, date: string): boolean {
  const noon = zonedInstant(scale.timeZone, date, '12:00').getTime();
  return noon >= scale.startMs && noon < scale.endMs;
}

/** A cursor on free time moves to a reservation that was created there since. */
function standingOn(cursor: BoardCursor, entries: BoardContext['entries'], bounds: CursorBounds): BoardCursor {
  const entry = entries[cursor.row];
  if (cursor.reservationId !== null || entry === undefined) return cursor;
  const now = stopAt(cursor.row, contentOf(entry), cursor.startMs, bounds);
  return now.reservationId === null ? cursor : now;
}

import type { DailyReservations, Store } from '@munjigi/contract';
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { BoardCanvas } from './board-canvas.tsx';
import type { BoardDay } from './axis/board-head.tsx';
import { handleKey, type BoardCommands } from './placement/board-keyboard.ts';
import { attachPointer } from './placement/board-pointer.ts';
import { useBoardScroll, type BoardScrollInput } from './axis/board-scroll.ts';
import { revealStop, useOpenedInSight, useWordsInSight } from './axis/board-sight.ts';
import type { ReservationBadges } from './reservation-badges.ts';
import { useBoardWindow } from './axis/board-window.ts';
import type { BoardWords } from './board-words.ts';
import { useBoardCursor, type CursorState } from './placement/cursor-state.ts';
import { createPlacementEditor, type BoardContext, type PlacementEditor } from './placement/placement-editor.ts';

interface BoardGridProps {
  readonly store: Store;
  readonly days: DailyReservations;
  /** The shown calendar day. */
  readonly date: string;
  readonly boardDays: readonly BoardDay[];
  readonly words: BoardWords;
  readonly badges: ReservationBadges;
  readonly canWrite: boolean;
  /** The requested day is not rendered yet. */
  readonly isStale: boolean;
  readonly openedId: string | null;
  readonly commands: BoardCommands;
  readonly context: BoardContext;
  readonly scroll: BoardScrollInput;
  /** Announces text to screen readers. */
  readonly onSay: (text: string) => void;
}

/** The scrolled element: a grid for screen readers, which the pointer and the keys edit. */
export function BoardGrid(props: BoardGridProps) {
  const { store, days, date, words, isStale, context, commands, onSay } = props;
  const { entries, scale, size, open } = context;
  const { t } = useTranslation('reservations');
  const idPrefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const shown = useBoardWindow(scroller, size, entries.length);
  useOpenedInSight(scroller, { openedId: props.openedId, days, scale, size });
  useWordsInSight(scroller, days);
  const cursorState = useBoardCursor(scroller, context);
  const { cursor, setCursor, firstStop } = cursorState;
  const editor = useBoardEditor(scroller, ghost, context, props.scroll);
  const press = useBoardKeys(scroller, editor, { context, commands, cursorState, onSay });
  const isCursorDrawn = cursor !== null && cursor.row >= shown.firstRow && cursor.row < shown.endRow;
  return (
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
      aria-readonly={!props.canWrite}
      aria-activedescendant={isCursorDrawn ? `${idPrefix}-${cursor.reservationId ?? 'cursor'}` : undefined}
      onKeyDown={press}
      onFocus={() => setCursor((before) => before ?? firstStop())}
      onBlur={() => editor.current?.cancel()}
    >
      <BoardCanvas
        entries={entries}
        days={props.boardDays}
        open={open}
        scale={scale}
        size={size}
        shown={shown}
        words={words}
        badges={props.badges}
        cursor={cursor}
        idPrefix={idPrefix}
        ghost={ghost}
      />
    </div>
  );
}

/** Keeps the board in its place in time, and lets the pointer edit it. Returns the editor, which the keys use as well. */
function useBoardEditor(
  scroller: RefObject<HTMLElement | null>,
  ghost: RefObject<HTMLElement | null>,
  now: BoardContext,
  scroll: BoardScrollInput,
): RefObject<PlacementEditor | null> {
  const editor = useRef<PlacementEditor>(null);
  const context = useRef<BoardContext>(null);
  // Before the scroll position is corrected: a drag under way reads both together.
  useLayoutEffect(() => {
    context.current = now;
  });
  useBoardScroll(scroller, scroll);
  useLayoutEffect(() => {
    editor.current?.redraw();
  });
  useEffect(() => {
    if (scroller.current === null || ghost.current === null) return undefined;
    const latest = () => {
      if (context.current === null) throw new Error('The board is not there');
      return context.current;
    };
    const createdEditor = createPlacementEditor(scroller.current, ghost.current, latest);
    editor.current = createdEditor;
    return attachPointer(scroller.current, createdEditor, latest);
  }, [scroller, ghost]);
  return editor;
}

interface BoardKeysInput extends Pick<BoardGridProps, 'context' | 'commands' | 'onSay'> {
  readonly cursorState: CursorState;
}

/** The key handler of the board. */
function useBoardKeys(
  scroller: RefObject<HTMLElement | null>,
  editor: RefObject<PlacementEditor | null>,
  { context, commands, cursorState, onSay }: BoardKeysInput,
): (event: KeyboardEvent) => void {
  const { t } = useTranslation('reservations');
  const { cursor, setCursor, firstStop } = cursorState;
  // On another day the cursor starts at the beginning of the view.
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
  return (event) => {
    if (event.target !== scroller.current || editor.current === null) return;
    const from = cursor ?? firstStop();
    if (from === null) return;
    const reservation = context.entries[from.row]?.reservations.find(({ id }) => id === from.reservationId);
    const isHandled = handleKey(event, {
      context,
      commands: boardCommands,
      editor: editor.current,
      cursor: from,
      say: onSay,
      setCursor: (next) => {
        setCursor(next);
        if (scroller.current !== null) revealStop(scroller.current, next, context.scale, context.size);
      },
      sayings: {
        moveMode: t('board.say.moveMode'),
        cancelled: t('board.say.cancelled'),
        nothingToMove: t('board.nothingToMove'),
        notMovable: t('board.notMovable', { state: t(`state.${reservation?.state ?? 'COMPLETED'}`) }),
      },
    });
    if (isHandled) event.preventDefault();
  };
}

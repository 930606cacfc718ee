import { addDays } from '@munjigi/rules';
import { lazy, Suspense, useEffect, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useLiveState } from '../../session/live-state.ts';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { BoardCommands } from './board/placement/board-keyboard.ts';
import { useBoardPageKeys } from './board/board-page-keys.ts';
import { BoardScreen } from './board/board-screen.tsx';
import { BoardToolbar } from './board/board-toolbar.tsx';
import { useTrackWidth } from './board/axis/board-size.ts';
import { nextZoom, readChoice, showsDay, withChoice, type BoardChoice } from './board/board-view.ts';
import { useBoardWords, type BoardWords } from './board/board-words.ts';
import type { useShownDay } from './board/axis/shown-day.ts';
import type { OpenPanel } from './reservation-panels.tsx';

const loadPanels = () => import('./reservation-panels.tsx');
const Panels = lazy(async () => ({ default: (await loadPanels()).ReservationPanels }));
export const List = lazy(async () => ({
  default: (await import('./reservation-list-screen.tsx')).ReservationListScreen,
}));

/** Reads and changes the board's choice and the opened reservation, which are in the address. */
export function useBoardAddress() {
  const [params, setParams] = useSearchParams();
  const trackPx = useTrackWidth();
  return {
    choice: readChoice(params, trackPx),
    openedId: params.get('reservation'),
    /** The overview links here when a time on the waitlist becomes free. */
    isWaitlistRequested: params.has('waitlist'),
    choose: (next: Partial<BoardChoice>) =>
      setParams((now) => withChoice(now, next), { preventScrollReset: true, replace: next.view === undefined }),
    open: (reservationId: string) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now);
          changed.set('reservation', reservationId);
          return changed;
        },
        { preventScrollReset: true },
      ),
  };
}

interface AddressedBoardProps {
  readonly storeId: string;
  readonly shown: ReturnType<typeof useShownDay>;
  readonly address: ReturnType<typeof useBoardAddress>;
  readonly commands: BoardCommands;
  /** Replaces the number of requests of this board for the present moment. */
  readonly nowCount?: number;
  readonly onPanel: (panel: OpenPanel) => void;
}

/** The board of a store, with the choice and the opened reservation of the address. */
export function AddressedBoard({ storeId, shown, address, nowCount, onPanel, ...props }: AddressedBoardProps) {
  const product = useProduct();
  const can = useCan();
  const { choice, openedId, open } = address;
  const { store, days, shownDay } = shown;
  const words = useBoardWords(shown.timeZone);
  return (
    <BoardScreen
      key={choice.view}
      {...props}
      product={product}
      storeId={storeId}
      store={store}
      days={days}
      day={{ ...shownDay, ...(nowCount !== undefined && { nowCount }) }}
      pxPerHour={choice.pxPerHour}
      canWrite={can('reservations:book')}
      canMoveBlocks={can('reservations:write')}
      openedId={openedId}
      words={words}
      onOpen={open}
      onCreate={(roomId, startsAt, endsAt) => onPanel({ kind: 'create', initial: { roomId, startsAt, endsAt } })}
    />
  );
}

/** Makes the board fill the screen; a list has its natural height. */
export function useFilledScreen(isBoard: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-fills-screen', isBoard);
    return () => document.documentElement.removeAttribute('data-fills-screen');
  }, [isBoard]);
}

type Shown = ReturnType<typeof useShownDay>;

export interface ScreenCommands extends BoardCommands {
  readonly onNew: () => void;
  readonly onWaitlist: () => void;
}

interface ScreenCommandsInput {
  readonly shown: Pick<Shown, 'showNext' | 'showToday' | 'shownDay'>;
  readonly choice: BoardChoice;
  readonly choose: (next: Partial<BoardChoice>) => void;
  readonly setPanel: (panel: OpenPanel) => void;
  /** A panel or the drawer is open. */
  readonly isCovered: boolean;
}

/** The commands of the toolbar and the keys. A new reservation and the waitlist start at the shown day. */
export function useScreenCommands({ shown, choice, choose, setPanel, isCovered }: ScreenCommandsInput): ScreenCommands {
  const can = useCan();
  const { date, namedDate, today } = shown.shownDay;
  const day = showsDay(choice.view, date, today) ? null : namedDate;
  const commands: ScreenCommands = {
    onDay: shown.showNext,
    onToday: shown.showToday,
    onZoom: (step) => {
      const zoom = nextZoom(choice.pxPerHour, step);
      if (zoom !== null) choose({ pxPerHour: zoom });
    },
    onWalkIn: () => setPanel({ kind: 'walk-in' }),
    onHelp: () => document.getElementById('board-help')?.togglePopover(),
    onNew: () => setPanel({ kind: 'create', initial: { day } }),
    onWaitlist: () => setPanel({ kind: 'waitlist', day }),
  };
  useBoardPageKeys({ commands, canWrite: can('reservations:book'), isCovered });
  return commands;
}

interface StoreToolbarProps {
  readonly choice: BoardChoice;
  readonly shown: Pick<Shown, 'shownDay' | 'readNext'>;
  readonly words: BoardWords;
  readonly commands: ScreenCommands;
  readonly onChoose: (next: Partial<BoardChoice>) => void;
}

/** The toolbar, with the shown days in words. */
export function StoreToolbar({ choice, shown, words, commands, onChoose }: StoreToolbarProps) {
  const can = useCan();
  const { date, today } = shown.shownDay;
  return (
    <BoardToolbar
      choice={choice}
      date={date}
      isToday={showsDay(choice.view, date, today)}
      canWrite={can('reservations:book')}
      onChoose={onChoose}
      onDay={commands.onDay}
      onToday={commands.onToday}
      shown={choice.view === 'week' ? words.days(date, addDays(date, 6)) : words.day(date)}
      onAhead={shown.readNext}
      onNew={commands.onNew}
      onWalkIn={commands.onWalkIn}
      onWaitlist={commands.onWaitlist}
    />
  );
}

/** The panels over the board, whose code loads when the first of them opens. */
export function OpenPanels(props: ComponentProps<typeof Panels>) {
  if (props.panel === null && !props.isDrawerOpen) return null;
  return (
    <ErrorBoundary place="section">
      <Suspense fallback={null}>
        <Panels {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Prefetches the dialogs after the board is rendered, so that the first of them opens at once. */
export function fetchPanelsWhenIdle(): () => void {
  const timer = setTimeout(() => {
    loadPanels().catch((error: unknown) => console.warn('The dialogs cannot be fetched ahead', error));
  }, 1_500);
  return () => clearTimeout(timer);
}

/** Says that the screen may be outdated. Renders nothing while it is live. */
export function LiveNotice() {
  const { t } = useTranslation('reservations');
  const state = useLiveState();
  return (
    <span role="status" className="board-live">
      {state === 'offline' && (
        <>
          <Icon name="warning" size={16} /> {t('board.behind')}
        </>
      )}
    </span>
  );
}

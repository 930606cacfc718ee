import { addDays } from '@munjigi/rules';
import { lazy, Suspense, useEffect, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan, useProduct } from '../../app/auth.tsx';
import { useLiveState } from '../../app/live-state.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LinearProgress } from '../../ui/route-progress.tsx';
import { BoardCards } from './board/board-cards.tsx';
import type { BoardCommands } from './board/board-keyboard.ts';
import { useBoardPageKeys } from './board/board-page-keys.ts';
import { BoardScreen } from './board/board-screen.tsx';
import { BoardToolbar } from './board/board-toolbar.tsx';
import { nextZoom, readChoice, withChoice, type BoardChoice } from './board/board-view.ts';
import { useBoardWords, type BoardWords } from './board/board-words.ts';
import { useOpenedDay } from './board/opened-day.ts';
import { useShownDay } from './board/shown-day.ts';
import type { OpenPanel } from './reservation-panels.tsx';

const loadPanels = () => import('./reservation-panels.tsx');
const Panels = lazy(async () => ({ default: (await loadPanels()).ReservationPanels }));
const List = lazy(async () => ({ default: (await import('./reservation-list-screen.tsx')).ReservationListScreen }));

interface StoreReservationsProps {
  readonly storeId: string;
  /** The store's name, shown when the person did not choose the store. */
  readonly storeName: string | null;
}

/** One store's board or list, with its panels. The choice is in the address (SH-6). */
export function StoreReservations({ storeId, storeName }: StoreReservationsProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const can = useCan();
  const { choice, choose, openedId, open, isWaitlistAsked } = useBoardAddress();
  const shown = useShownDay(storeId, choice, choose);
  const { store, days, timeZone, shownDay } = shown;
  const words = useBoardWords(timeZone);
  const [panel, setPanel] = useState<OpenPanel | null>(() =>
    isWaitlistAsked ? { kind: 'waitlist', day: null } : null,
  );
  const isBoard = choice.view !== 'list';
  useEffect(fetchPanelsWhenIdle, []);
  useFilledScreen(isBoard);
  useOpenedDay({
    product,
    openedId,
    days: isBoard && !days.isPlaceholderData ? days.data : undefined,
    timeZone,
    onDay: shownDay.onDate,
  });
  const commands = useScreenCommands({
    shown,
    choice,
    choose,
    setPanel,
    isCovered: panel !== null || openedId !== null,
  });
  return (
    <div className="board-page" data-fill={isBoard || undefined}>
      <PageHeader title={t('title')} {...(storeName !== null && { text: storeName })} actions={<LiveNotice />} />
      <StoreToolbar choice={choice} shown={shown} words={words} commands={commands} onChoose={choose} />
      {isBoard ? (
        <BoardScreen
          product={product}
          storeId={storeId}
          store={store}
          days={days}
          day={shownDay}
          pxPerHour={choice.pxPerHour}
          canWrite={can('reservations:book')}
          canMoveBlocks={can('reservations:write')}
          openedId={openedId}
          words={words}
          commands={commands}
          onOpen={open}
          onCreate={(roomId, startsAt, endsAt) => setPanel({ kind: 'create', initial: { roomId, startsAt, endsAt } })}
        />
      ) : (
        <Suspense fallback={<LinearProgress label={t('common:loading')} />}>
          <List storeId={storeId} clock={{ timeZone, today: shownDay.today }} onOpen={open} />
        </Suspense>
      )}
      <BoardCards />
      <OpenPanels storeId={storeId} panel={panel} isDrawerOpen={openedId !== null} onPanel={setPanel} onOpen={open} />
    </div>
  );
}

/** Reads and changes the board's choice and the opened reservation, which are in the address. */
function useBoardAddress() {
  const [params, setParams] = useSearchParams();
  return {
    choice: readChoice(params),
    openedId: params.get('reservation'),
    /** The overview links here when a time on the waitlist becomes free. */
    isWaitlistAsked: params.has('waitlist'),
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

/** Makes the board fill the screen; a list has its natural height. */
function useFilledScreen(isBoard: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-fills-screen', isBoard);
    return () => document.documentElement.removeAttribute('data-fills-screen');
  }, [isBoard]);
}

type Shown = ReturnType<typeof useShownDay>;

interface ScreenCommands extends BoardCommands {
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
function useScreenCommands({ shown, choice, choose, setPanel, isCovered }: ScreenCommandsInput): ScreenCommands {
  const can = useCan();
  const { date, today } = shown.shownDay;
  const day = date === today ? null : date;
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
function StoreToolbar({ choice, shown, words, commands, onChoose }: StoreToolbarProps) {
  const can = useCan();
  const { date, today } = shown.shownDay;
  return (
    <BoardToolbar
      choice={choice}
      date={date}
      isToday={date === today}
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
function OpenPanels(props: ComponentProps<typeof Panels>) {
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
function fetchPanelsWhenIdle(): () => void {
  const timer = setTimeout(() => {
    loadPanels().catch((error: unknown) => console.warn('The dialogs cannot be fetched ahead', error));
  }, 1_500);
  return () => clearTimeout(timer);
}

/** Says that the screen may be outdated. Renders nothing while it is live. */
function LiveNotice() {
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

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
  const commands = commandsOf(shown, choice, choose, setPanel);
  return (
    <div className="board-page" data-fill={isBoard || undefined}>
      <PageHeader title={t('title')} {...(storeName !== null && { text: storeName })} actions={<LiveNotice />} />
      <StoreToolbar
        choice={choice}
        shown={shown}
        words={words}
        commands={commands}
        onChoose={choose}
        onPanel={setPanel}
      />
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

/** The commands of the board's toolbar and keys. */
function commandsOf(
  { showNext, showToday }: Pick<Shown, 'showNext' | 'showToday'>,
  { pxPerHour }: BoardChoice,
  choose: (next: Partial<BoardChoice>) => void,
  openPanel: (panel: OpenPanel) => void,
): BoardCommands {
  return {
    onDay: showNext,
    onToday: showToday,
    onZoom: (step) => {
      const zoom = nextZoom(pxPerHour, step);
      if (zoom !== null) choose({ pxPerHour: zoom });
    },
    onWalkIn: () => openPanel({ kind: 'walk-in' }),
    onHelp: () => document.getElementById('board-help')?.showPopover(),
  };
}

interface StoreToolbarProps {
  readonly choice: BoardChoice;
  readonly shown: Pick<Shown, 'shownDay' | 'readNext'>;
  readonly words: BoardWords;
  readonly commands: BoardCommands;
  readonly onChoose: (next: Partial<BoardChoice>) => void;
  readonly onPanel: (panel: OpenPanel) => void;
}

/** The toolbar, with the shown days in words; a new reservation and the waitlist start at the shown day. */
function StoreToolbar({ choice, shown, words, commands, onChoose, onPanel }: StoreToolbarProps) {
  const can = useCan();
  const { date, today } = shown.shownDay;
  const day = date === today ? null : date;
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
      onNew={() => onPanel({ kind: 'create', initial: { day } })}
      onWalkIn={commands.onWalkIn}
      onWaitlist={() => onPanel({ kind: 'waitlist', day })}
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

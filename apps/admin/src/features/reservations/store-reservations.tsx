import { addDays } from '@munjigi/rules';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan, useProduct } from '../../app/auth.tsx';
import { useLiveState } from '../../app/live-state.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LinearProgress } from '../../ui/route-progress.tsx';
import { useZone } from '../../ui/zone.ts';
import { BoardCards } from './board/board-cards.tsx';
import { BoardScreen } from './board/board-screen.tsx';
import { BoardToolbar } from './board/board-toolbar.tsx';
import { dateAfter, loadedDays, nextZoom, readChoice, withChoice, type BoardChoice } from './board/board-view.ts';
import { useBoardWords } from './board/board-words.ts';
import { useOpenedDay } from './board/opened-day.ts';
import { useCalendarDay } from './board/calendar-day.ts';
import type { OpenPanel } from './reservation-panels.tsx';
import { prefetchDaily, useDaily, useStore } from './reservations.api.ts';

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
  const client = useQueryClient();
  const can = useCan();
  const canWrite = can('reservations:book');
  const [params, setParams] = useSearchParams();
  // The overview links here when a time on the waitlist becomes free.
  const [panel, setPanel] = useState<OpenPanel | null>(() =>
    params.has('waitlist') ? { kind: 'waitlist', day: null } : null,
  );
  const store = useStore(product, storeId);
  const chosenZone = useZone();
  const timeZone = store.data?.timeZone ?? chosenZone;
  const today = useCalendarDay(timeZone);
  const choice = readChoice(params);
  const date = choice.date ?? today;
  const isWeek = choice.view === 'week';
  const questionOf = (day: string) => ({
    storeId,
    ...loadedDays(choice.view, choice.pxPerHour, window.innerWidth, day),
  });
  const days = useDaily(product, questionOf(date));
  const words = useBoardWords(timeZone);
  const [nowCount, setNowCount] = useState(0);
  const isBoard = choice.view !== 'list';
  useEffect(fetchPanelsWhenIdle, []);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-fills-screen', isBoard);
    return () => document.documentElement.removeAttribute('data-fills-screen');
  }, [isBoard]);

  const openedId = params.get('reservation');
  const isDrawerOpen = openedId !== null;
  const choose = (next: Partial<BoardChoice>) =>
    setParams((now) => withChoice(now, next), { preventScrollReset: true, replace: next.view === undefined });
  useOpenedDay({
    product,
    openedId,
    days: isBoard && !days.isPlaceholderData ? days.data : undefined,
    timeZone,
    onDay: (day) => choose({ date: day === today ? null : day }),
  });
  const open = (reservationId: string) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        changed.set('reservation', reservationId);
        return changed;
      },
      { preventScrollReset: true },
    );
  const create = (roomId: string, startsAt: string, endsAt: string) =>
    setPanel({ kind: 'create', initial: { roomId, startsAt, endsAt } });
  const dayAt = (step: 1 | -1) => dateAfter(date, choice.view, step);
  const commands = {
    onDay: (step: 1 | -1) => choose({ date: dayAt(step) === today ? null : dayAt(step) }),
    onToday: () => {
      choose({ date: null });
      setNowCount((count) => count + 1);
    },
    onZoom: (step: 1 | -1) => {
      const zoom = nextZoom(choice.pxPerHour, step);
      if (zoom !== null) choose({ pxPerHour: zoom });
    },
    onWalkIn: () => setPanel({ kind: 'walk-in' }),
    onHelp: () => document.getElementById('board-help')?.showPopover(),
  };
  return (
    <div className="board-page" data-fill={isBoard || undefined}>
      <PageHeader title={t('title')} {...(storeName !== null && { text: storeName })} actions={<LiveNotice />} />
      <BoardToolbar
        choice={choice}
        date={date}
        isToday={date === today}
        canWrite={canWrite}
        onChoose={choose}
        onDay={commands.onDay}
        onToday={commands.onToday}
        shown={isWeek ? words.days(date, addDays(date, 6)) : words.day(date)}
        onAhead={(step) => prefetchDaily(client, product, questionOf(dayAt(step)))}
        onNew={() => setPanel({ kind: 'create', initial: { day: date === today ? null : date } })}
        onWalkIn={commands.onWalkIn}
        onWaitlist={() => setPanel({ kind: 'waitlist', day: date === today ? null : date })}
      />
      {choice.view === 'list' ? (
        <Suspense fallback={<LinearProgress label={t('common:loading')} />}>
          <List storeId={storeId} clock={{ timeZone, today }} onOpen={open} />
        </Suspense>
      ) : (
        <BoardScreen
          product={product}
          storeId={storeId}
          store={store}
          days={days}
          pxPerHour={choice.pxPerHour}
          date={date}
          today={today}
          isDateChosen={choice.date !== null}
          nowCount={nowCount}
          onDate={(day) => choose({ date: day === today ? null : day })}
          onAhead={(step) => prefetchDaily(client, product, questionOf(addDays(date, step)))}
          canWrite={canWrite}
          canMoveBlocks={can('reservations:write')}
          openedId={openedId}
          words={words}
          commands={commands}
          onOpen={open}
          onCreate={create}
        />
      )}
      <BoardCards />
      {(panel !== null || isDrawerOpen) && (
        <ErrorBoundary place="section">
          <Suspense fallback={null}>
            <Panels storeId={storeId} panel={panel} isDrawerOpen={isDrawerOpen} onPanel={setPanel} onOpen={open} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
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

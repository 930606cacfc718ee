import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../app/auth.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useAlarms } from '../alarms/index.ts';
import { useFirstNotificationCount, WaitingNotifications } from '../notifications/index.ts';
import { usePendingIncidentCount } from '../on-call/index.ts';
import { useStrandedGuests } from '../stranded-guests/index.ts';
import { useComingReservations } from '../readiness/index.ts';
import { EndedAlarmsCard, LiveAlarmsCard } from './door-alarms-card.tsx';
import { useFigures, useMoneyTasks, useUnpaidGuests, type Overview } from './overview.api.ts';

/** Parts load on demand, because the first screen must be light. */
const loadTasks = () => import('./overview-tasks.tsx');
const Troubles = lazy(async () => ({ default: (await loadTasks()).OverviewTroubles }));
const FreedTimes = lazy(async () => ({ default: (await loadTasks()).FreedTimes }));
const Money = lazy(async () => ({ default: (await loadTasks()).OverviewMoney }));
const Stranded = lazy(() => import('./stranded-task.tsx').then(({ StrandedTask }) => ({ default: StrandedTask })));
const loadComing = () => import('./coming-guests.tsx');
const Coming = lazy(async () => ({ default: (await loadComing()).ComingGuests }));

/** The heights of a line of tasks with the space below it, and of the guests who come. */
const [TASK_PX, COMING_PX] = [64, 140];

interface AttentionProps {
  /** Missing before it was read. */
  readonly overview: Overview | undefined;
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

/**
 * The part of the overview that needs attention: beside the stores on a wide screen, above them otherwise. Ranked: what
 * goes wrong now, the next guests, money, and alarms that are over (OV-10). Its parts
 * load separately and must not move what a finger is about to touch, so they and what they would move stay invisible until
 * all of them have their data and their code (`data-settled`).
 */
export function Attention({ overview, storeId, stores }: AttentionProps) {
  const { t } = useTranslation('overview');
  const can = useCan();
  const product = useProduct();
  const alarms = useAlarms(product, can('doors:read'));
  const coming = useComingReservations(product, storeId);
  const waiting = useFirstNotificationCount(product, can('notifications:read')).data;
  const figures = useFigures(product, storeId);
  const incidents = usePendingIncidentCount(product, storeId);
  const stranded = useStrandedGuests(product, storeId);
  const strandedLines = stranded.data?.stores.length ?? 0;
  const { freed = [], rooms = [] } = overview ?? {};
  const overruns = rooms.filter((room) => room.overrun !== null);
  const hasComing = coming.data !== undefined && coming.data.total > 0;
  const isDataThere =
    overview !== undefined &&
    figures.isFetched &&
    (alarms.isFetched || !can('doors:read')) &&
    coming.isFetched &&
    incidents.isSettled &&
    stranded.isFetched &&
    (waiting !== undefined || !can('notifications:read'));
  const parts = useParts(hasComing);
  const isSettled = useIsShown(isDataThere, parts.isSettled);
  return (
    <div className="overview-attention" data-settled={isSettled}>
      <ErrorBoundary place="section">
        <LiveAlarmsCard storeId={storeId} stores={stores} />
      </ErrorBoundary>
      {(incidents.count > 0 || overruns.length > 0) && (
        <Part height={TASK_PX * Math.min(1, incidents.count)}>
          <parts.Troubles incidentCount={incidents.count} overruns={overruns} stores={stores} storeId={storeId} />
        </Part>
      )}
      <Lines count={strandedLines}>
        <Stranded storeId={storeId} />
      </Lines>
      {hasComing && (
        <Part height={COMING_PX}>
          <parts.Coming coming={coming.data} rooms={rooms} stores={stores} />
        </Part>
      )}
      <Lines count={Math.min(1, freed.length)}>
        <parts.FreedTimes freed={freed} rooms={rooms} stores={stores} />
      </Lines>
      <ErrorBoundary place="section">
        <MoneyLines part={parts.Money} rooms={rooms} stores={stores} storeId={storeId} />
      </ErrorBoundary>
      <ErrorBoundary place="section">
        <WaitingNotifications storeId={storeId} stores={stores} />
      </ErrorBoundary>
      <ErrorBoundary place="section">
        <EndedAlarmsCard storeId={storeId} stores={stores} />
      </ErrorBoundary>
      {/* Visible only while it is the only line. */}
      {isSettled && <p className="overview-quiet">{t('quiet')}</p>}
    </div>
  );
}

type Tasks = Awaited<ReturnType<typeof loadTasks>>;
type ComingCode = Awaited<ReturnType<typeof loadComing>>;
interface PartCode {
  readonly tasks: Tasks | null;
  readonly coming: ComingCode | null;
}

/** Kept for the next visit, so that the parts appear at once. */
let loadedCode: PartCode = { tasks: null, coming: null };

/**
 * The parts, and whether their code and texts have loaded or failed to: a `lazy` part loads them again and shows the
 * failure. Once they have loaded the parts are not `lazy`, because React delays one that was waited for. Nearly every chain
 * has a line of tasks.
 */
function useParts(hasComing: boolean) {
  const { i18n } = useTranslation();
  const [code, setCode] = useState(loadedCode);
  const [settled, setSettled] = useState<'nothing' | 'tasks' | 'all'>('nothing');
  useEffect(() => {
    const aborter = new AbortController();
    const texts = i18n.loadNamespaces('tasks');
    const codeOf = async <T,>(load: () => Promise<T>) => {
      const [module] = await Promise.all([load(), texts]);
      return module;
    };
    void Promise.allSettled([codeOf(loadTasks), hasComing ? codeOf(loadComing) : Promise.resolve(null)]).then(
      ([tasks, coming]) => {
        loadedCode = {
          tasks: tasks.status === 'fulfilled' ? tasks.value : loadedCode.tasks,
          coming: coming.status === 'fulfilled' ? (coming.value ?? loadedCode.coming) : loadedCode.coming,
        };
        if (aborter.signal.aborted) return;
        setCode(loadedCode);
        setSettled((before) => (hasComing || before === 'all' ? 'all' : 'tasks'));
      },
    );
    return () => aborter.abort();
  }, [i18n, hasComing]);
  const isThere = code.tasks !== null && (code.coming !== null || !hasComing);
  return {
    Troubles: code.tasks?.OverviewTroubles ?? Troubles,
    FreedTimes: code.tasks?.FreedTimes ?? FreedTimes,
    Money: code.tasks?.OverviewMoney ?? Money,
    Coming: code.coming?.ComingGuests ?? Coming,
    isSettled: isThere || settled === 'all' || (settled === 'tasks' && !hasComing),
  };
}

/** What was shown once is not hidden again when a further part begins to load: a finger may be on its way. */
function useIsShown(isDataThere: boolean, isCodeThere: boolean): boolean {
  const [wasShown, setShown] = useState(false);
  const isShown = isDataThere && (isCodeThere || wasShown);
  if (isShown && !wasShown) setShown(true);
  return isShown;
}

/** Reads the figures in a separate part: figures that cannot be shown must not hide what is above. */
function MoneyLines({
  part: MoneyNow,
  rooms,
  stores,
  storeId,
}: Omit<AttentionProps, 'overview'> & {
  readonly part: Tasks['OverviewMoney'] | typeof Money;
  readonly rooms: Overview['rooms'];
}) {
  const product = useProduct();
  const money = useMoneyTasks(product, storeId);
  const unpaid = useUnpaidGuests(product, storeId);
  const lines = Object.values(money ?? {}).filter((count) => count > 0).length + Math.min(1, unpaid.length);
  return (
    <Lines count={lines}>
      <MoneyNow unpaid={unpaid} money={money} rooms={rooms} stores={stores} storeId={storeId} />
    </Lines>
  );
}

/** A part with at least one line; without any it does not load its code. */
function Lines({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  return count === 0 ? null : <Part height={TASK_PX * count}>{children}</Part>;
}

/** A part whose code loads on demand, with its place meanwhile, in pixels. */
function Part({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  return (
    <ErrorBoundary place="section">
      <Suspense fallback={<div className="waiting-place" style={{ height }} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

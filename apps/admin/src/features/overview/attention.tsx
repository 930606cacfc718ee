import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { useAlarms } from '../alarms/index.ts';
import { useFirstNotificationCount, WaitingNotifications } from '../notifications/index.ts';
import { usePendingIncidentCount } from '../on-call/index.ts';
import { useStrandedGuests } from '../stranded-guests/index.ts';
import { useComingReservations } from '../readiness/index.ts';
import { EndedAlarmsCard, LiveAlarmsCard, splitShownAlarms } from './door-alarms-card.tsx';
import { useParts, type Parts } from './overview-parts.ts';
import { useFigures, useMoneyTasks, useUnpaidGuests, type Overview } from './overview.api.ts';

const Stranded = lazy(() => import('./stranded-task.tsx').then(({ StrandedTask }) => ({ default: StrandedTask })));

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
  const { coming, alarms, incidents, strandedLines, isThere } = useAttentionData(overview, storeId);
  const { freed = [], rooms = [] } = overview ?? {};
  const overruns = rooms.filter((room) => room.overrun !== null);
  const hasAlarms = alarms.live.length + alarms.ended.length > 0;
  // Nearly every chain has a line of tasks.
  const parts = useParts([
    'tasks',
    ...(coming === null ? [] : (['coming'] as const)),
    ...(hasAlarms ? (['alarms'] as const) : []),
  ]);
  const isSettled = useIsShown(isThere, parts.isSettled);
  return (
    <div className="overview-attention" data-settled={isSettled}>
      <ErrorBoundary place="section">
        <LiveAlarmsCard alarms={alarms.live} stores={stores} rows={parts.AlarmRows} />
      </ErrorBoundary>
      {(incidents.count > 0 || overruns.length > 0) && (
        <Part height={TASK_PX * Math.min(1, incidents.count)}>
          <parts.Troubles incidentCount={incidents.count} overruns={overruns} stores={stores} storeId={storeId} />
        </Part>
      )}
      <Lines count={strandedLines}>
        <Stranded storeId={storeId} />
      </Lines>
      {coming !== null && (
        <Part height={COMING_PX}>
          <parts.Coming coming={coming} rooms={rooms} stores={stores} />
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
        <EndedAlarmsCard alarms={alarms.ended} stores={stores} list={parts.EndedAlarms} />
      </ErrorBoundary>
      {/* Visible only while it is the only line. */}
      {isSettled && <p className="overview-quiet">{t('quiet')}</p>}
    </div>
  );
}

/** What the parts show, and whether all of it has been read. `coming` is null without guests who come. */
function useAttentionData(overview: Overview | undefined, storeId: string | null) {
  const can = useCan();
  const product = useProduct();
  const alarms = useAlarms(product, can('doors:read'));
  const coming = useComingReservations(product, storeId);
  const waiting = useFirstNotificationCount(product, can('notifications:read')).data;
  const figures = useFigures(product, storeId);
  const incidents = usePendingIncidentCount(product, storeId);
  const stranded = useStrandedGuests(product, storeId);
  return {
    coming: coming.data !== undefined && coming.data.total > 0 ? coming.data : null,
    alarms: splitShownAlarms(alarms.data?.items ?? [], storeId),
    incidents,
    strandedLines: stranded.data?.stores.length ?? 0,
    isThere:
      overview !== undefined &&
      figures.isFetched &&
      (alarms.isFetched || !can('doors:read')) &&
      coming.isFetched &&
      incidents.isSettled &&
      stranded.isFetched &&
      (waiting !== undefined || !can('notifications:read')),
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
  readonly part: Parts['Money'];
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

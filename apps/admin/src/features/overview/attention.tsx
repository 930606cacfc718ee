import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../app/auth.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useAlarms } from '../alarms/index.ts';
import { useKnownNotificationCount, WaitingNotifications } from '../notifications/index.ts';
import { usePendingIncidentCount } from '../on-call/index.ts';
import { useComingReservations } from '../readiness/index.ts';
import { ComingGuests } from './coming-guests.tsx';
import { DoorAlarmsCard } from './door-alarms-card.tsx';
import { useFigures, useMoneyTasks, type Overview } from './overview.api.ts';

/** Rare parts load on demand, because the first screen must be light. */
const Tasks = lazy(() => import('./overview-tasks.tsx').then(({ OverviewTasks }) => ({ default: OverviewTasks })));

/** The height of a line of `OverviewTasks` with the space below it. */
const TASK_PX = 64;

interface AttentionProps {
  /** Missing before it was read. */
  readonly overview: Overview | undefined;
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

/**
 * The part of the overview that needs attention: beside the stores on a wide screen, above them otherwise. Its parts
 * load separately and must not move what a finger is about to touch, so the rest stays invisible until all parts have
 * loaded if they would move it (`data-settled`).
 */
export function Attention({ overview, storeId, stores }: AttentionProps) {
  const { t } = useTranslation('overview');
  const can = useCan();
  const product = useProduct();
  const alarms = useAlarms(product, can('doors:read'));
  const coming = useComingReservations(product, storeId);
  const waiting = useKnownNotificationCount(product).data;
  const figures = useFigures(product, storeId);
  const money = useMoneyTasks(product, storeId);
  const incidents = usePendingIncidentCount(product, storeId);
  const moneyKinds = money === null ? 0 : Object.values(money).filter((count) => count > 0).length;
  const lines = moneyKinds + (incidents.count > 0 ? 1 : 0);
  const freed = overview?.freed ?? [];
  const overruns = overview?.rooms.filter((room) => room.overrun !== null) ?? [];
  const isSettled =
    overview !== undefined &&
    figures.isFetched &&
    (alarms.isFetched || !can('doors:read')) &&
    coming.isFetched &&
    incidents.isSettled &&
    (waiting !== undefined || !can('notifications:read'));
  return (
    <div className="overview-attention" data-settled={isSettled}>
      <ErrorBoundary place="section">
        <DoorAlarmsCard storeId={storeId} stores={stores} />
      </ErrorBoundary>
      {(incidents.count > 0 || freed.length > 0 || money !== null || overruns.length > 0) && (
        <ErrorBoundary place="section">
          <Suspense fallback={<div className="waiting-place" style={{ height: TASK_PX * lines }} />}>
            <Tasks
              incidentCount={incidents.count}
              overruns={overruns}
              freed={freed}
              rooms={overview?.rooms ?? []}
              stores={stores}
              storeId={storeId}
              money={money}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      <ErrorBoundary place="section">
        {/* Its texts arrive with the first guest, and must not hide the whole screen meanwhile. */}
        <Suspense fallback={null}>
          <ComingGuests coming={coming.data} rooms={overview?.rooms ?? []} stores={stores} />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary place="section">
        <WaitingNotifications storeId={storeId} stores={stores} />
      </ErrorBoundary>
      {/* Visible only while it is the only line. */}
      {isSettled && <p className="overview-quiet">{t('quiet')}</p>}
    </div>
  );
}

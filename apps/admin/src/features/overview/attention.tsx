import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../app/auth.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useAlarms } from '../alarms/index.ts';
import { useKnownNotificationCount, WaitingNotifications } from '../notifications/index.ts';
import { useComing } from '../readiness/index.ts';
import { ComingGuests } from './coming-guests.tsx';
import { DoorAlarms } from './door-alarms.tsx';
import { FreedTimes } from './freed-times.tsx';
import { useIsTimeToRead, type Overview } from './overview.api.ts';

interface AttentionProps {
  /** Not there before it was read. */
  readonly overview: Overview | undefined;
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

/**
 * What somebody should look at: beside the stores where there is room, before them where there is not. It comes by several ways, and
 * must not push away what a finger is about to touch: until all of it is here the rest waits unseen where it would be pushed
 * (`data-settled`).
 */
export function Attention({ overview, storeId, stores }: AttentionProps) {
  const { t } = useTranslation('overview');
  const can = useCan();
  const product = useProduct();
  const alarms = useAlarms(product, can('doors:read'));
  const coming = useComing(product, storeId, { isEnabled: useIsTimeToRead() });
  const waiting = useKnownNotificationCount(product).data;
  const isSettled = overview !== undefined && (alarms.isFetched || !can('doors:read')) && coming.isFetched && (waiting !== undefined || !can('notifications:read'));
  return (
    <div className="overview-attention" data-settled={isSettled}>
      <ErrorBoundary place="section"><DoorAlarms storeId={storeId} stores={stores} /></ErrorBoundary>
      {overview !== undefined && <ErrorBoundary place="section"><FreedTimes freed={overview.freed} rooms={overview.rooms} stores={stores} /></ErrorBoundary>}
      <ErrorBoundary place="section"><ComingGuests coming={coming.data} rooms={overview?.rooms ?? []} stores={stores} /></ErrorBoundary>
      <ErrorBoundary place="section"><WaitingNotifications storeId={storeId} stores={stores} /></ErrorBoundary>
      {/* Seen only while it stands alone. */}
      {isSettled && <p className="overview-quiet">{t('quiet')}</p>}
    </div>
  );
}

import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useCachedNotificationCount } from './notifications.api.ts';

const Card = lazy(() => import('./waiting-card.tsx').then(({ WaitingCard }) => ({ default: WaitingCard })));

const SHOWN = 3;
/** The heights with one line of text per row, so that little moves when the list arrives. */
const [HEAD_PX, ROW_PX] = [58, 56];

interface WaitingNotificationsProps {
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

/**
 * The newest unconfirmed notifications of the chosen store or of all (OV-1). Renders nothing and loads no code without
 * any. For all stores it is a line that opens, because the first screen must be light.
 */
export function WaitingNotifications(props: WaitingNotificationsProps) {
  const { t } = useTranslation('notifications');
  const can = useCan();
  const cachedCount = useCachedNotificationCount(useProduct()).data;
  const [isOpen, setOpen] = useState(false);
  if (!can('notifications:read') || cachedCount === undefined || cachedCount.unconfirmedCount === 0) return null;
  if (!isOpen && props.storeId === null) {
    return (
      <section className="waiting-line" aria-labelledby="waiting-line" data-testid="waiting-line">
        <h2 id="waiting-line">{t('bell.some', { count: cachedCount.unconfirmedCount })}</h2>
        <button type="button" className="button" aria-describedby="waiting-line" onClick={() => setOpen(true)}>
          {t('bell.show')}
        </button>
      </section>
    );
  }
  const place = (
    <div
      className="waiting-place"
      style={{ height: HEAD_PX + Math.min(SHOWN, cachedCount.unconfirmedCount) * ROW_PX }}
    />
  );
  return (
    <Suspense fallback={place}>
      <Card {...props} moment={`${cachedCount.count}-${cachedCount.unconfirmedCount}`} most={SHOWN} place={place} />
    </Suspense>
  );
}

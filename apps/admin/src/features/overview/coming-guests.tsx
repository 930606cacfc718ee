import type { Readiness, Room } from '@munjigi/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import {
  COMING_HOURS,
  DoorOpeners,
  classifyGuestReadiness,
  useCheckWords,
  useObstacleWords,
} from '../readiness/index.ts';

const PaymentLinkButton = lazy(() =>
  import('../messages/payment-link-button.tsx').then((part) => ({ default: part.PaymentLinkButton })),
);

interface ComingGuestsProps {
  /** Missing before it was read. */
  readonly coming: { readonly total: number; readonly items: readonly Readiness[] } | undefined;
  readonly rooms: readonly Room[];
  readonly stores: readonly { id: string; name: string }[];
}

/**
 * The guests of the next hours with their obstacles and the evidence (NX-1). Names are left out; the reservation itself
 * shows them.
 */
export function ComingGuests({ coming, rooms, stores }: ComingGuestsProps) {
  const { t } = useTranslation('overview');
  if (coming === undefined || coming.total === 0) return null;
  const place = (readiness: Readiness) =>
    [
      stores.find((store) => store.id === readiness.storeId)?.name,
      rooms.find((room) => room.id === readiness.roomId)?.name,
    ]
      .filter(Boolean)
      .join(' ');
  const count = (stand: string) =>
    coming.items.filter((item) => classifyGuestReadiness(item.obstacles) === stand).length;
  const [blocked, warned] = [count('blocked'), count('warned')];
  return (
    <section className="overview-coming" aria-labelledby="coming" data-testid="overview-coming">
      <h2 id="coming">{t('coming.title', { hours: COMING_HOURS, n: coming.total })}</h2>
      <p>
        {blocked > 0 && t('coming.blocked', { n: blocked })} {warned > 0 && t('coming.warned', { n: warned })}
        {blocked + warned === 0 && t('coming.allReady')}
      </p>
      <ul>
        {coming.items.map((item) => (
          <li key={item.reservationId}>
            <Coming guest={item} place={place(item)} />
          </li>
        ))}
      </ul>
      {coming.total > coming.items.length && <p>{t('coming.more', { n: coming.total - coming.items.length })}</p>}
    </section>
  );
}

function Coming({ guest, place }: { readonly guest: Readiness; readonly place: string }) {
  const { t } = useTranslation('overview');
  const { t: check } = useTranslation('readiness');
  const format = useFormat();
  const stand = classifyGuestReadiness(guest.obstacles);
  const isReady = stand === 'ready';
  const words = useObstacleWords();
  const when = useCheckWords();
  // Obstacles that a check found and that still exist.
  const found = isReady
    ? undefined
    : guest.checks.findLast((check) => check.minutesBefore <= 120 && check.obstacles.length > 0);
  return (
    <>
      <Link to={`/dashboard/reservation?store=${guest.storeId}&reservation=${guest.reservationId}`} data-stand={stand}>
        <span className="overview-time">{format.time(guest.startsAt)}</span>
        <span className="overview-name">{place}</span>
        <span className="overview-stand">
          <Icon name={isReady ? 'check' : 'warning'} size={16} />
          {isReady
            ? t('coming.ready')
            : [...guest.obstacles.map(words), ...(found ? [check('check.found', { when: when(found) })] : [])].join(
                ' · ',
              )}
        </span>
      </Link>
      <DoorOpeners storeId={guest.storeId} obstacles={guest.obstacles} />
      {guest.obstacles.some(({ kind }) => kind === 'UNPAID') && (
        <div className="overview-pay">
          <Suspense fallback={null}>
            <PaymentLinkButton reservationId={guest.reservationId} />
          </Suspense>
        </div>
      )}
    </>
  );
}

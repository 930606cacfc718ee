import type { Room, WaitlistEntry } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';

interface OverviewTasksProps extends FreedTimesProps {
  readonly storeId: string | null;
  /** Cancelled reservations whose refund is not confirmed. */
  readonly owed: number;
}

/** What a person should do and seldom is there: guests to call about a free time, refunds that are owed. */
export function OverviewTasks({ storeId, owed, ...freed }: OverviewTasksProps) {
  const { t } = useTranslation('refunds');
  return (
    <>
      <FreedTimes {...freed} />
      {owed > 0 && (
        <section className="waiting-line" aria-labelledby="owed-refunds" data-testid="overview-refunds">
          <h2 id="owed-refunds"><Link to={`/dashboard/admin/payments${storeId === null ? '' : `?store=${storeId}`}`}>{t('title', { total: owed })}</Link></h2>
        </section>
      )}
    </>
  );
}

interface FreedTimesProps {
  readonly freed: readonly WaitlistEntry[];
  readonly rooms: readonly Room[];
  readonly stores: readonly { id: string; name: string }[];
}

/** Times that somebody waits for and that fell free: a person should call them. Names are for the waitlist itself. */
function FreedTimes({ freed, rooms, stores }: FreedTimesProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  if (freed.length === 0) return null;
  return (
    <section className="overview-freed" aria-labelledby="freed" data-testid="overview-freed">
      <h2 id="freed"><Icon name="info" size={18} />{t('freed', { n: freed.length })}</h2>
      <ul>
        {freed.map((entry) => (
          <li key={entry.id}>
            <Link to={`/dashboard/reservation?store=${entry.storeId}&waitlist=open`}>
              {stores.find((store) => store.id === entry.storeId)?.name} {rooms.find((room) => room.id === entry.freeRoomId)?.name} · {format.dateTime(entry.startsAt)}–{format.time(entry.endsAt)} · {t('people', { n: entry.headCount })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

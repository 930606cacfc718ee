import type { Room, WaitlistEntry } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { MoneyTasks } from './overview.api.ts';

interface OverviewTasksProps extends FreedTimesProps {
  /** Rooms with a guest inside after the end of the stay. */
  readonly overruns: readonly Room[];
  readonly storeId: string | null;
  readonly money: MoneyTasks | null;
}

/** The screen for each task. */
const PLACE_OF = {
  refunds: '/dashboard/admin/payments',
  deposits: '/dashboard/deposit',
  payouts: '/dashboard/system/settlement',
} as const;
const MONEY = ['refunds', 'deposits', 'payouts'] as const;

/**
 * Rare tasks: overruns, guests to call about a free time, and open refunds, deposits and payouts. Confirming a
 * notification does not hide them.
 */
export function OverviewTasks({ storeId, money, overruns, ...freed }: OverviewTasksProps) {
  const { t } = useTranslation('tasks');
  return (
    <>
      <Overruns overruns={overruns} stores={freed.stores} />
      <FreedTimes {...freed} />
      {MONEY.map((kind) => {
        const count = money?.[kind] ?? 0;
        if (count === 0) return null;
        return (
          <section
            key={kind}
            className="waiting-line"
            aria-labelledby={`money-${kind}`}
            data-testid={`overview-${kind}`}
          >
            <h2 id={`money-${kind}`}>
              <Link to={`${PLACE_OF[kind]}${storeId === null ? '' : `?store=${storeId}`}`}>
                {t(kind, { count })}
                <Icon name="chevron" size={16} />
              </Link>
            </h2>
          </section>
        );
      })}
    </>
  );
}

/** Guests who are still inside after their time. A person calls them before the next guest arrives (NX-4). */
function Overruns({ overruns, stores }: Pick<OverviewTasksProps, 'overruns' | 'stores'>) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const now = useNow();
  // A guest who is packing up does not count as an overrun.
  const shown = overruns.flatMap((room) =>
    room.overrun === null || Date.parse(room.overrun.toldFrom) > now ? [] : [{ room, overrun: room.overrun }],
  );
  if (shown.length === 0) return null;
  return (
    <section className="overview-freed" role="alert" aria-labelledby="overruns" data-testid="overview-overruns">
      <h2 id="overruns">
        <Icon name="warning" size={18} />
        {t('overruns', { count: shown.length })}
      </h2>
      <ul>
        {shown.map(({ room, overrun }) => (
          <li key={room.id}>
            <Link to={`/dashboard/reservation?store=${room.storeId}&reservation=${overrun.reservationId}`}>
              {stores.find((store) => store.id === room.storeId)?.name} {room.name} ·{' '}
              {t('overrun', {
                time: format.time(overrun.since),
                minutes: Math.floor((now - Date.parse(overrun.since)) / 60_000),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FreedTimesProps {
  readonly freed: readonly WaitlistEntry[];
  readonly rooms: readonly Room[];
  readonly stores: readonly { id: string; name: string }[];
}

/** Free times with a waiting guest, whom a person should call. Names are only on the waitlist itself. */
function FreedTimes({ freed, rooms, stores }: FreedTimesProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  if (freed.length === 0) return null;
  return (
    <section className="overview-freed" aria-labelledby="freed" data-testid="overview-freed">
      <h2 id="freed">
        <Icon name="info" size={18} />
        {t('freed', { n: freed.length })}
      </h2>
      <ul>
        {freed.map((entry) => (
          <li key={entry.id}>
            <Link to={`/dashboard/reservation?store=${entry.storeId}&waitlist=open`}>
              {stores.find((store) => store.id === entry.storeId)?.name}{' '}
              {rooms.find((room) => room.id === entry.freeRoomId)?.name} · {format.dateTime(entry.startsAt)}–
              {format.time(entry.endsAt)} · {t('people', { n: entry.headCount })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

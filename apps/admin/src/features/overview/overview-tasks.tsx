import './overview-tasks.css';
import type { Room, WaitlistEntry } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { PaymentLinkButton } from '../messages/index.ts';
import type { MoneyTasks, UnpaidGuest } from './overview.api.ts';

/** The screen for each task. */
const PLACE_OF = {
  refunds: '/dashboard/admin/payments',
  deposits: '/dashboard/deposit',
  payouts: '/dashboard/system/settlement',
} as const;
const MONEY = ['refunds', 'deposits', 'payouts'] as const;

interface OverviewTroublesProps extends Pick<FreedTimesProps, 'stores'> {
  /** Incidents that need a person, or that a person has taken. */
  readonly incidentCount: number;
  /** Rooms with a guest inside after the end of the stay. */
  readonly overruns: readonly Room[];
  readonly storeId: string | null;
}

/** Incidents of the on-call rules, and guests who stay beyond their time. */
export function OverviewTroubles({ incidentCount, storeId, overruns, stores }: OverviewTroublesProps) {
  return (
    <>
      {incidentCount > 0 && (
        <TaskLine name="incidents" path="/dashboard/on-call" storeId={storeId} count={incidentCount} />
      )}
      <Overruns overruns={overruns} stores={stores} />
    </>
  );
}

interface OverviewMoneyProps extends Pick<FreedTimesProps, 'rooms' | 'stores'> {
  readonly storeId: string | null;
  readonly unpaid: readonly UnpaidGuest[];
  /** `null`: no task is open. */
  readonly money: MoneyTasks | null;
}

/** Guests inside who have not paid, and open refunds, deposits and payouts. Confirming a notification does not hide them. */
export function OverviewMoney({ storeId, unpaid, money, rooms, stores }: OverviewMoneyProps) {
  return (
    <>
      <UnpaidGuests unpaid={unpaid} rooms={rooms} stores={stores} />
      {MONEY.map((kind) => {
        const count = money?.[kind] ?? 0;
        if (count === 0) return null;
        return <TaskLine key={kind} name={kind} path={PLACE_OF[kind]} storeId={storeId} count={count} />;
      })}
    </>
  );
}

/** So many guests are shown at first; a line opens the others. */
const MOST_UNPAID = 3;

/** Guests inside who have not paid in full: each leads to the reservation, which takes the payment, and has the link to pay. */
function UnpaidGuests({ unpaid, rooms, stores }: Pick<OverviewMoneyProps, 'unpaid' | 'rooms' | 'stores'>) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  if (unpaid.length === 0) return null;
  const list = (guests: readonly UnpaidGuest[]) => (
    <ul>
      {guests.map((guest) => (
        <li key={guest.reservationId}>
          <Link to={`/dashboard/reservation?store=${guest.storeId}&reservation=${guest.reservationId}`}>
            {stores.find((store) => store.id === guest.storeId)?.name}{' '}
            {rooms.find((room) => room.id === guest.roomId)?.name} ·{' '}
            {t('unpaidGuest', { amount: format.money(guest.dueAmount), time: format.time(guest.endsAt) })}
          </Link>{' '}
          <PaymentLinkButton reservationId={guest.reservationId} />
        </li>
      ))}
    </ul>
  );
  return (
    <section className="panel overview-unpaid" aria-labelledby="unpaid" data-testid="overview-unpaid">
      <h2 id="unpaid">{t('unpaid', { count: unpaid.length })}</h2>
      {list(unpaid.slice(0, MOST_UNPAID))}
      {unpaid.length > MOST_UNPAID && (
        <details>
          <summary>{t('moreUnpaid', { count: unpaid.length - MOST_UNPAID })}</summary>
          {list(unpaid.slice(MOST_UNPAID))}
        </details>
      )}
    </section>
  );
}

interface TaskLineProps {
  readonly name: 'incidents' | (typeof MONEY)[number];
  readonly path: string;
  readonly storeId: string | null;
  readonly count: number;
}

/** The number of open tasks of a kind, and the screen on which a person works on them. */
function TaskLine({ name, path, storeId, count }: TaskLineProps) {
  const { t } = useTranslation('tasks');
  return (
    <section className="waiting-line" aria-labelledby={`task-${name}`} data-testid={`overview-${name}`}>
      <h2 id={`task-${name}`}>
        <Link to={`${path}${storeId === null ? '' : `?store=${storeId}`}`}>
          {t(name, { count })}
          <Icon name="chevron" size={16} />
        </Link>
      </h2>
    </section>
  );
}

/** Guests who are still inside after their time. A person calls them before the next guest arrives (NX-4). */
function Overruns({ overruns, stores }: Pick<OverviewTroublesProps, 'overruns' | 'stores'>) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const now = useNow();
  // A guest who is packing up does not count as an overrun.
  const shown = overruns.flatMap((room) =>
    room.overrun === null || Date.parse(room.overrun.reportedFrom) > now ? [] : [{ room, overrun: room.overrun }],
  );
  if (shown.length === 0) return null;
  return (
    <section className="panel overview-freed" role="alert" aria-labelledby="overruns" data-testid="overview-overruns">
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
export function FreedTimes({ freed, rooms, stores }: FreedTimesProps) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  if (freed.length === 0) return null;
  return (
    <section className="panel overview-freed" aria-labelledby="freed" data-testid="overview-freed">
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
              {format.time(entry.endsAt)} · {t('people', { count: entry.headCount, n: entry.headCount })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

import './coming-guests.css';
import type { Readiness, Room } from '@munjigi/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { RoomOpener } from '../doors/index.ts';
import { PaymentLinkButton } from '../messages/index.ts';
import { COMING_HOURS, classifyGuestReadiness, useCheckWords, useObstacleWords } from '../readiness/index.ts';

interface ComingGuestsProps {
  readonly coming: { readonly total: number; readonly items: readonly Readiness[] };
  readonly rooms: readonly Room[];
  readonly stores: readonly { id: string; name: string }[];
}

/** So many guests of each part are shown at first; a line opens the others. */
const MOST_HERE = 3;
const MOST_NEEDING = 5;

const isReady = ({ obstacles }: Readiness) => classifyGuestReadiness(obstacles) === 'ready';

/**
 * The guests of the next hours (NX-1, OV-10): first those who can enter now, the nearest on top, each with the buttons
 * that open the way in; then those whose way in has an obstacle, each with one act; the others are one line. Names are
 * left out; the reservation itself shows them.
 */
export function ComingGuests({ coming, rooms, stores }: ComingGuestsProps) {
  const { t } = useTranslation('tasks');
  const now = useNow();
  const isHere = (guest: Readiness) => Date.parse(guest.opensAt) <= now && now < Date.parse(guest.closesAt);
  const distance = (guest: Readiness) => Math.abs(Date.parse(guest.startsAt) - now);
  const here = coming.items
    .filter(isHere)
    .sort((a, b) => distance(a) - distance(b) || Number(isReady(a)) - Number(isReady(b)));
  const later = coming.items.filter((guest) => !isHere(guest));
  const place = (guest: Readiness) =>
    [stores.find((store) => store.id === guest.storeId)?.name, rooms.find((room) => room.id === guest.roomId)?.name]
      .filter(Boolean)
      .join(' ');
  return (
    <section className="panel overview-coming" aria-labelledby="coming" data-testid="overview-coming">
      <h2 id="coming">{t('coming.title', { hours: COMING_HOURS, n: coming.total })}</h2>
      <Guests guests={here} most={MOST_HERE} more={(n) => t('coming.moreHere', { n })}>
        {(guest) => (
          <>
            <GuestLink guest={guest} place={place(guest)} ready={t('coming.here')} />
            <WayIn guest={guest} room={rooms.find((room) => room.id === guest.roomId)} />
            <PaymentLink guest={guest} />
          </>
        )}
      </Guests>
      <Guests
        guests={later.filter((guest) => !isReady(guest))}
        most={MOST_NEEDING}
        more={(n) => t('coming.moreNeeding', { n })}
      >
        {(guest) => (
          <>
            <GuestLink guest={guest} place={place(guest)} ready="" />
            <div className="overview-acts">
              <Act guest={guest} place={place(guest)} />
              <PaymentLink guest={guest} />
            </div>
          </>
        )}
      </Guests>
      <ReadyGuests guests={later.filter(isReady)} place={place} />
      {coming.total > coming.items.length && <p>{t('coming.more', { n: coming.total - coming.items.length })}</p>}
    </section>
  );
}

interface GuestsProps {
  readonly guests: readonly Readiness[];
  readonly most: number;
  /** The line that opens the guests beyond `most`. */
  readonly more: (count: number) => string;
  readonly children: (guest: Readiness) => ReactNode;
}

function Guests({ guests, most, more, children }: GuestsProps) {
  const list = (some: readonly Readiness[]) => (
    <ul>
      {some.map((guest) => (
        <li key={guest.reservationId} data-testid="coming-guest">
          {children(guest)}
        </li>
      ))}
    </ul>
  );
  if (guests.length === 0) return null;
  return (
    <>
      {list(guests.slice(0, most))}
      {guests.length > most && (
        <details>
          <summary>{more(guests.length - most)}</summary>
          {list(guests.slice(most))}
        </details>
      )}
    </>
  );
}

/** The guests who can come in without anyone, in one line that opens. */
function ReadyGuests({
  guests,
  place,
}: {
  readonly guests: readonly Readiness[];
  readonly place: (guest: Readiness) => string;
}) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const [next] = guests;
  if (next === undefined) return null;
  return (
    <details>
      <summary>
        {t('coming.readyOnes', { n: guests.length, time: format.time(next.startsAt), place: place(next) })}
      </summary>
      <Guests guests={guests} most={Infinity} more={String}>
        {(guest) => <GuestLink guest={guest} place={place(guest)} ready={t('coming.ready')} />}
      </Guests>
    </details>
  );
}

interface GuestLinkProps {
  readonly guest: Readiness;
  readonly place: string;
  /** Shown for a guest without obstacles. */
  readonly ready: string;
}

/** A guest's time and room with their obstacles and the evidence, as a link to the reservation. */
function GuestLink({ guest, place, ready }: GuestLinkProps) {
  const { t: check } = useTranslation('readiness');
  const format = useFormat();
  const stand = classifyGuestReadiness(guest.obstacles);
  const words = useObstacleWords();
  const when = useCheckWords();
  // Obstacles that a check found and that still exist.
  const found =
    stand === 'ready'
      ? undefined
      : guest.checks.findLast((check) => check.minutesBefore <= 120 && check.obstacles.length > 0);
  return (
    <Link to={reservationPath(guest)} data-stand={stand}>
      <span className="overview-time">{format.time(guest.startsAt)}</span>
      <span className="overview-name">{place}</span>
      <span className="overview-stand">
        <Icon name={stand === 'ready' ? 'check' : 'warning'} size={16} />
        {stand === 'ready'
          ? ready
          : [...guest.obstacles.map(words), ...(found ? [check('check.found', { when: when(found) })] : [])].join(
              ' · ',
            )}
      </span>
    </Link>
  );
}

/** The buttons that open the room of a guest who can enter now, and the street doors before it. */
function WayIn({ guest, room }: { readonly guest: Readiness; readonly room: Room | undefined }) {
  return room === undefined ? null : (
    <div className="overview-way-in" data-testid="overview-way-in" data-reservation={guest.reservationId}>
      <RoomOpener room={room} isWayIn />
    </div>
  );
}

/** Sends a guest who has not paid the link to pay, from here (RV-72). */
function PaymentLink({ guest }: { readonly guest: Readiness }) {
  if (!guest.obstacles.some(({ kind }) => kind === 'UNPAID')) return null;
  return (
    <span className="overview-pay">
      <PaymentLinkButton reservationId={guest.reservationId} />
    </span>
  );
}

type ObstacleKind = Readiness['obstacles'][number]['kind'];

/** Where a person removes an obstacle. The reservation itself is one tap away in any case. */
const ACTS: Readonly<Record<ObstacleKind, 'pay' | 'door' | 'room' | null>> = {
  UNPAID: 'pay',
  CODE_NOT_ACKNOWLEDGED: null,
  DOOR_KEEPS_NO_CODES: null,
  DOOR_OFFLINE: 'door',
  DOOR_LOCKED_DOWN: 'door',
  DOOR_FIRE_RELEASED: 'door',
  BATTERY_LOW: 'door',
  ROOM_OCCUPIED: 'room',
  ROOM_DRAWS_POWER: 'room',
  AGE_UNCHECKED: null,
};

/** The one act that helps a guest who comes later: against the first obstacle that blocks, or else the first one. */
function Act({ guest, place }: { readonly guest: Readiness; readonly place: string }) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const first = guest.obstacles.find(({ severity }) => severity === 'BLOCKING') ?? guest.obstacles[0];
  const act = first === undefined ? null : ACTS[first.kind];
  if (first === undefined || act === null) return null;
  const path = {
    pay: reservationPath(guest),
    door: `/dashboard/door?store=${guest.storeId}&q=${encodeURIComponent(first.door?.name ?? '')}`,
    room: `/dashboard/room/${guest.roomId}`,
  }[act];
  const label = t(`coming.act.${act}`);
  return (
    <Link
      className="button button-small overview-act"
      to={path}
      aria-label={t('coming.act_named', { time: format.time(guest.startsAt), place, act: label })}
    >
      {label}
    </Link>
  );
}

function reservationPath({ storeId, reservationId }: Readiness): string {
  return `/dashboard/reservation?store=${storeId}&reservation=${reservationId}`;
}

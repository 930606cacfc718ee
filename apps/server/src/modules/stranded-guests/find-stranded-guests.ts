import {
  MOST_STRANDED,
  type listStrandedGuests,
  type MessageState,
  type ReplyOf,
  type StrandedGuest,
} from '@munjigi/contract';
import { maskEmail } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import {
  findRoomOffers,
  findStrandedStays,
  toReservation,
  type RoomOffer,
  type StrandedStay,
} from '../reservations/index.ts';
import { canReceiveSms } from '../staff-messages/index.ts';

type Reply = ReplyOf<typeof listStrandedGuests>;

/** Lists the stranded guests of a store, or of all stores that the person sees, each with a free room. */
export async function findStrandedGuests(tx: Tx, now: Date, storeId: string | undefined): Promise<Reply> {
  const stays = await findStrandedStays(tx, now, { storeId });
  const shown = stays.slice(0, MOST_STRANDED);
  // At a time outside the opening hours every room is closed.
  const offers = await findRoomOffers(
    tx,
    now,
    shown.filter(({ cause }) => cause !== 'OUTSIDE_HOURS').map(({ row }) => row),
  );
  const messages = await findLastMessages(tx, shown);
  const items = shown.map((stay) =>
    toStrandedGuest(stay, offers.get(stay.row.id) ?? null, messages.get(stay.row.id) ?? null),
  );
  return { total: stays.length, items, stores: countByStore(stays) };
}

function toStrandedGuest(
  { row, storeName, roomName, cause, closureReason }: StrandedStay,
  move: RoomOffer | null,
  lastMessage: StrandedGuest['lastMessage'],
): StrandedGuest {
  return {
    reservation: toReservation(row),
    storeName,
    roomName,
    cause,
    closureReason,
    guestEmail: row.guest_email === '' ? '' : maskEmail(row.guest_email),
    guestLanguage: row.guest_language,
    isReachable: canReceiveSms(row.guest_phone) || row.guest_email !== '',
    lastMessage,
    move,
  };
}

async function findLastMessages(
  tx: Tx,
  stays: readonly StrandedStay[],
): Promise<ReadonlyMap<string, NonNullable<StrandedGuest['lastMessage']>>> {
  if (stays.length === 0) return new Map();
  const { rows } = await sql<{ reservation_id: string; queued_at: Date; state: MessageState }>`
    select distinct on (m.reservation_id) m.reservation_id, m.queued_at, m.state
    from unnest(${stays.map(({ row }) => row.store_id)}::uuid[], ${stays.map(({ row }) => row.id)}::uuid[]) as
      x(store_id, id)
    join messages m on m.store_id = x.store_id and m.reservation_id = x.id and m.kind = 'UNAVAILABLE'
    order by m.reservation_id, m.queued_at desc`.execute(tx);
  return new Map(
    rows.map(({ reservation_id: id, queued_at: at, state }) => [id, { queuedAt: at.toISOString(), state }]),
  );
}

function countByStore(stays: readonly StrandedStay[]): Reply['stores'] {
  const counts = new Map<string, { storeId: string; storeName: string; count: number }>();
  for (const { row, storeName } of stays) {
    const current = counts.get(row.store_id) ?? { storeId: row.store_id, storeName, count: 0 };
    counts.set(row.store_id, { ...current, count: current.count + 1 });
  }
  return [...counts.values()].toSorted((a, b) => a.storeName.localeCompare(b.storeName, 'ko'));
}

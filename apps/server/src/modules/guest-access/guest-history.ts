import type { GuestMove, GuestPage, GuestRefund, markMoveRead, ReplyOf, ReservationEvent } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { notFound, type GuestCaller } from '../../http/index.ts';
import { writeReadMove, type ReservationRecord } from '../reservations/index.ts';
import { actForStore, lockToken, type GuestActDeps } from './guest-acts.ts';

/** What the page says about changes: no reason, note or name of staff (GP-9, GP-10). */

const SHOWN_MOVES = 10;

const EVENTS_OF_STATE: Readonly<Record<string, readonly ReservationEvent['kind'][]>> = {
  PENDING: ['CREATED'],
  CONFIRMED: ['CREATED', 'CONFIRMED'],
  IN_USE: ['CHECKED_IN'],
  COMPLETED: ['COMPLETED'],
  CANCELLED: ['CANCELLED'],
  EXPIRED: ['EXPIRED'],
  NO_SHOW: ['NO_SHOW'],
};

const ACTORS: Readonly<Record<ReservationEvent['actorKind'], GuestMove['by']>> = {
  PERSON: 'STORE',
  CHANNEL: 'CHANNEL',
  GUEST: 'GUEST',
  SYSTEM: 'SERVER',
};

export function stateChangeOf({ row, history }: ReservationRecord): GuestPage['stateChange'] {
  const kinds = EVENTS_OF_STATE[row.state] ?? [];
  const event = history.findLast(({ kind }) => kinds.includes(kind));
  return event === undefined ? null : { at: event.at, by: ACTORS[event.actorKind] };
}

const REFUND_KINDS = new Set<ReservationEvent['kind']>([
  'REFUND_REQUESTED',
  'REFUND_OWED',
  'REFUND_WAITING',
  'REFUND_FAILED',
]);

/** What was sent back and what is still owed. `null`: neither. */
export function refundOfGuest({ row, history }: ReservationRecord): GuestRefund | null {
  const sent = history.filter(({ kind }) => kind === 'REFUNDED');
  const sentAmount = sent.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const owedAmount = row.refund_due_amount ?? 0;
  if (sentAmount + owedAmount === 0) return null;
  const isRequested = history.findLast(({ kind }) => REFUND_KINDS.has(kind))?.kind === 'REFUND_REQUESTED';
  return {
    state: owedAmount === 0 ? 'SENT' : isRequested ? 'WITH_PROVIDER' : 'WITH_STORE',
    amount: sentAmount + owedAmount,
    sentAmount,
    sentAt: sent.at(-1)?.at ?? null,
  };
}

type MoveEvent = ReservationEvent & { readonly before: NonNullable<ReservationEvent['before']> };

/** A guest knows how long they extended the stay themselves. */
function isMove(event: ReservationEvent): event is MoveEvent {
  return event.before !== null && !(event.kind === 'EXTENDED' && event.actorKind === 'GUEST');
}

/** The latest moves of the stay with the names of the former rooms. */
export async function readMovesOf(tx: Tx, { row, history }: ReservationRecord): Promise<GuestMove[]> {
  const moves = history.filter(isMove).slice(-SHOWN_MOVES);
  if (moves.length === 0) return [];
  const names = await findRoomNames(tx, row.store_id, [...new Set(moves.map(({ before }) => before.roomId))]);
  return moves.map(({ id, at, actorKind, before }, index) => ({
    id,
    at,
    by: ACTORS[actorKind],
    from: {
      roomName:
        before.roomId === (moves[index + 1]?.before.roomId ?? row.room_id) ? null : (names.get(before.roomId) ?? null),
      startsAt: before.startsAt,
      endsAt: before.endsAt,
    },
    // The ids of events are in the order of their times.
    isRead: row.read_move_id !== null && id <= row.read_move_id,
  }));
}

async function findRoomNames(tx: Tx, storeId: string, roomIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from rooms where store_id = ${storeId} and id = any (${[...roomIds]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Marks the moves up to the named one as read. A later one stays unread. Throws NOT_FOUND for what is no move of the stay. */
export async function markOwnMoveRead(
  deps: GuestActDeps,
  actor: GuestCaller,
  moveId: string,
): Promise<ReplyOf<typeof markMoveRead>> {
  const { storeId, reservationId } = actor;
  return actForStore(deps, actor, async (work) => {
    await lockToken(work);
    const readMoveId = await writeReadMove(work.tx, { storeId, reservationId, moveId });
    if (readMoveId === null) throw notFound();
    return { reservationId, storeId, readMoveId };
  });
}

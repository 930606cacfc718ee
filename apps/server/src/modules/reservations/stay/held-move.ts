import type { HeldMove } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { prepareStatement, type Tables, type Tx } from '../../../db/index.ts';

/** A move that the guest of a stay has not paid yet (GT-32), as its table has it. */
export type HeldMoveRow = Omit<Selectable<Tables['held_moves']>, 'product_id' | 'store_id' | 'id'>;

type StoredReservation = Selectable<Tables['reservations']>;
type MovedStay = Pick<
  StoredReservation,
  'state' | 'room_id' | 'starts_at' | 'ends_at' | 'buffer_ends_at' | 'head_count' | 'price_amount'
>;

/** Reads the held move of a reservation. A separate statement, so that it sees what the lock of the row waited for. */
const HELD_MOVE = prepareStatement<HeldMoveRow>(`
  select room_id, room_name, starts_at, ends_at, buffer_ends_at, business_date, head_count, price_amount, price_lines,
    add_on_lines, discount, added_amount, stay_before, hold_ids, held_at, expires_at
  from held_moves where id = $1`);

export async function findHeldMove(tx: Tx, reservationId: string): Promise<HeldMoveRow | null> {
  const [found] = await HELD_MOVE.read(tx, reservationId);
  return found ?? null;
}

export function stayBeforeMove(row: MovedStay): HeldMoveRow['stay_before'] {
  return {
    roomId: row.room_id,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    bufferEndsAt: row.buffer_ends_at.toISOString(),
    headCount: row.head_count,
    priceAmount: row.price_amount,
  };
}

/** Whether the stay is still the one that the move changes: confirmed, and as it was when the move was held. */
export function isMoveOf(row: MovedStay, { stay_before: before }: HeldMoveRow): boolean {
  const now = stayBeforeMove(row);
  return (
    row.state === 'CONFIRMED' &&
    now.roomId === before.roomId &&
    now.startsAt === before.startsAt &&
    now.endsAt === before.endsAt &&
    now.bufferEndsAt === before.bufferEndsAt &&
    now.headCount === before.headCount &&
    now.priceAmount === before.priceAmount
  );
}

type KeyOfRow = Pick<StoredReservation, 'product_id' | 'store_id' | 'id'>;

export async function insertHeldMove(tx: Tx, of: KeyOfRow, move: HeldMoveRow): Promise<void> {
  const { price_lines: lines, add_on_lines: addOns, discount, stay_before: before } = move;
  await tx
    .insertInto('held_moves')
    .values({
      product_id: of.product_id,
      store_id: of.store_id,
      id: of.id,
      ...move,
      price_lines: JSON.stringify(lines),
      add_on_lines: JSON.stringify(addOns),
      discount: discount === null ? null : JSON.stringify(discount),
      stay_before: JSON.stringify(before),
    })
    .execute();
}

export async function updateMoveExpiry(tx: Tx, of: KeyOfRow, expiresAt: Date): Promise<void> {
  await sql`update held_moves set expires_at = ${expiresAt} where store_id = ${of.store_id} and id = ${of.id}`.execute(
    tx,
  );
}

export async function deleteHeldMove(tx: Tx, of: KeyOfRow): Promise<void> {
  await tx.deleteFrom('held_moves').where('store_id', '=', of.store_id).where('id', '=', of.id).execute();
}

/** The held move as guests and staff see it. */
export function toHeldMove(move: HeldMoveRow | null): HeldMove | null {
  return (
    move && {
      roomId: move.room_id,
      roomName: move.room_name,
      startsAt: move.starts_at.toISOString(),
      endsAt: move.ends_at.toISOString(),
      headCount: move.head_count,
      priceAmount: move.price_amount,
      addedAmount: move.added_amount,
      holdExpiresAt: move.expires_at.toISOString(),
    }
  );
}

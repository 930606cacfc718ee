import { MOST_BLOCKED_DAYS, reachOf, type GuestBlock, type blockGuest, type BodyOf } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, type Tx } from '../../../db/index.ts';
import { invalidInput, notFound, Problem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import { readReservation } from '../stay/change.ts';
import { emailMarkOf, phoneMarkOf, phoneMarksOf } from '../stay/guest-columns.ts';
import type { ReservationRow } from '../stay/reservation-row.ts';
import { findBlock, toGuestBlock, type BlockRow, type GuestAddress } from './blocked-guests.sql.ts';

/**
 * Guests whom a store, or the whole chain, refuses until a time (RG-3 to RG-5, decision 139). A guest is known by the keyed
 * hashes of their phone number and, if they gave one, of their e-mail address.
 */

const DAY_MS = 24 * 3600_000;

type Body = BodyOf<typeof blockGuest>;

/** Refuses a booking that a blocked guest makes themselves. The answer gives no reason (RG-4). */
export async function refuseOwnBooking(
  tx: Tx,
  request: { readonly storeId: string; readonly guest: GuestAddress; readonly now: Date },
): Promise<void> {
  if (await findBlock(tx, request)) throw new Problem('BOOKING_REFUSED');
}

interface StaffBooking extends GuestAddress {
  readonly acceptsBlockedGuest: boolean;
}

/** Refuses a booking that a person makes for a blocked guest, unless they have seen the block and accept it (RG-5). */
export async function warnOfBlock(
  tx: Tx,
  { storeId, booking, now }: { readonly storeId: string; readonly booking: StaffBooking; readonly now: Date },
): Promise<void> {
  if (booking.acceptsBlockedGuest) return;
  const block = await findBlock(tx, { storeId, guest: booking, now });
  if (block) throw new Problem('GUEST_BLOCKED', { current: toGuestBlock(block, now) });
}

interface EditedGuest {
  readonly guestPhone?: string | undefined;
  readonly guestEmail?: string | undefined;
  readonly acceptsBlockedGuest: boolean;
}

/** Refuses an edit that gives a stay the number or the address of a blocked guest, as a new booking is refused (RG-8). */
export async function warnOfEditedGuest(
  tx: Tx,
  {
    row,
    edit: { guestPhone, guestEmail, acceptsBlockedGuest },
    now,
  }: { readonly row: ReservationRow; readonly edit: EditedGuest; readonly now: Date },
): Promise<void> {
  // What stays was accepted before.
  const booking = {
    guestPhone: guestPhone === row.guest_phone ? '' : (guestPhone ?? ''),
    guestEmail: guestEmail === row.guest_email ? '' : (guestEmail ?? ''),
    acceptsBlockedGuest,
  };
  if (booking.guestPhone !== '' || booking.guestEmail !== '')
    await warnOfBlock(tx, { storeId: row.store_id, booking, now });
}

/** Blocks a guest. An earlier block of the same reach ends, so that one holds at a time. */
export async function blockPhone(work: UnitOfWork, body: Body): Promise<GuestBlock> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const endsAt = new Date(body.endsAt);
  checkEnd(endsAt, now);
  await checkReach(work, body.storeId);
  const guest = await findGuest(tx, body.guest);
  const [mark] = phoneMarksOf(tx, guest.guestPhone);
  if (!mark) throw new Problem('STATE_NOT_ALLOWED', { detail: 'NO_PHONE' });
  // Two people who block one guest wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`blocked guest ${mark.toString('hex')}`}, 0))`.execute(tx);
  await tx
    .updateTable('blocked_guests')
    .set({ lifted_at: now, lifted_by_name: actor.name })
    .where('product_id', '=', actor.productId)
    .where('phone_mark', 'in', phoneMarksOf(tx, guest.guestPhone))
    .where('store_id', body.storeId === null ? 'is' : '=', body.storeId)
    .where('lifted_at', 'is', null)
    .where('ends_at', '>', now)
    .execute();
  const keys = personalOf(tx);
  const [marks] = keys.marks;
  const row: BlockRow = {
    product_id: actor.productId,
    id: uuidv7(),
    store_id: body.storeId,
    guest_phone: guest.guestPhone,
    guest_email: guest.guestEmail ?? '',
    phone_mark: marks ? phoneMarkOf(marks, guest.guestPhone) : null,
    email_mark: marks ? emailMarkOf(marks, guest.guestEmail ?? '') : null,
    reason: body.reason,
    blocked_at: now,
    blocked_by_name: actor.name,
    ends_at: endsAt,
    lifted_at: null,
    lifted_by_name: null,
  };
  await tx
    .insertInto('blocked_guests')
    .values({ ...row, guest_phone: keys.seal(row.guest_phone), guest_email: keys.seal(row.guest_email) })
    .execute();
  await recordBlock(work, 'guest.blocked', row);
  return toGuestBlock(row, now);
}

/** Ends a block early. Throws NOT_FOUND for one that the actor does not see, STATE_NOT_ALLOWED for one that has ended. */
export async function liftBlock(work: UnitOfWork, blockId: string): Promise<GuestBlock> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const found = await tx
    .selectFrom('blocked_guests')
    .selectAll()
    .where('product_id', '=', actor.productId)
    .where('id', '=', blockId)
    .executeTakeFirst();
  if (!found) throw notFound();
  await checkReach(work, found.store_id);
  const row = await tx
    .updateTable('blocked_guests')
    .set({ lifted_at: now, lifted_by_name: actor.name })
    .where('product_id', '=', actor.productId)
    .where('id', '=', blockId)
    .where('lifted_at', 'is', null)
    .where('ends_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Problem('STATE_NOT_ALLOWED');
  await recordBlock(work, 'guest.unblocked', row);
  return toGuestBlock(row, now);
}

function checkEnd(endsAt: Date, now: Date): void {
  const aheadMs = endsAt.getTime() - now.getTime();
  if (aheadMs > 0 && aheadMs <= MOST_BLOCKED_DAYS * DAY_MS) return;
  const message = `The end must be in the future and at most ${MOST_BLOCKED_DAYS} days from now`;
  throw invalidInput([{ path: 'endsAt', code: 'out_of_range', message }]);
}

/** A block of the whole chain needs the right to all stores. */
async function checkReach({ tx, actor }: UnitOfWork, storeId: string | null): Promise<void> {
  if (storeId === null) {
    if (reachOf(actor.roles, 'reservations:write') !== 'all') throw new Problem('CAPABILITY_MISSING');
    return;
  }
  const store = await tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst();
  if (!store) throw notFound();
}

async function findGuest(tx: Tx, guest: Body['guest']): Promise<GuestAddress> {
  if ('phone' in guest) return { guestPhone: guest.phone };
  const { row } = await readReservation(tx, guest.reservationId);
  return { guestPhone: row.guest_phone, guestEmail: row.guest_email };
}

function recordBlock(work: UnitOfWork, action: 'guest.blocked' | 'guest.unblocked', row: BlockRow): Promise<void> {
  return recordChange(work, {
    storeId: row.store_id,
    action,
    subject: { kind: 'blocked-guest', id: row.id },
    // Without the number: the log of acts outlives the data of guests.
    detail: { reason: row.reason, endsAt: row.ends_at.toISOString() },
  });
}

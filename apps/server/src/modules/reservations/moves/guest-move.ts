import { LEAST_ONLINE_WON, type Period } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { notFound, Problem, type GuestCaller, type UnitOfWork } from '../../../http/index.ts';
import { refuseUncheckedGuest } from '../../age-checks/index.ts';
import { placeOf, planMove, type PlannedMove } from '../lifecycle/move.ts';
import {
  changeReservation,
  readReservation,
  returnMove,
  selectReservationForUpdate,
  type ReservationRecord,
} from '../stay/change.ts';
import { provenContactOf } from '../stay/age-requirement.ts';
import { keptUntil } from '../stay/held-extension.ts';
import { insertHeldMove, stayBeforeMove, type HeldMoveRow } from '../stay/held-move.ts';
import { holdMinutesOf, LONGEST_HOLD_MS } from '../stay/hold-payments.ts';
import { byCaller, SERVER_ACTOR } from '../stay/history.ts';
import { insertReservation, newRow } from '../stay/insert.ts';
import { describeMove } from '../stay/move-event.ts';
import { selectRoomsForUpdate } from '../stay/booking.sql.ts';
import type { PriceExtras, StayPrice } from '../stay/price-extras.ts';
import { coveredAmountOf, type ReservationRow } from '../stay/reservation-row.ts';

/** A guest moves the stay by themselves (GT-30 to GT-33, decision 137), with the checks and prices of a move by staff. */

const MINUTE_MS = 60_000;

interface RequestedMove extends Period {
  readonly roomId: string;
  readonly headCount: number;
}

interface GuestMove {
  readonly reservationId: string;
  readonly version: number;
  readonly to: RequestedMove;
  readonly expectedPriceAmount: number;
  /** Throws when the guest may not move; runs after the reservation is locked and its held move returned. */
  readonly check: (record: ReservationRecord) => Promise<void>;
  /** The add-ons and the coupon of the moved stay. Throws ADD_ON_REFUSED. */
  readonly readExtras: (record: ReservationRecord) => Promise<PriceExtras>;
  /** Whether the guest can pay online. */
  readonly canPay: boolean;
}

/** What a move changes for the guest's money, in won: one of them is 0. */
export interface MoveMoney {
  readonly dueAmount: number;
  readonly refundAmount: number;
}

/**
 * What the guest of a stay pays for another price, or gets back. Of a stay that is not paid in full nothing is paid now: it
 * is collected as before. Too little for every provider is left for the store to collect.
 */
export function moneyOfMove(row: ReservationRow, totalAmount: number): MoveMoney {
  const coveredAmount = coveredAmountOf(row);
  const missingAmount = totalAmount - coveredAmount;
  const isPaid = coveredAmount >= row.price_amount;
  return {
    dueAmount: isPaid && missingAmount >= LEAST_ONLINE_WON ? missingAmount : 0,
    // An earlier surplus is not owed (GT-13).
    refundAmount: Math.max(0, Math.min(row.paid_amount, row.price_amount) - totalAmount),
  };
}

/** Prices a move without making it; the rooms are locked meanwhile, so run it in a transaction that ends at once. */
export async function quoteMove(
  work: UnitOfWork<GuestCaller>,
  {
    to,
    record,
    extras,
  }: { readonly to: RequestedMove; readonly record: ReservationRecord; readonly extras: PriceExtras },
): Promise<StayPrice> {
  const planned = await planMove(work, record, placeOf(record, toEdit(to)), {
    headCount: to.headCount,
    extras,
    expectedPriceAmount: undefined,
  });
  await refuseUncheckedGuest(work.tx, movedStay(record.row, to), work.clock.now());
  return planned.price;
}

/**
 * Moves a confirmed stay for its guest. A dearer move is held until the guest has paid the difference; another one is made at
 * once, and `refund_due_amount` has what was paid too much. A move that was held before is returned first.
 */
export async function moveForGuest(work: UnitOfWork<GuestCaller>, request: GuestMove): Promise<ReservationRecord> {
  const { tx, clock, actor } = work;
  const { to, reservationId } = request;
  // Rooms are locked before the reservation, so it is first read without a lock.
  const seen = await readReservation(tx, reservationId);
  selectRoomsForUpdate(tx, [seen.row.room_id, to.roomId]);
  const locked = await selectReservationForUpdate(tx, reservationId);
  if (locked.row.version !== request.version || locked.row.room_id !== seen.row.room_id) throw new Problem('STALE');
  const record = locked.row.held_move ? await returnMove(tx, clock, locked, byCaller(actor)) : locked;
  // Afterwards, because a return can leave money owed, which must not pay for the next move as well.
  await request.check(record);
  const extras = await request.readExtras(record);
  const place = placeOf(record, toEdit(to));
  const planned = await planMove(work, record, place, {
    headCount: to.headCount,
    extras,
    expectedPriceAmount: request.expectedPriceAmount,
  });
  await refuseUncheckedGuest(tx, movedStay(record.row, to), clock.now());
  if (isUnchanged(record.row, planned)) return record;
  const { dueAmount, refundAmount } = moneyOfMove(record.row, planned.price.totalAmount);
  if (dueAmount === 0) return makeMove(work, record, { planned, refundAmount });
  if (!request.canPay) throw new Problem('PROVIDER_NOT_SET');
  return holdMove(work, record, planned);
}

/** The moved stay with its guest, for the check of the age (AG-3). */
function movedStay(row: ReservationRow, { roomId, startsAt, endsAt }: RequestedMove) {
  return { storeId: row.store_id, reservationId: row.id, roomId, startsAt, endsAt, ...provenContactOf(row) };
}

function toEdit({ roomId, startsAt, endsAt }: RequestedMove) {
  return { roomId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

function isUnchanged(row: ReservationRow, { price, set }: PlannedMove): boolean {
  const { kind } = describeMove(row, { ...row, ...set });
  const isSameExtras = JSON.stringify(price.addOnLines) === JSON.stringify(row.add_on_lines);
  return (
    kind === 'EDITED' && set.head_count === row.head_count && isSameExtras && price.totalAmount === row.price_amount
  );
}

interface MoveAtOnce {
  readonly planned: PlannedMove;
  readonly refundAmount: number;
}

function makeMove(
  { tx, clock, actor }: UnitOfWork<GuestCaller>,
  record: ReservationRecord,
  { planned: { set, price }, refundAmount }: MoveAtOnce,
): Promise<ReservationRecord> {
  const { row } = record;
  return changeReservation(tx, clock, record, {
    set: {
      ...set,
      waived_amount: Math.max(0, Math.min(row.waived_amount, price.totalAmount - row.paid_amount)),
      ...(refundAmount > 0 && { refund_due_amount: (row.refund_due_amount ?? 0) + refundAmount }),
    },
    ...describeMove(row, { ...row, ...set }),
    by: byCaller(actor),
    amount: price.totalAmount - row.price_amount,
  });
}

/** Holds the new time with blocks, which every process counts as taken and which expire by themselves. */
async function holdMove(
  { tx, clock, actor }: UnitOfWork<GuestCaller>,
  record: ReservationRecord,
  { booking, price, set }: PlannedMove,
): Promise<ReservationRecord> {
  const { row } = record;
  const now = clock.now();
  const after = { ...row, ...set };
  const holdIds: string[] = [];
  for (const part of await listTimesToKeep(tx, row, after)) holdIds.push(insertHold(tx, row, { part, booking, now }));
  const move: HeldMoveRow = {
    room_id: after.room_id,
    room_name: await readRoomName(tx, after.room_id),
    starts_at: after.starts_at,
    ends_at: after.ends_at,
    buffer_ends_at: after.buffer_ends_at,
    business_date: after.business_date,
    head_count: after.head_count,
    price_amount: price.totalAmount,
    price_lines: price.lines,
    add_on_lines: price.addOnLines,
    discount: price.discount,
    added_amount: price.totalAmount - row.price_amount,
    stay_before: stayBeforeMove(row),
    hold_ids: holdIds,
    held_at: now,
    expires_at: new Date(now.getTime() + holdMinutesOf(booking) * MINUTE_MS),
  };
  await insertHeldMove(tx, row, move);
  return changeReservation(
    tx,
    clock,
    { ...record, row: { ...row, held_move: move } },
    {
      kind: 'MOVE_HELD',
      by: byCaller(actor),
      amount: move.added_amount,
      set: {},
    },
  );
}

interface NewHold {
  readonly part: KeptRoom;
  readonly booking: PlannedMove['booking'];
  readonly now: Date;
}

/** Inserts a block that keeps a time for the move. Returns its id. */
function insertHold(tx: Tx, { code }: ReservationRow, { part, booking, now }: NewHold): string {
  const block = newRow(
    booking.store,
    {
      ...part,
      kind: 'BLOCK',
      state: 'PENDING',
      blockReason: 'OTHER',
      channel: 'STAFF',
      guestName: '',
      guestPhone: '',
      headCount: 0,
      memo: code,
      price: { totalAmount: 0, lines: [] },
    },
    now,
  );
  // The timer of held moves ends it; this is for the case that only processes of the release before are left.
  const expiresAt = new Date(now.getTime() + LONGEST_HOLD_MS + MINUTE_MS);
  insertReservation(tx, { ...block, hold_expires_at: expiresAt }, SERVER_ACTOR);
  return block.id;
}

async function readRoomName(tx: Tx, roomId: string): Promise<string> {
  const room = await tx.selectFrom('rooms').select('name').where('id', '=', roomId).executeTakeFirst();
  if (!room) throw notFound();
  return room.name;
}

interface KeptRoom extends Period {
  readonly roomId: string;
}

/**
 * The times of the moved stay that the stay does not keep itself: a room cannot be kept twice at the same time. Of a room
 * that shares parts with the present one, each part is kept by itself.
 */
async function listTimesToKeep(tx: Tx, before: ReservationRow, after: ReservationRow): Promise<KeptRoom[]> {
  const period = { startsAt: after.starts_at, endsAt: after.buffer_ends_at };
  const own = { startsAt: before.keeps_from ?? before.starts_at, endsAt: keptUntil(before) };
  const isApart = period.endsAt <= own.startsAt || period.startsAt >= own.endsAt;
  const { rows } = await sql<{ roomId: string; isOwn: boolean }>`
    select kept as "roomId", kept in (select rooms_kept_by(${before.store_id}, ${before.room_id})) as "isOwn"
    from rooms_kept_by(${after.store_id}, ${after.room_id}) as kept order by kept`.execute(tx);
  if (isApart || rows.every(({ isOwn }) => !isOwn)) return [{ roomId: after.room_id, ...period }];
  return rows.flatMap(({ roomId, isOwn }) =>
    (isOwn ? cutPeriod(period, own) : [period]).map((part) => ({ roomId, ...part })),
  );
}

/** What is left of a period without the part that overlaps another one. */
function cutPeriod(period: Period, without: Period): Period[] {
  return [
    { startsAt: period.startsAt, endsAt: earlier(period.endsAt, without.startsAt) },
    { startsAt: period.startsAt > without.endsAt ? period.startsAt : without.endsAt, endsAt: period.endsAt },
  ].filter(({ startsAt, endsAt }) => startsAt < endsAt);
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

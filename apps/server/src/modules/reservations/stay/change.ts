import type { ReservationDetail, ReservationEvent, ReservationState } from '@munjigi/contract';
import { canMove } from '@munjigi/rules';
import type { Clock } from '../../../clock.ts';
import { pipelineStatement, prepareStatement, type Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import { notFound, Problem, staleProblem } from '../../../http/index.ts';
import { recordAudit, type AuditRecord } from '../../audit/index.ts';
import { reviewAge } from './age-requirement.ts';
import { emailColumns, nameColumns, phoneColumns } from './guest-columns.ts';
import { columnsOfReturn, keptUntil, returnsExtension } from './held-extension.ts';
import { deleteHeldMove, findHeldMove, isMoveOf } from './held-move.ts';
import { HISTORY_OF_R, addHistory, SERVER_ACTOR, type ReservationActor } from './history.ts';
import { auditedExtras } from './price-extras.ts';
import { toReservationDetail, toReservation, type CancellationTerms, type ReservationRow } from './reservation-row.ts';
import { announceOwedExtension, withLowerDebt, withOwedExtension } from './owed-extension.ts';
import { reviewWaitlist, settleOffer } from '../waitlist/waitlist-review.ts';

/** A reservation with everything that its details need. */
export interface ReservationRecord {
  readonly row: ReservationRow;
  readonly terms: CancellationTerms;
  readonly history: readonly ReservationEvent[];
}

type TermedRow = ReservationRow & { cancellation_tiers: CancellationTerms['cancellationTiers'] };
type History = ReservationEvent[];

const FROM_ONE =
  'from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id where r.id = $1';
const READ_RECORD = prepareStatement<TermedRow & { history: History }>(
  `select r.*, s.cancellation_tiers, ${HISTORY_OF_R} as history ${FROM_ONE}`,
);
const LOCK_ROW = prepareStatement<TermedRow>(`select r.*, s.cancellation_tiers ${FROM_ONE} for no key update of r`);
const READ_HISTORY = prepareStatement<{ history: History }>(
  `select ${HISTORY_OF_R} as history from reservations r where r.id = $1`,
);

/** Throws NOT_FOUND for a reservation that does not exist or that the person cannot see. */
export async function readReservation(tx: Tx, reservationId: string): Promise<ReservationRecord> {
  const [[found], heldMove] = await Promise.all([READ_RECORD.read(tx, reservationId), findHeldMove(tx, reservationId)]);
  if (!found) throw notFound();
  const { history, ...row } = found;
  return toRecord(row, { history, heldMove });
}

/**
 * Like `readReservation`, but locks the row until the transaction ends. What belongs to the row is read by the statements
 * after it: one that waits for the lock sees the other tables as they were when it began.
 */
export async function selectReservationForUpdate(tx: Tx, reservationId: string): Promise<ReservationRecord> {
  const [[row], [read], heldMove] = await Promise.all([
    LOCK_ROW.read(tx, reservationId),
    READ_HISTORY.read(tx, reservationId),
    findHeldMove(tx, reservationId),
  ]);
  if (!row || !read) throw notFound();
  return toRecord(row, { history: read.history, heldMove });
}

function toRecord(
  { cancellation_tiers: cancellationTiers, ...row }: TermedRow,
  {
    history,
    heldMove,
  }: { readonly history: History; readonly heldMove: NonNullable<ReservationRow['held_move']> | null },
): ReservationRecord {
  return { row: { ...row, held_move: heldMove }, terms: { cancellationTiers }, history };
}

export function composeReservationDetail({ row, terms, history }: ReservationRecord, now: Date): ReservationDetail {
  return toReservationDetail(row, terms, history, now);
}

/** Refuses a stale version (AP-4) and a state that does not allow the change (RV-1). */
export function checkMayChange(
  record: ReservationRecord,
  input: { readonly version: number },
  from: readonly ReservationState[],
  now: Date,
): void {
  if (record.row.version !== input.version) throw staleProblem(composeReservationDetail(record, now));
  if (!from.includes(record.row.state)) throw reservationStateNotAllowed(record, now);
}

export function reservationStateNotAllowed(record: ReservationRecord, now: Date, detail?: string): Problem {
  return new Problem('STATE_NOT_ALLOWED', {
    current: composeReservationDetail(record, now),
    ...(detail === undefined ? {} : { detail }),
  });
}

/** The columns that a change can set. */
export type ReservationUpdate = Partial<
  Pick<
    ReservationRow,
    | 'state'
    | 'room_id'
    | 'starts_at'
    | 'ends_at'
    | 'buffer_ends_at'
    | 'keeps_from'
    | 'business_date'
    | 'guest_name'
    | 'guest_phone'
    | 'guest_email'
    | 'guest_language'
    | 'is_email_of_link'
    | 'head_count'
    | 'memo'
    | 'price_amount'
    | 'price_lines'
    | 'add_on_lines'
    | 'coupon_id'
    | 'discount'
    | 'paid_amount'
    | 'waived_amount'
    | 'hold_expires_at'
    | 'cancelled_at'
    | 'refund_percent'
    | 'refund_amount'
    | 'refund_due_amount'
    | 'extension_ends_at'
    | 'extension_buffer_ends_at'
    | 'extension_amount'
    | 'extension_lines'
    | 'extension_held_at'
    | 'extension_expires_at'
  >
>;

export interface ReservationChange {
  readonly set: ReservationUpdate;
  readonly kind: ReservationEvent['kind'];
  readonly by: ReservationActor;
  readonly reason?: string;
  readonly amount?: number;
  readonly before?: ReservationEvent['before'];
}

/**
 * Changes a locked reservation: writes the row, its history, the event and the audit entry, and reviews the waitlist
 * for its time. A held extension is returned when the stay that it adds to changes (GT-13). The caller has checked that
 * the change is allowed.
 */
export async function changeReservation(
  tx: Tx,
  clock: Clock,
  present: ReservationRecord,
  { set: requested, ...happened }: ReservationChange,
): Promise<ReservationRecord> {
  const now = clock.now();
  const { held_move: move } = present.row;
  const record =
    move && !isMoveOf({ ...present.row, ...requested }, move)
      ? await returnMove(tx, clock, present, happened.by)
      : present;
  const isReturned = returnsExtension(record.row, { ...record.row, ...requested });
  const isReturn = isReturned || RETURNS.has(happened.kind);
  const set = isReturn
    ? withOwedExtension(record, { ...columnsOfReturn(record.row, now), ...requested })
    : withLowerDebt(record.row, requested);
  const row: ReservationRow = { ...record.row, ...set, version: record.row.version + 1 };
  if (row.state !== record.row.state && !canMove(record.row.state, row.state))
    throw reservationStateNotAllowed(record, now);
  pipelineStatement(
    tx,
    tx
      .updateTable('reservations')
      .set({
        ...toColumns(tx, row, set),
        version: row.version,
      })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.id),
  );
  const events = [
    ...(isReturned ? [addHistory(tx, row, { kind: 'EXTENSION_RETURNED', by: happened.by, at: now })] : []),
    addHistory(tx, row, { ...happened, at: now }),
  ];
  await publish(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    name: 'reservation.changed',
    data: toReservation(row),
  });
  if (isReturn) await announceOwedExtension(tx, record.row, row, now);
  await settleOffer(tx, record.row, row);
  await reviewWaitersOf(tx, clock, record.row, row);
  await reviewAge(tx, record.row, row, now);
  await auditChange(tx, { before: record.row, after: row, kind: happened.kind, by: happened.by, at: now });
  return { ...record, row, history: [...record.history, ...events] };
}

const RETURNS: ReadonlySet<ReservationEvent['kind']> = new Set(['EXTENSION_RETURNED', 'MOVE_RETURNED']);

/**
 * Returns the held move of a locked reservation, which has to have one: the stay stays as it is, the time that was kept is
 * free again, and money that was paid since is owed (GT-32).
 */
export async function returnMove(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
  by: ReservationActor,
): Promise<ReservationRecord> {
  return changeReservation(tx, clock, (await takeHeldMove(tx, clock, record)).record, {
    kind: 'MOVE_RETURNED',
    by,
    set: {},
  });
}

/** Deletes the held move of a locked reservation and ends the blocks that keep its time. */
export async function takeHeldMove(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
): Promise<{ readonly record: ReservationRecord; readonly isKept: boolean }> {
  const { row } = record;
  if (!row.held_move) throw new Error('The reservation has no held move');
  let isKept = true;
  for (const holdId of row.held_move.hold_ids) {
    const hold = await selectReservationForUpdate(tx, holdId);
    // Staff can have ended a block or moved it. One that is as it was inserted has its first version.
    if (hold.row.version !== 1) isKept = false;
    if (hold.row.state === 'PENDING')
      await changeReservation(tx, clock, hold, {
        kind: 'EXPIRED',
        by: SERVER_ACTOR,
        set: { state: 'EXPIRED', hold_expires_at: null },
      });
  }
  await deleteHeldMove(tx, row);
  return { record: { ...record, row: { ...row, held_move: null } }, isKept };
}

/** The columns of an update as the database stores them: JSON as text, and data of the guest encrypted and marked. */
function toColumns(tx: Tx, row: ReservationRow, update: ReservationUpdate) {
  const {
    price_lines: priceLines,
    add_on_lines: addOnLines,
    discount,
    extension_lines: extensionLines,
    guest_name: name,
    guest_phone: phone,
    guest_email: email,
    ...columns
  } = update;
  const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return {
    ...columns,
    ...(priceLines === undefined ? {} : { price_lines: JSON.stringify(priceLines) }),
    ...(addOnLines === undefined ? {} : { add_on_lines: JSON.stringify(addOnLines) }),
    ...(discount === undefined ? {} : { discount: toJson(discount) }),
    ...(extensionLines === undefined ? {} : { extension_lines: toJson(extensionLines) }),
    ...(name === undefined ? {} : nameColumns(tx, row)),
    ...(phone === undefined ? {} : phoneColumns(tx, row)),
    ...(email === undefined ? {} : emailColumns(tx, row)),
  };
}

const KEEPS = new Set(['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED']);

/** Reviews the waitlist entries for the time that the change freed or took. */
async function reviewWaitersOf(tx: Tx, clock: Clock, before: ReservationRow, after: ReservationRow): Promise<void> {
  const times = [before, after].filter((row) => KEEPS.has(row.state));
  const isSame =
    times.length === 2 &&
    before.room_id === after.room_id &&
    before.starts_at.getTime() === after.starts_at.getTime() &&
    keptUntil(before).getTime() === keptUntil(after).getTime();
  if (isSame || times.length === 0) return;
  const startsAt = new Date(Math.min(...times.map((row) => row.starts_at.getTime())));
  const endsAt = new Date(Math.max(...times.map((row) => keptUntil(row).getTime())));
  if (endsAt > clock.now())
    await reviewWaitlist(tx, clock, {
      productId: after.product_id,
      storeId: after.store_id,
      roomId: before.room_id,
      startsAt,
      endsAt,
    });
}

const ACTIONS: Readonly<Record<ReservationEvent['kind'], AuditRecord['action']>> = {
  CREATED: 'reservation.created',
  CONFIRMED: 'reservation.confirmed',
  CHECKED_IN: 'reservation.checked-in',
  COMPLETED: 'reservation.completed',
  CANCELLED: 'reservation.cancelled',
  EXPIRED: 'reservation.expired',
  NO_SHOW: 'reservation.no-show',
  MOVED: 'reservation.moved',
  EXTENDED: 'reservation.extended',
  HOLD_EXTENDED: 'reservation.hold-extended',
  EXTENSION_HELD: 'reservation.extension-held',
  EXTENSION_RETURNED: 'reservation.extension-returned',
  MOVE_HELD: 'reservation.move-held',
  MOVE_RETURNED: 'reservation.move-returned',
  EDITED: 'reservation.edited',
  CONTACT_CHANGED: 'reservation.contact-changed',
  REVEALED: 'reservation.revealed',
  CODE_REVEALED: 'access-code.revealed',
  CODE_REPLACED: 'access-code.replaced',
  CODE_RESENT: 'access-code.resent',
  PAID: 'reservation.paid',
  REFUNDED: 'reservation.refunded',
  PAYMENT_REVERSED: 'reservation.payment-reversed',
  REFUND_REQUESTED: 'payment.refund-requested',
  REFUND_OWED: 'payment.refund-owed',
  REFUND_WAITING: 'approval.requested',
  REFUND_FAILED: 'payment.refund-failed',
};

/** A change, or a look at data of the guest, as the audit log records it. */
interface AuditedChange {
  /** `null`: the reservation is new. */
  readonly before: ReservationRow | null;
  readonly after: ReservationRow;
  readonly kind: ReservationEvent['kind'];
  readonly by: ReservationActor;
  readonly at: Date;
  /** Only for looks at data of the guest and uses of the code. The reasons of other changes are in the history. */
  readonly reason?: string | undefined;
}

/**
 * Audits changes by people and channels, before and after, without data of the guest. Changes by the system are only in
 * the reservation's history.
 */
export async function auditChange(tx: Tx, { before, after, kind, by, at, reason }: AuditedChange): Promise<void> {
  if (by.kind === 'SYSTEM') return;
  await recordAudit(tx, {
    productId: after.product_id,
    storeId: after.store_id,
    at,
    actor: by,
    action: ACTIONS[kind],
    subject: { kind: 'reservation', id: after.id },
    detail: {
      ...(before === null ? { after: audited(after) } : differences(audited(before), audited(after))),
      ...(reason === undefined ? {} : { reason }),
    },
  });
}

function audited(row: ReservationRow): Readonly<Record<string, unknown>> {
  return {
    state: row.state,
    roomId: row.room_id,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    headCount: row.head_count,
    priceAmount: row.price_amount,
    paidAmount: row.paid_amount,
    refundPercent: row.refund_percent,
    refundAmount: row.refund_amount,
    ...auditedExtras(row),
  };
}

function differences(before: ReturnType<typeof audited>, after: ReturnType<typeof audited>) {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const only = (of: typeof after) => Object.fromEntries(names.map((name) => [name, of[name]]));
  return { before: only(before), after: only(after) };
}

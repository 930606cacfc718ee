import {
  OPEN_DEPOSIT_STATES,
  type BodyOf,
  type Deposit,
  type ignoreDeposit,
  type matchDeposit,
  type ReplyOf,
  type revealDeposit,
  type undoDeposit,
} from '@munjigi/contract';
import { owedFor } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { notFound, Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordAudit, type AuditRecord } from '../audit/index.ts';
import {
  endNotifications,
  readPayment,
  recordDeposit,
  reverseRecordedPayment,
  selectNotificationsOfDepositForUpdate,
  type LockedNotification,
} from '../payments/index.ts';
import { byCaller, readReservation, selectReservationForUpdate } from '../reservations/index.ts';
import { announceDeposit } from './announce.ts';
import { findDepositCandidates } from './candidates.ts';
import { toDeposit, type DepositRow } from './deposit-row.ts';
import { changeDeposit, readDeposit, selectDepositForUpdate } from './deposits.sql.ts';

/** Decisions of people about a deposit. Lock order: the deposit, its notifications, the reservation, the payment. */

export async function assignDeposit(
  work: UnitOfWork,
  depositId: string,
  body: BodyOf<typeof matchDeposit>,
): Promise<Deposit> {
  const { tx, clock, actor } = work;
  const { row, notifications } = await selectAsSeen(tx, depositId, body);
  if (!isOpen(row) || row.kind !== 'DEPOSIT' || row.amount === null) throw notAllowed(row);
  const reservation = await selectReservationForUpdate(tx, body.reservationId);
  // Money on the account of one store cannot pay for a reservation of another store.
  if (reservation.row.store_id !== row.store_id) throw notFound();
  const payment = await recordDeposit(
    tx,
    clock,
    { by: byCaller(actor), userId: actor.userId },
    { reservationId: body.reservationId, amount: row.amount, mayExceedDue: body.mayExceedDue },
  );
  const after = changeDeposit(tx, row, {
    state: 'MATCHED_MANUAL',
    reservation_id: body.reservationId,
    payment_id: payment.id,
    settled_at: clock.now(),
    settled_by: actor.userId,
    settled_by_name: actor.name,
    note: null,
  });
  return completeDecision(work, { after, notifications }, 'deposit.matched', {
    reservationId: body.reservationId,
    paymentId: payment.id,
    amount: row.amount,
  });
}

export async function setDepositAside(
  work: UnitOfWork,
  depositId: string,
  body: BodyOf<typeof ignoreDeposit>,
): Promise<Deposit> {
  const { tx, clock, actor } = work;
  const { row, notifications } = await selectAsSeen(tx, depositId, body);
  if (!isOpen(row)) throw notAllowed(row);
  const note = body.reason ?? null;
  const after = changeDeposit(tx, row, {
    state: 'IGNORED',
    settled_at: clock.now(),
    settled_by: actor.userId,
    settled_by_name: actor.name,
    note,
  });
  return completeDecision(work, { after, notifications }, 'deposit.ignored', { reason: note });
}

/**
 * Reopens a deposit, which is never matched automatically again. Reverses its payment in the ledger unless it was
 * reversed already. A reservation that it confirmed stays confirmed (RV-1): no transition leads back, and the guest may
 * already be at the door.
 */
export async function revertDeposit(
  work: UnitOfWork,
  depositId: string,
  body: BodyOf<typeof undoDeposit>,
): Promise<ReplyOf<typeof undoDeposit>> {
  const { tx, clock } = work;
  const { row, notifications } = await selectAsSeen(tx, depositId, body);
  if (row.settled_at === null) throw notAllowed(row);
  if (row.payment_id !== null) await reversePayment(work, { row, paymentId: row.payment_id, reason: body.reason });
  const reservation = row.reservation_id === null ? null : (await readReservation(tx, row.reservation_id)).row;
  const opened: DepositRow = { ...row, reservation_id: null, payment_id: null, settled_at: null };
  const found = await findDepositCandidates(tx, opened);
  const state = row.kind === null ? 'UNREADABLE' : found.candidates.length > 0 ? 'SUGGESTED' : 'UNMATCHED';
  const after = changeDeposit(tx, row, {
    state,
    withheld: row.kind === null ? [] : ['UNDONE'],
    was_undone: true,
    reservation_id: null,
    payment_id: null,
    settled_at: null,
    settled_by: null,
    settled_by_name: null,
    note: null,
  });
  const shaped = await completeDecision(work, { after, notifications }, 'deposit.undone', {
    reservationId: row.reservation_id,
    paymentId: row.payment_id,
    reason: body.reason,
  });
  await announceDeposit(tx, clock, after, found);
  if (reservation === null) return { ...shaped, left: null };
  const leftState = reservation.state;
  const { dueAmount } = owedFor({
    state: leftState,
    priceAmount: reservation.price_amount,
    paidAmount: reservation.paid_amount,
    waivedAmount: reservation.waived_amount,
    refundAmount: reservation.refund_amount,
    refundedSinceAmount: 0,
  });
  return { ...shaped, left: { reservationId: reservation.id, code: reservation.code, state: leftState, dueAmount } };
}

async function reversePayment(
  work: UnitOfWork,
  { row, paymentId, reason }: { row: DepositRow; paymentId: string; reason: string },
): Promise<void> {
  const { tx } = work;
  const payment = await readPayment(tx, paymentId);
  if (payment.reversed_at !== null) return;
  // A payment that was refunded in part or in full cannot be reversed.
  if (payment.state !== 'DONE') throw notAllowed(row, 'A part of its payment was given back');
  await reverseRecordedPayment(work, payment.id, { version: payment.version, reason });
}

/** Returns the unmasked name and text. The audit log records the person and the reason (PD-1). */
export async function showDeposit(
  work: UnitOfWork,
  depositId: string,
  { reason }: BodyOf<typeof revealDeposit>,
): Promise<ReplyOf<typeof revealDeposit>> {
  const { tx } = work;
  const row = await readDeposit(tx, depositId);
  await audit(work, row, 'deposit.revealed', { reason });
  return { depositorName: row.depositor_name, text: row.bank_text };
}

/** Locks the deposit and its notifications. Throws STALE for another version than the present one (AP-4). */
export async function selectAsSeen(
  tx: Tx,
  depositId: string,
  { version }: { readonly version: number },
): Promise<LockedDecision> {
  const row = await selectDepositForUpdate(tx, depositId);
  if (row.version !== version) throw staleProblem(toDeposit(row));
  return { row, notifications: await selectNotificationsOfDepositForUpdate(tx, row) };
}

interface LockedDecision {
  readonly row: DepositRow;
  /** The notifications that asked for the decision. */
  readonly notifications: readonly LockedNotification[];
}

export function isOpen(row: DepositRow): boolean {
  return OPEN_DEPOSIT_STATES.some((state) => state === row.state);
}

export function notAllowed(row: DepositRow, detail?: string): Problem {
  return new Problem('STATE_NOT_ALLOWED', { current: toDeposit(row), ...(detail === undefined ? {} : { detail }) });
}

interface Decided {
  readonly after: DepositRow;
  readonly notifications: LockedDecision['notifications'];
}

export async function completeDecision(
  work: UnitOfWork,
  { after: row, notifications }: Decided,
  action: AuditRecord['action'],
  detail: Readonly<Record<string, unknown>>,
): Promise<Deposit> {
  const { tx, clock, actor } = work;
  const shaped = toDeposit(row);
  await publish(tx, { productId: row.product_id, storeId: row.store_id, name: 'deposit.changed', data: shaped });
  await audit(work, row, action, detail);
  await endNotifications(tx, actor, clock.now(), notifications);
  return shaped;
}

function audit(
  { tx, clock, actor }: UnitOfWork,
  row: DepositRow,
  action: AuditRecord['action'],
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    at: clock.now(),
    actor: byCaller(actor),
    action,
    subject: { kind: 'deposit', id: row.id },
    detail,
  });
}

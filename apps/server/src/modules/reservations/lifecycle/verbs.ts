import type {
  BodyOf,
  checkInReservation,
  completeReservation,
  confirmReservation,
  editReservation,
  markNoShow,
  ReservationDetail,
  ReplyOf,
  revealGuest,
} from '@munjigi/contract';
import { sql } from 'kysely';
import type { Clock } from '../../../clock.ts';
import { prepareStatement, type Tx } from '../../../db/index.ts';
import { Problem, type Caller, type UnitOfWork } from '../../../http/index.ts';
import {
  auditChange,
  changeReservation,
  checkMayChange,
  composeReservationDetail,
  reservationStateNotAllowed,
  selectReservationForUpdate,
  readReservation,
  type ReservationUpdate,
  type ReservationRecord,
} from '../stay/change.ts';
import { decideAgeAtCheckIn } from './age-at-check-in.ts';
import { guestOf } from './move.ts';
import { SERVER_ACTOR, byCaller, addHistory } from '../stay/history.ts';
import type { ReservationRow } from '../stay/reservation-row.ts';

const MINUTE_MS = 60_000;

export async function confirmPendingReservation(
  { tx, clock, actor }: UnitOfWork<Caller>,
  reservationId: string,
  body: BodyOf<typeof confirmReservation>,
): Promise<ReservationDetail> {
  const record = await selectReservationForUpdate(tx, reservationId);
  checkMayChange(record, body, ['PENDING'], clock.now());
  return changed(tx, clock, record, {
    kind: 'CONFIRMED',
    by: byCaller(actor),
    set: { state: 'CONFIRMED', hold_expires_at: null },
  });
}

const ACCESS_BEFORE = prepareStatement<{ minutes: number }>(
  'select access_before_minutes as minutes from stores where id = $1',
);

/**
 * Checks a guest in. Allowed in the access window: from the minutes before the start that the store sets until the end. A
 * guest who has to be checked for age needs a document that the person saw, or a reason (AG-12).
 */
export async function checkIn(
  work: UnitOfWork,
  reservationId: string,
  body: BodyOf<typeof checkInReservation>,
): Promise<ReservationDetail> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const record = await selectReservationForUpdate(tx, reservationId);
  checkMayChange(record, body, ['CONFIRMED'], now);
  if (record.row.kind === 'BLOCK') throw reservationStateNotAllowed(record, now, 'A block begins by itself');
  const [before] = await ACCESS_BEFORE.read(tx, record.row.store_id);
  const opensAt = new Date(record.row.starts_at.getTime() - (before?.minutes ?? 0) * MINUTE_MS);
  if (now < opensAt || now >= record.row.ends_at) {
    throw new Problem('OUTSIDE_ACCESS_WINDOW', {
      current: composeReservationDetail(record, now),
      detail: `${opensAt.toISOString()}/${record.row.ends_at.toISOString()}`,
    });
  }
  await decideAgeAtCheckIn(work, record.row, body.adult ?? null);
  return changed(tx, clock, record, { kind: 'CHECKED_IN', by: byCaller(actor), set: { state: 'IN_USE' } });
}

/** Ends the stay at the next whole minute. The buffer follows, and the rest of its time becomes free. */
export async function endStay(
  { tx, clock, actor }: UnitOfWork,
  reservationId: string,
  body: BodyOf<typeof completeReservation>,
): Promise<ReservationDetail> {
  const now = clock.now();
  const record = await selectReservationForUpdate(tx, reservationId);
  checkMayChange(record, body, ['IN_USE'], now);
  return changed(tx, clock, record, {
    kind: 'COMPLETED',
    by: byCaller(actor),
    set: { state: 'COMPLETED', ...endedAt(record, now) },
  });
}

function endedAt({ row }: ReservationRecord, now: Date): ReservationUpdate {
  const bufferMs = row.buffer_ends_at.getTime() - row.ends_at.getTime();
  // A period must not be empty.
  const earliest = (row.keeps_from ?? row.starts_at).getTime() + MINUTE_MS;
  const end = Math.max(earliest, Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS);
  return end < row.ends_at.getTime() ? { ends_at: new Date(end), buffer_ends_at: new Date(end + bufferMs) } : {};
}

export async function noShow(
  { tx, clock, actor }: UnitOfWork,
  reservationId: string,
  body: BodyOf<typeof markNoShow>,
): Promise<ReservationDetail> {
  const now = clock.now();
  const record = await selectReservationForUpdate(tx, reservationId);
  checkMayChange(record, body, ['CONFIRMED'], now);
  if (record.row.kind === 'BLOCK') throw reservationStateNotAllowed(record, now, 'Nobody is expected');
  if (now < record.row.starts_at) throw reservationStateNotAllowed(record, now, 'It has not begun');
  return changed(tx, clock, record, {
    kind: 'NO_SHOW',
    by: byCaller(actor),
    reason: body.reason,
    set: { state: 'NO_SHOW' },
  });
}

async function changed(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
  change: Parameters<typeof changeReservation>[3],
): Promise<ReservationDetail> {
  return composeReservationDetail(await changeReservation(tx, clock, record, change), clock.now());
}

/**
 * Checks the guest in at the first use of the code or the first opening of the door. Does nothing if the guest is
 * already in or is not expected.
 */
export async function checkInAtEntry(
  tx: Tx,
  clock: Clock,
  reservationId: string,
  { by, doorName }: { readonly by: 'keypad' | 'door'; readonly doorName: string },
): Promise<void> {
  const record = await selectReservationForUpdate(tx, reservationId);
  if (record.row.kind === 'BLOCK' || record.row.state !== 'CONFIRMED' || clock.now() >= record.row.ends_at) return;
  await changeReservation(tx, clock, record, {
    kind: 'CHECKED_IN',
    by: { ...SERVER_ACTOR, label: by },
    reason: doorName,
    set: { state: 'IN_USE' },
  });
}

interface CodeUse {
  readonly kind: 'CODE_REVEALED' | 'CODE_REPLACED' | 'CODE_RESENT';
  readonly reason?: string | undefined;
}

/**
 * Records in the history and the audit log what a person or a channel did with the code of a reservation, and why.
 * Never records the code.
 */
export async function rememberAccess(
  { tx, clock, actor }: UnitOfWork<Caller>,
  row: ReservationRow,
  { kind, reason }: CodeUse,
): Promise<void> {
  const now = clock.now();
  const by = byCaller(actor);
  addHistory(tx, row, { kind, at: now, by, reason: reason ?? null });
  await auditChange(tx, { before: row, after: row, kind, by, at: now, reason });
}

/**
 * Marks the moves of a reservation up to the named one as read by its guest (GP-10). It is no change of the stay. Returns the
 * latest move that is read; `null`: the named event is no move of this reservation.
 */
export async function writeReadMove(
  tx: Tx,
  {
    storeId,
    reservationId,
    moveId,
  }: { readonly storeId: string; readonly reservationId: string; readonly moveId: string },
): Promise<string | null> {
  const { rows } = await sql<{ read_move_id: string }>`
    update reservations r set read_move_id = greatest(r.read_move_id, ${moveId}::uuid)
    where r.store_id = ${storeId} and r.id = ${reservationId} and exists (
      select from reservation_events e
      where e.store_id = r.store_id and e.reservation_id = r.id and e.id = ${moveId}::uuid and e.before is not null)
    returning r.read_move_id`.execute(tx);
  return rows[0]?.read_move_id ?? null;
}

/** Returns the guest's name, phone and e-mail address. The history and the audit log record the reader and the reason (PD-1). */
export async function showGuest(
  { tx, clock, actor }: UnitOfWork,
  reservationId: string,
  { reason }: BodyOf<typeof revealGuest>,
): Promise<ReplyOf<typeof revealGuest>> {
  const { row } = await readReservation(tx, reservationId);
  const now = clock.now();
  const by = byCaller(actor);
  addHistory(tx, row, { kind: 'REVEALED', at: now, by, reason });
  await auditChange(tx, { before: row, after: row, kind: 'REVEALED', by, at: now, reason });
  return { guestName: row.guest_name, guestPhone: row.guest_phone, guestEmail: row.guest_email };
}

/** Changes how messages reach the guest, as the guest decided (GP-7). Neither the history nor the audit log has the address. */
export function changeContact(
  { tx, clock, actor }: UnitOfWork<Caller>,
  record: ReservationRecord,
  change: Pick<BodyOf<typeof editReservation>, 'guestEmail' | 'guestLanguage'>,
): Promise<ReservationRecord> {
  const set = guestOf(record, change);
  return changeReservation(tx, clock, record, {
    kind: 'CONTACT_CHANGED',
    by: byCaller(actor),
    set: { ...set, ...(set.guest_email !== undefined && { is_email_of_link: set.guest_email !== '' }) },
  });
}

/** Forgets the address that was named through the guest's link, because staff end it: another person may have named it. */
export async function forgetEmailOfLink(
  { tx, clock, actor }: UnitOfWork<Caller>,
  record: ReservationRecord,
): Promise<ReservationRecord> {
  if (!record.row.is_email_of_link) return record;
  return changeReservation(tx, clock, record, {
    kind: 'CONTACT_CHANGED',
    by: byCaller(actor),
    set: { guest_email: '', is_email_of_link: false },
  });
}

/** Stores what head office is booked to owe for the discount of a locked reservation, in won (CP-5). */
export async function setCompensatedAmount(
  tx: Tx,
  { store_id: storeId, id }: ReservationRow,
  amount: number,
): Promise<void> {
  await tx
    .updateTable('reservations')
    .set({ compensated_amount: amount === 0 ? null : amount })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute();
}

import type {
  askForHelp,
  BodyOf,
  CaseOutcome,
  HelpDeskCase,
  HelpDeskPage,
  listHelpDeskCases,
  listRaisedCases,
  QueryOf,
  ReplyOf,
  resolveHelpDeskCase,
} from '@munjigi/contract';
import { businessDateOf, maskName } from '@munjigi/rules';
import type { AuditAction } from '@munjigi/texts/audit';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { GuestCaller, UnitOfWork } from '../../http/index.ts';
import { guestAuditActor, personAuditActor, recordAudit } from '../audit/index.ts';
import type { ReservationRow } from '../reservations/index.ts';
import {
  countCases,
  findCases,
  findClocks,
  findRaised,
  findOwnCase,
  insertCase,
  insertCaseOfGuest,
  markCaseOfGuestSeen,
  readDay,
  resolveOpen,
  type ListedCase,
} from './cases.sql.ts';
import type { HelpDeskDeps } from './deps.ts';
import { readGuestPageContext } from './help-desk.sql.ts';
import { addNote, insertCompanionRequest, toTrouble } from './notes.sql.ts';
import { readGuest, composeHelpDeskPage } from './page.ts';

/** A look within so many milliseconds after the resolution checks the result and opens no new case. */
const AFTERWARDS_MS = 10 * 60_000;

/** Opens a case, or continues the person's own one. Every look is recorded, with or without a new case (PD-1). */
export async function openCase(deps: HelpDeskDeps, work: UnitOfWork, reservationId: string): Promise<HelpDeskPage> {
  const { tx, actor } = work;
  const now = work.clock.now();
  const { row } = await readGuest(tx, reservationId);
  const mine = await findOwnCase(tx, keyOf(row), actor.userId);
  const wasUnseen = (await markCaseOfGuestSeen(tx, keyOf(row), now)) !== null;
  let isNew = false;
  const isFresh = mine?.resolved_at != null && now.getTime() - mine.resolved_at.getTime() < AFTERWARDS_MS;
  if (mine === null || (mine.resolved_at !== null && !isFresh)) {
    const { time_zone: timeZone, day_cutoff: dayCutoff } = await readGuestPageContext(tx, row, now);
    isNew = await insertCase(tx, {
      product_id: row.product_id,
      store_id: row.store_id,
      id: uuidv7(),
      reservation_id: row.id,
      person_id: actor.userId,
      person_name: actor.name,
      opened_at: now,
      business_date: businessDateOf({ timeZone, dayCutoff }, now),
    });
  }
  if (isNew || wasUnseen) await publishCaseChange(tx, row);
  const page = await composeHelpDeskPage(deps, work, reservationId);
  await recordHelp(work, row, 'help-desk.looked', {});
  return page;
}

/** Opens a case at the request of the guest or a companion, or finds the one that is open, and adds their words (GT-9). */
export async function openCaseOfGuest(
  { tx, clock, actor }: UnitOfWork<GuestCaller>,
  reservationId: string,
  { trouble, text }: BodyOf<typeof askForHelp>,
): Promise<{ readonly openedAt: Date }> {
  const now = clock.now();
  const { row } = await readGuest(tx, reservationId);
  const { timeZone, dayCutoff } = await tx
    .selectFrom('stores')
    .select(['time_zone as timeZone', 'day_cutoff as dayCutoff'])
    .where('id', '=', row.store_id)
    .executeTakeFirstOrThrow();
  const { id, openedAt, isNew } = await insertCaseOfGuest(tx, {
    product_id: row.product_id,
    store_id: row.store_id,
    id: uuidv7(),
    reservation_id: row.id,
    opened_at: now,
    business_date: businessDateOf({ timeZone, dayCutoff }, now),
    trouble,
  });
  const of = { caseId: id, reservation: row, now };
  const noteId = text === '' ? null : await addNote(tx, of, { text });
  const { companion } = actor;
  const joins = companion !== null && (await insertCompanionRequest(tx, of, { companion, noteId }));
  if (isNew || joins || text !== '') await publishCaseChange(tx, row);
  if (isNew) {
    await recordAudit(tx, {
      productId: row.product_id,
      storeId: row.store_id,
      at: now,
      action: 'help-desk.asked',
      subject: { kind: 'reservation', id: row.id },
      detail: {},
      actor: guestAuditActor(actor),
    });
  }
  return { openedAt };
}

/** Resolves the guest's cases with the outcome that a person states. */
export async function resolveCases(
  deps: HelpDeskDeps,
  work: UnitOfWork,
  reservationId: string,
  { outcome, note }: BodyOf<typeof resolveHelpDeskCase>,
): Promise<HelpDeskPage> {
  const { row } = await readGuest(work.tx, reservationId);
  const count = await endCases(work, row, outcome, note);
  if (count > 0) await recordHelp(work, row, 'help-desk.resolved', { outcome, count });
  return composeHelpDeskPage(deps, work, reservationId);
}

/** Resolves all open cases of the guest. Returns their number. */
export async function endCases(
  { tx, clock }: UnitOfWork,
  reservation: ReservationRow,
  outcome: CaseOutcome,
  note = '',
): Promise<number> {
  const count = await resolveOpen(tx, keyOf(reservation), { outcome, note, at: clock.now() });
  if (count > 0) await publishCaseChange(tx, reservation);
  return count;
}

export async function recordHelp(
  { tx, clock, actor }: UnitOfWork,
  of: ReservationRow,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordAudit(tx, {
    productId: of.product_id,
    storeId: of.store_id,
    at: clock.now(),
    action,
    subject: { kind: 'reservation', id: of.id },
    detail,
    actor: personAuditActor(actor),
  });
}

export async function listCases(
  tx: Tx,
  clock: Clock,
  query: QueryOf<typeof listHelpDeskCases>,
): Promise<ReplyOf<typeof listHelpDeskCases>> {
  const now = clock.now();
  const days = (await findClocks(tx)).map((clock) => ({
    storeId: clock.id,
    date: businessDateOf({ timeZone: clock.time_zone, dayCutoff: clock.day_cutoff }, now),
  }));
  const [count, rows, day] = await Promise.all([countCases(tx), findCases(tx, query), readDay(tx, days)]);
  return {
    ...count,
    items: rows.map(shaped),
    today: { opened: day.opened, resolved: day.resolved, medianSeconds: day.median_seconds },
  };
}

/** Lists the requests of guests that no person has opened (NX-12). */
export async function listRaised(tx: Tx): Promise<ReplyOf<typeof listRaisedCases>> {
  const rows = await findRaised(tx);
  return {
    items: rows.map((row) => ({
      id: row.id,
      storeId: row.store_id,
      reservationId: row.reservation_id,
      code: row.code,
      storeName: row.store_name,
      roomName: row.room_name,
      openedAt: row.opened_at.toISOString(),
      trouble: toTrouble(row.trouble),
    })),
  };
}

function shaped(row: ListedCase): HelpDeskCase {
  return {
    id: row.id,
    storeId: row.store_id,
    reservationId: row.reservation_id,
    code: row.code,
    guestName: maskName(row.guest_name),
    storeName: row.store_name,
    roomName: row.room_name,
    personName: row.person_name,
    openedAt: row.opened_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    outcome: row.outcome,
    note: row.note,
  };
}

export function keyOf(row: ReservationRow) {
  return { store_id: row.store_id, reservation_id: row.id };
}

export async function publishCaseChange(tx: Tx, of: ReservationRow): Promise<void> {
  await publish(tx, {
    productId: of.product_id,
    storeId: of.store_id,
    name: 'help-desk.changed',
    data: { storeId: of.store_id, reservationId: of.id },
  });
}

import type { addToWaitlist, BodyOf, ReplyOf, revealWaitlistGuest, WaitlistEntry } from '@munjigi/contract';
import { checkPeriod, phoneDigits } from '@munjigi/rules';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../clock.ts';
import { personalOf, type Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import { invalidInput, notFound, Problem, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { personAuditActor, recordAudit, type AuditRecord } from '../../audit/index.ts';
import { warnOfBlock } from '../guest-profiles/blocked-guests.ts';
import { emailColumns, phoneColumns, phoneMarksOf } from '../stay/guest-columns.ts';
import { changeEntry, enqueueWaitlistReview, reviewWaitlist } from '../waitlist/waitlist-review.ts';
import { findEntry, toWaitlistEntry, type WaitlistRow } from '../waitlist/waitlist.sql.ts';

type NewEntry = BodyOf<typeof addToWaitlist>;

/** The states in which an entry waits. */
export const OPEN_ENTRY_STATES = ['WAITING', 'FREE', 'OFFERED'] as const satisfies readonly WaitlistEntry['state'][];

/** Refuses an entry for a time that could not be booked even if it were free, and a second one of a phone for one time. */
export async function addEntry({ tx, clock, actor }: UnitOfWork, body: NewEntry): Promise<WaitlistEntry> {
  await checkWish(tx, clock, body);
  await refuseSecondEntry(tx, body);
  await warnOfBlock(tx, { storeId: body.storeId, booking: body, now: clock.now() });
  const entry = await insertEntry(tx, clock, { ...body, productId: actor.productId, origin: 'STAFF' });
  await recordAudit(tx, toWaitlistAudit({ clock, actor: personAuditActor(actor) }, 'waitlist.added', entry));
  return toWaitlistEntry(await readEntryRow(tx, entry.id));
}

async function refuseSecondEntry(tx: Tx, { storeId, roomId, startsAt, endsAt, guestPhone }: NewEntry): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waitlist of ${storeId} ${phoneDigits(guestPhone)}`},
    0))`.execute(tx);
  const first = await tx
    .selectFrom('waitlist')
    .select('id')
    .where('store_id', '=', storeId)
    .where('state', 'in', OPEN_ENTRY_STATES)
    .where('phone_mark', 'in', phoneMarksOf(tx, guestPhone))
    .where('starts_at', '=', new Date(startsAt))
    .where('ends_at', '=', new Date(endsAt))
    .$call((query) => (roomId === null ? query.where('room_id', 'is', null) : query.where('room_id', '=', roomId)))
    .executeTakeFirst();
  if (first)
    throw new Problem('STATE_NOT_ALLOWED', {
      current: toWaitlistEntry(await readEntryRow(tx, first.id)),
      detail: 'This phone waits for this time already',
    });
}

/** What a guest waits for. */
type PlainWish = Omit<NewEntry, 'memo' | 'guestEmail' | 'guestLanguage' | 'acceptsBlockedGuest'>;

/** Refuses a wish for a time or a room that could not be booked even if it were free. */
export async function checkWish(tx: Tx, clock: Clock, wish: PlainWish): Promise<void> {
  const period = { startsAt: new Date(wish.startsAt), endsAt: new Date(wish.endsAt) };
  await checkTime(tx, clock, wish, period);
  await checkRooms(tx, wish);
}

interface Wish extends Omit<NewEntry, 'acceptsBlockedGuest'> {
  readonly productId: string;
  readonly origin: WaitlistEntry['origin'];
}

/** Inserts an entry that was checked, and reviews it. */
export async function insertEntry(tx: Tx, clock: Clock, body: Wish): Promise<WaitlistRow> {
  const period = { startsAt: new Date(body.startsAt), endsAt: new Date(body.endsAt) };
  const columns = phoneColumns(tx, { guest_phone: body.guestPhone });
  const entry: WaitlistRow = {
    product_id: body.productId,
    store_id: body.storeId,
    id: uuidv7(),
    room_id: body.roomId,
    starts_at: period.startsAt,
    ends_at: period.endsAt,
    head_count: body.headCount,
    guest_name: body.guestName,
    guest_phone: body.guestPhone,
    guest_email: body.guestEmail,
    memo: body.memo,
    state: 'WAITING',
    free_since: null,
    free_room_id: null,
    offered_reservation_id: null,
    offer_until: null,
    created_at: clock.now(),
    version: 1,
    origin: body.origin,
    guest_language: body.guestLanguage,
    phone_mark: columns.phone_mark,
  };
  await tx
    .insertInto('waitlist')
    .values({
      ...entry,
      guest_name: personalOf(tx).seal(entry.guest_name),
      guest_phone: columns.guest_phone,
      ...emailColumns(tx, entry),
    })
    .execute();
  await publish(tx, {
    productId: entry.product_id,
    storeId: entry.store_id,
    name: 'waitlist.changed',
    data: toWaitlistEntry(entry),
  });
  await enqueueWaitlistReview(tx, entry, entry.starts_at);
  // The time may already be free.
  await reviewWaitlist(tx, clock, {
    productId: entry.product_id,
    storeId: entry.store_id,
    roomId: body.roomId,
    ...period,
  });
  return entry;
}

async function checkTime(
  tx: Tx,
  clock: Clock,
  { storeId }: Pick<NewEntry, 'storeId'>,
  period: { startsAt: Date; endsAt: Date },
): Promise<void> {
  const store = await tx
    .selectFrom('stores')
    .select([
      'time_zone as timeZone',
      'hours',
      'slot_minutes as slotMinutes',
      'min_minutes as minMinutes',
      'max_minutes as maxMinutes',
      'horizon_days as horizonDays',
    ])
    .where('id', '=', storeId)
    .executeTakeFirst();
  if (!store) throw notFound();
  // Closures are ignored: one may be withdrawn.
  const refusal = checkPeriod({ ...store, hours: store.hours }, { ...period, now: clock.now(), closures: [] });
  if (refusal) throw refused(refusal.code, refusal.path, refusal.detail);
}

async function checkRooms(tx: Tx, { storeId, roomId, headCount }: PlainWish): Promise<void> {
  const rooms = await tx
    .selectFrom('rooms')
    .select(['capacity', 'archived_at'])
    .where('store_id', '=', storeId)
    .$if(roomId === null, (query) => query.where('archived_at', 'is', null))
    .$if(roomId !== null, (query) => query.where('id', '=', roomId ?? ''))
    .execute();
  if (roomId !== null && rooms.length === 0)
    throw invalidInput([{ path: 'roomId', code: 'unknown_room', message: 'There is no such room in this store' }]);
  if (rooms.some((room) => room.archived_at !== null)) throw refused('ROOM_ARCHIVED', 'roomId', 'archived');
  if (!rooms.some((room) => room.capacity >= headCount)) throw refused('OVER_CAPACITY', 'headCount', 'over_capacity');
}

function refused(code: Problem['code'], path: string, detail: string): Problem {
  return new Problem(code, { errors: [{ path, code: detail, message: new Problem(code).message }] });
}

/** Closes the entry: the guest was informed or no longer waits. */
export async function closeEntry(
  { tx, clock, actor }: UnitOfWork,
  entryId: string,
  version: number,
): Promise<WaitlistEntry> {
  const entry = await tx.selectFrom('waitlist').selectAll().where('id', '=', entryId).forUpdate().executeTakeFirst();
  if (!entry) throw notFound();
  if (entry.version !== version) throw staleProblem(toWaitlistEntry(entry));
  if (entry.state !== 'WAITING' && entry.state !== 'FREE')
    throw new Problem('STATE_NOT_ALLOWED', { current: toWaitlistEntry(entry) });
  const after = await changeEntry(tx, entry, { state: 'DONE' });
  await recordAudit(tx, toWaitlistAudit({ clock, actor: personAuditActor(actor) }, 'waitlist.done', after));
  return toWaitlistEntry(after);
}

/** Returns the guest's name, phone and e-mail address. The audit log records the reader and the reason (PD-1). */
export async function revealEntry(
  { tx, clock, actor }: UnitOfWork,
  entryId: string,
  { reason }: BodyOf<typeof revealWaitlistGuest>,
): Promise<ReplyOf<typeof revealWaitlistGuest>> {
  const entry = await readEntryRow(tx, entryId);
  const entered = toWaitlistAudit({ clock, actor: personAuditActor(actor) }, 'waitlist.revealed', entry);
  await recordAudit(tx, { ...entered, detail: { ...entered.detail, reason } });
  return { guestName: entry.guest_name, guestPhone: entry.guest_phone, guestEmail: entry.guest_email };
}

async function readEntryRow(tx: Tx, entryId: string): Promise<WaitlistRow> {
  const entry = await findEntry(tx, entryId);
  if (!entry) throw notFound();
  return entry;
}

/** An audit entry without data of the guest. */
export function toWaitlistAudit(
  { clock, actor }: { readonly clock: Clock; readonly actor: AuditRecord['actor'] },
  action: AuditRecord['action'],
  entry: WaitlistRow,
): AuditRecord {
  return {
    productId: entry.product_id,
    storeId: entry.store_id,
    at: clock.now(),
    actor,
    action,
    subject: { kind: 'waitlist-entry', id: entry.id },
    detail: { roomId: entry.room_id, startsAt: entry.starts_at.toISOString(), endsAt: entry.ends_at.toISOString() },
  };
}

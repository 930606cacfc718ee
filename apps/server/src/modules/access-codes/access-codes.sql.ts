import { sql, type Selectable } from 'kysely';
import { prepareStatement, statement, pipelineStatement, type Tables, type Tx } from '../../db/index.ts';
import { WITHHELD_OF_R } from '../age-checks/index.ts';
import { DUE_AT_ONCE, type PlaceRow } from './places.ts';

export type CodeRow = Selectable<Tables['access_codes']>;

/** A store with due work, found as `SYSTEM`. */
export interface DueStore {
  product_id: string;
  store_id: string;
}

const MOST_STORES = 200;

export async function storesWithReviews(tx: Tx, now: Date): Promise<DueStore[]> {
  const { rows } = await tx.executeQuery(statement<DueStore>`
    select product_id, store_id from access_reviews where due_at <= ${now} group by 1, 2 order by min(due_at)
      limit ${MOST_STORES}`);
  return rows;
}

export async function locksWithPushes(tx: Tx, now: Date): Promise<(DueStore & { link_id: string })[]> {
  const { rows } = await tx.executeQuery(statement<DueStore & { link_id: string }>`
    select product_id, store_id, link_id from access_code_places where due_at <= ${now} group by 1, 2, 3
      order by min(due_at) limit ${MOST_STORES}`);
  return rows;
}

/** Claims due reviews. Skips rows that another transaction has locked. */
export async function claimAccessReviews(tx: Tx, storeId: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await tx.executeQuery(statement<{ id: string }>`
    select id from access_reviews where store_id = ${storeId} and due_at <= ${now} order by due_at, id limit ${limit}
      for update skip locked`);
  return rows.map((row) => row.id);
}

/** Locks the review of one reservation. Waits for its present owner, and creates the row if it is missing. */
export async function selectAccessReviewForUpdate(
  tx: Tx,
  of: { product_id: string; store_id: string; id: string },
): Promise<void> {
  await sql`
    insert into access_reviews (product_id, store_id, id, due_at)
      values (${of.product_id}, ${of.store_id}, ${of.id}, null)
    on conflict (store_id, id) do update set due_at = access_reviews.due_at`.execute(tx);
}

export interface Expected {
  id: string;
  product_id: string;
  store_id: string;
  kind: string;
  state: string;
  starts_at: Date;
  ends_at: Date;
  access_before_minutes: number;
  access_after_minutes: number;
  /** The reservation's room and the parts of that room. */
  room_ids: string[];
  /** The stay is for adults, and its guest has not been checked (AG-7). */
  is_withheld: boolean;
}

const EXPECTED = prepareStatement<Expected>(`
    select r.id, r.product_id, r.store_id, r.kind, r.state, r.starts_at, r.ends_at, s.access_before_minutes,
      s.access_after_minutes, ${WITHHELD_OF_R} as is_withheld,
      array(select p.part_room_id from room_parts p where p.store_id = r.store_id and p.room_id = r.room_id) ||
        r.room_id as room_ids
    from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id
    where r.store_id = $1 and r.id = any ($2::uuid[])`);

export async function findExpected(tx: Tx, storeId: string, ids: readonly string[]): Promise<Expected[]> {
  return EXPECTED.read(tx, storeId, ids);
}

export interface StoreDoor {
  id: string;
  name: string;
  room_id: string | null;
  link_id: string;
  driver: string;
  settings: unknown;
  access_before_minutes: number | null;
  access_after_minutes: number | null;
  online: string;
  last_seen_at: Date | null;
  spare_codes: number;
  removed_at: Date | null;
  door_mode: string;
}

/** Finds the doors of a store in the order of their creation. */
export async function findDoorsOfStore(tx: Tx, storeId: string, { withRemoved = false } = {}): Promise<StoreDoor[]> {
  const { rows } = await tx.executeQuery(statement<StoreDoor>`
    select d.id, d.name, d.room_id, d.link_id, l.driver, l.settings, d.access_before_minutes, d.access_after_minutes,
      l.online, l.last_seen_at, d.spare_codes, d.removed_at, d.door_mode
    from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id
    where d.store_id = ${storeId} and (${withRemoved}::boolean or d.removed_at is null) order by d.created_at, d.id`);
  return rows;
}

/** Locks the places of these reservations that may still be in a lock, including spare codes given to them. */
export async function selectPlacesOfReservationsForUpdate(
  tx: Tx,
  storeId: string,
  reservationIds: readonly string[],
): Promise<PlaceRow[]> {
  const { rows } = await tx.executeQuery(statement<PlaceRow>`
    select * from access_code_places where store_id = ${storeId} and gone_at is null and id in (
      select p.id from access_code_places p where p.store_id = ${storeId}
        and p.reservation_id = any (${reservationIds}::uuid[])
      union all
      select p.id from access_codes c join access_code_places p on p.store_id = c.store_id and p.code_id = c.id
      where c.store_id = ${storeId} and c.given_to = any (${reservationIds}::uuid[]) and c.withdrawn_at is null)
    order by id for update`);
  return rows;
}

export async function selectPlacesAtLockForUpdate(
  tx: Tx,
  at: { storeId: string; linkId: string },
): Promise<PlaceRow[]> {
  const { rows } = await tx.executeQuery(statement<PlaceRow>`
    select * from access_code_places where store_id = ${at.storeId} and link_id = ${at.linkId} and gone_at is null
      order by id for update`);
  return rows;
}

export async function findPlacesOf(tx: Tx, storeId: string, reservationId: string): Promise<PlaceRow[]> {
  const { rows } = await tx.executeQuery(statement<PlaceRow>`
    select * from access_code_places where store_id = ${storeId} and reservation_id = ${reservationId}
      and gone_at is null order by id`);
  return rows;
}

export async function findPresentCodes(tx: Tx, storeId: string, reservationIds: readonly string[]): Promise<CodeRow[]> {
  const { rows } = await tx.executeQuery(statement<CodeRow>`
    select * from access_codes where store_id = ${storeId} and reservation_id = any (${reservationIds}::uuid[])
      and withdrawn_at is null`);
  return rows;
}

export async function findCode(tx: Tx, storeId: string, codeId: string): Promise<CodeRow | null> {
  const { rows } = await tx.executeQuery(
    statement<CodeRow>`select * from access_codes where store_id = ${storeId} and id = ${codeId}
      and withdrawn_at is null`,
  );
  return rows[0] ?? null;
}

const DAY_MS = 24 * 3600_000;

export interface CodeScope {
  readonly storeId: string;
  /** The reservation that the code is for. `null`: a spare code. */
  readonly reservationId: string | null;
  readonly doors: readonly Pick<StoreDoor, 'id' | 'link_id'>[];
  readonly opensAt: Date;
  readonly closesAt: Date;
}

/** Finds other codes, including spare codes, that are valid at one of these doors within a day of the window. */
export async function findNearbyCodes(tx: Tx, at: CodeScope): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await tx.executeQuery(statement<{ id: string; sealed: Buffer }>`
    select c.id, c.sealed from access_codes c
    where c.store_id = ${at.storeId} and c.withdrawn_at is null
      and (c.reservation_id is null or ${at.reservationId}::uuid is null
      or c.reservation_id <> ${at.reservationId}::uuid) and c.id in (
      select p.code_id from access_code_places p
      where p.store_id = ${at.storeId} and p.door_id = any (${at.doors.map((door) => door.id)}::uuid[])
        and p.gone_at is null
        and p.opens_at < ${new Date(at.closesAt.getTime() + DAY_MS)}
          and p.closes_at > ${new Date(at.opensAt.getTime() - DAY_MS)})`);
  return rows;
}

/** Makes due the reviews whose code this lock has not enabled. Locks the rows by id, as all writers do. */
export async function markReviewsAt(tx: Tx, at: { storeId: string; linkId: string }): Promise<void> {
  await tx.executeQuery(statement`
    update access_reviews set due_at = 'epoch' where store_id = ${at.storeId} and id in (
      select v.id from access_reviews v where v.store_id = ${at.storeId} and v.id in (
        select p.reservation_id from access_code_places p
        where p.store_id = ${at.storeId} and p.link_id = ${at.linkId} and p.gone_at is null and p.is_wanted
          and p.acknowledged <> 'ENABLED' and p.due_at is not null)
      order by v.id for update)`);
}

/** Whether one of these locks may hold a code with this fingerprint. */
export async function isAnyInLock(
  tx: Tx,
  storeId: string,
  prints: readonly { linkId: string; fingerprint: Buffer }[],
): Promise<boolean> {
  for (const { linkId, fingerprint } of prints) {
    const { rows } = await tx.executeQuery(statement<object>`
      select from access_code_places where store_id = ${storeId} and link_id = ${linkId}
        and fingerprint = ${fingerprint} and gone_at is null`);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Updates all mutable columns of a place. */
export function updatePlace(tx: Tx, row: PlaceRow) {
  return tx
    .updateTable('access_code_places')
    .set({
      opens_at: row.opens_at,
      closes_at: row.closes_at,
      is_wanted: row.is_wanted,
      acknowledged: row.acknowledged,
      acknowledged_at: row.acknowledged_at,
      slot: row.slot,
      pushed: row.pushed,
      push_until: row.push_until,
      is_written: row.is_written,
      attempts: row.attempts,
      retry_at: row.retry_at,
      error: row.error,
      due_at: row.due_at,
      gone_at: row.gone_at,
    })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id);
}

/**
 * Stores a changed place, clears its retry delay and makes it due at once. An open push keeps its deadline. Only the
 * push queue computes later times, because no other caller reads whether the door is locked down while it holds the places.
 */
export function changePlace(tx: Tx, row: PlaceRow): void {
  const next = { ...row, retry_at: null };
  pipelineStatement(tx, updatePlace(tx, { ...next, due_at: next.pushed === null ? DUE_AT_ONCE : next.push_until }));
}

/** Serialises drawing codes and giving spare codes per store until the transaction ends. */
export async function acquireCodeDrawingLock(tx: Tx, storeId: string): Promise<void> {
  await tx.executeQuery(statement`select pg_advisory_xact_lock(hashtextextended(${`access codes of ${storeId}`}, 0))`);
}

/** Tries to lock the push queue of a device. `false`: another process has it. Call it before locking places. */
export async function tryCodeQueueLock(tx: Tx, linkId: string): Promise<boolean> {
  const { rows } = await tx.executeQuery(
    statement<{
      is_ours: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended(${`codes in ${linkId}`}, 0)) as is_ours`,
  );
  return rows[0]?.is_ours === true;
}

/** Locks the push queue of a device and waits for its present owner. */
export async function acquireCodeQueueLock(tx: Tx, linkId: string): Promise<void> {
  await tx.executeQuery(statement`select pg_advisory_xact_lock(hashtextextended(${`codes in ${linkId}`}, 0))`);
}

/** Finds the push that a device has not answered yet, without locking it. */
export async function findOpenPush(tx: Tx, at: { storeId: string; linkId: string }): Promise<PlaceRow | null> {
  const { rows } = await tx.executeQuery(statement<PlaceRow>`
    select * from access_code_places where store_id = ${at.storeId} and link_id = ${at.linkId} and pushed is not null`);
  return rows[0] ?? null;
}

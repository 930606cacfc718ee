import { statement, pipelineStatement, type Tx } from '../../db/index.ts';
import type { CodeRow, DueStore } from './access-codes.sql.ts';
import { DUE_AT_ONCE, type PlaceRow } from './places.ts';

/** Queries for spare codes. To give or withdraw one or mark a pool, call `acquireCodeDrawingLock` first and wait for no place. */

const MOST_STORES = 200;

export async function storesWithPools(tx: Tx, now: Date): Promise<DueStore[]> {
  const { rows } = await tx.executeQuery(statement<DueStore>`
    select product_id, store_id from access_pools where due_at <= ${now} group by 1, 2 order by min(due_at)
      limit ${MOST_STORES}`);
  return rows;
}

/** Claims the due pools. Skips rows that another transaction has locked. */
export async function claimPools(tx: Tx, storeId: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await tx.executeQuery(statement<{ id: string }>`
    select id from access_pools where store_id = ${storeId} and due_at <= ${now} order by due_at, id limit ${limit} for
      update skip locked`);
  return rows.map((row) => row.id);
}

/** `size`: how many spare codes the lock must hold. `null`: the lock keeps no codes. */
export function savePool(
  tx: Tx,
  storeId: string,
  doorId: string,
  { size, dueAt }: { size: number | null; dueAt: Date | null },
): void {
  pipelineStatement(
    tx,
    tx
      .updateTable('access_pools')
      .set({ size, due_at: dueAt })
      .where('store_id', '=', storeId)
      .where('id', '=', doorId),
  );
}

/** Makes the review of the door's pool due at once. */
export function scheduleSparesReview(tx: Tx, of: { readonly store_id: string; readonly door_id: string }): void {
  pipelineStatement(
    tx,
    tx
      .updateTable('access_pools')
      .set({ due_at: DUE_AT_ONCE })
      .where('store_id', '=', of.store_id)
      .where('id', '=', of.door_id),
  );
}

/** Finds the spare codes of a door, given or not, oldest first. */
export async function findSparesAt(tx: Tx, storeId: string, doorId: string): Promise<CodeRow[]> {
  const { rows } = await tx.executeQuery(statement<CodeRow>`
    select * from access_codes where store_id = ${storeId} and spare_door_id = ${doorId} and withdrawn_at is null
      order by made_at, id`);
  return rows;
}

/** Finds the spare codes given to these reservations. */
export async function findGivenSpares(tx: Tx, storeId: string, reservationIds: readonly string[]): Promise<CodeRow[]> {
  const { rows } = await tx.executeQuery(statement<CodeRow>`
    select * from access_codes where store_id = ${storeId} and given_to = any (${reservationIds}::uuid[])
      and withdrawn_at is null order by id`);
  return rows;
}

export async function findCodesByIds(tx: Tx, storeId: string, ids: readonly string[]): Promise<CodeRow[]> {
  const { rows } = await tx.executeQuery(
    statement<CodeRow>`select * from access_codes where store_id = ${storeId} and id = any (${ids}::uuid[])
      and withdrawn_at is null`,
  );
  return rows;
}

/** Finds the places of codes without locking them. */
export async function findPlacesOfCodes(tx: Tx, storeId: string, codeIds: readonly string[]): Promise<PlaceRow[]> {
  const { rows } = await tx.executeQuery(statement<PlaceRow>`
    select * from access_code_places where store_id = ${storeId} and code_id = any (${codeIds}::uuid[])
      and gone_at is null`);
  return rows;
}

/** Locks the place of a code. `null`: another transaction has locked it, or it is gone. */
export async function selectPlaceOfCodeForUpdate(tx: Tx, storeId: string, codeId: string): Promise<PlaceRow | null> {
  const { rows } = await tx.executeQuery(statement<PlaceRow>`
    select * from access_code_places where store_id = ${storeId} and code_id = ${codeId} and gone_at is null for
      update skip locked`);
  return rows[0] ?? null;
}

/** Finds the spare codes of a door that the lock has acknowledged as enabled and no guest was given, oldest first. */
export async function findReadySpares(
  tx: Tx,
  of: { storeId: string; doorId: string; linkId: string },
): Promise<CodeRow[]> {
  const { rows } = await tx.executeQuery(statement<CodeRow>`
    select c.* from access_codes c join access_code_places p on p.store_id = c.store_id and p.code_id = c.id
    where c.store_id = ${of.storeId} and c.spare_door_id = ${of.doorId} and c.withdrawn_at is null
      and c.given_to is null
      and p.link_id = ${of.linkId} and p.gone_at is null and p.is_wanted and p.pushed is null
        and p.acknowledged = 'ENABLED'
    order by c.made_at, c.id`);
  return rows;
}

export function withdrawCode(tx: Tx, code: Pick<CodeRow, 'store_id' | 'id'>, now: Date): void {
  pipelineStatement(
    tx,
    tx
      .updateTable('access_codes')
      .set({ sealed: null, withdrawn_at: now })
      .where('store_id', '=', code.store_id)
      .where('id', '=', code.id),
  );
}

export function assignSpareCode(
  tx: Tx,
  code: Pick<CodeRow, 'store_id' | 'id'>,
  reservationId: string,
  now: Date,
): void {
  pipelineStatement(
    tx,
    tx
      .updateTable('access_codes')
      .set({ given_to: reservationId, given_at: now })
      .where('store_id', '=', code.store_id)
      .where('id', '=', code.id),
  );
}

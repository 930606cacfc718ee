import type { listModes, Mode, ModeEntry, ModePurpose, QueryOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { orderOf, readNumberedPage, type Tables, type Tx } from '../../db/index.ts';
import type { UnitOfWork } from '../../http/index.ts';

export interface ModeFields {
  readonly name: string;
  readonly states: readonly ModeEntry[];
  readonly purpose: ModePurpose | null;
}

/** The modes of the store and those of all stores, by name. */
export async function findModes(
  tx: Tx,
  { storeId, page, limit, sort }: QueryOf<typeof listModes>,
): Promise<{ total: number; items: Mode[] }> {
  let found = tx.selectFrom('modes').where('deleted_at', 'is', null);
  if (storeId !== undefined) {
    // For a store that the person has no access to, the list is empty, without the modes of all stores.
    const isSeen = tx.selectFrom('stores').select('id').where('id', '=', storeId);
    found = found.where((eb) =>
      eb.and([eb.or([eb('store_id', '=', storeId), eb('store_id', 'is', null)]), eb.exists(isSeen)]),
    );
  }
  const { total, rows } = await readNumberedPage(found.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { name: 'name' }, 'id', sql`name, id`),
  });
  return { total, items: rows.map(toMode) };
}

export async function findMode(tx: Tx, modeId: string): Promise<Mode | null> {
  const row = await tx
    .selectFrom('modes')
    .selectAll()
    .where('id', '=', modeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toMode(row) : null;
}

/** The mode of the store for a purpose, or else the one of all stores. */
export async function findModeFor(tx: Tx, storeId: string, purpose: ModePurpose): Promise<Mode | null> {
  const row = await tx
    .selectFrom('modes')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('store_id', '=', storeId), eb('store_id', 'is', null)]))
    .orderBy('store_id', (orderByItemBuilder) => orderByItemBuilder.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row ? toMode(row) : null;
}

/** Another mode for the same purpose in the same store, or among the modes of all stores if `storeId` is `null`. */
export async function findSamePurpose(
  tx: Tx,
  of: { readonly storeId: string | null; readonly purpose: ModePurpose; readonly exceptId: string | null },
): Promise<Mode | null> {
  let found = tx.selectFrom('modes').selectAll().where('purpose', '=', of.purpose).where('deleted_at', 'is', null);
  found = of.storeId === null ? found.where('store_id', 'is', null) : found.where('store_id', '=', of.storeId);
  if (of.exceptId !== null) found = found.where('id', '!=', of.exceptId);
  const row = await found.executeTakeFirst();
  return row ? toMode(row) : null;
}

export async function insertMode(
  { tx, clock, actor }: UnitOfWork,
  storeId: string | null,
  fields: ModeFields,
): Promise<Mode> {
  const row = {
    product_id: actor.productId,
    store_id: storeId,
    id: uuidv7(),
    created_at: clock.now(),
    name: fields.name,
    states: JSON.stringify(fields.states),
    purpose: fields.purpose,
  };
  return toMode(await tx.insertInto('modes').values(row).returningAll().executeTakeFirstOrThrow());
}

/** `null`: the version has changed, or the mode was deleted. */
export async function updateMode(
  tx: Tx,
  { id, version }: Mode,
  change: ModeFields | { readonly deletedAt: Date },
): Promise<Mode | null> {
  const columns =
    'deletedAt' in change
      ? { deleted_at: change.deletedAt }
      : { name: change.name, states: JSON.stringify(change.states), purpose: change.purpose };
  const row = await tx
    .updateTable('modes')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ? toMode(row) : null;
}

function toMode(row: Selectable<Tables['modes']>): Mode {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    states: row.states,
    purpose: row.purpose,
    version: row.version,
  };
}

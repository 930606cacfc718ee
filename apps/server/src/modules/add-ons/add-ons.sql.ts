import type { AddOn, BookingStore, ChosenAddOn, listAddOns, QueryOf } from '@munjigi/contract';
import type { AddOnChoice } from '@munjigi/rules';
import { sql, type Selectable, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { orderOf, readNumberedPage, type Tables, type Tx } from '../../db/index.ts';
import { Problem, type UnitOfWork } from '../../http/index.ts';

export type AddOnFields = Omit<AddOn, 'id' | 'storeId' | 'version'>;
/** An add-on as guests see it. */
export type OfferedAddOn = BookingStore['addOns'][number];

const IN_ORDER = sql`sort_order, created_at, id`;

export async function findAddOns(
  tx: Tx,
  { storeId, page, limit, sort, isOffered }: QueryOf<typeof listAddOns> & { readonly isOffered?: true },
): Promise<{ total: number; items: AddOn[] }> {
  const visible = tx
    .selectFrom('add_ons')
    .where('deleted_at', 'is', null)
    .$if(isOffered === true, (query) => query.where('is_offered', '=', true));
  const found = storeId === undefined ? visible : visible.where('store_id', '=', storeId);
  const { total, rows } = await readNumberedPage(found.selectAll(), {
    page,
    limit,
    order: orderOf(
      sort,
      { sortOrder: 'sort_order', name: 'name', amount: 'amount' },
      'id',
      storeId === undefined ? sql`store_id, ${IN_ORDER}` : IN_ORDER,
    ),
  });
  return { total, items: rows.map(toAddOn) };
}

export async function findAddOn(tx: Tx, addOnId: string): Promise<AddOn | null> {
  const row = await tx
    .selectFrom('add_ons')
    .selectAll()
    .where('id', '=', addOnId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toAddOn(row) : null;
}

export async function insertAddOn(
  { tx, clock, actor }: UnitOfWork,
  storeId: string,
  fields: AddOnFields,
): Promise<AddOn> {
  const row = {
    product_id: actor.productId,
    store_id: storeId,
    id: uuidv7(),
    created_at: clock.now(),
    ...columnsOf(fields),
  };
  return toAddOn(await tx.insertInto('add_ons').values(row).returningAll().executeTakeFirstOrThrow());
}

/** Returns `null` when the add-on has another version by now, or is deleted. */
export async function updateAddOn(
  tx: Tx,
  { id, storeId, version }: AddOn,
  change: AddOnFields | { readonly deletedAt: Date },
): Promise<AddOn | null> {
  const columns: Updateable<Tables['add_ons']> =
    'deletedAt' in change ? { deleted_at: change.deletedAt } : columnsOf(change);
  const row = await tx
    .updateTable('add_ons')
    .set({ ...columns, version: version + 1 })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ? toAddOn(row) : null;
}

/** The add-ons that guests of a store can choose, in its order. */
export async function listOfferedAddOns(tx: Tx, storeId: string): Promise<OfferedAddOn[]> {
  const rows = await tx
    .selectFrom('add_ons')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where('is_offered', '=', true)
    .orderBy(IN_ORDER)
    .execute();
  return rows.map((row) => {
    const { storeId: _ofPath, isOffered: _always, sortOrder: _inOrder, version: _ofStaff, ...offered } = toAddOn(row);
    return offered;
  });
}

/**
 * Reads the add-ons that a guest chose, at their present prices, in the order of the request. Throws ADD_ON_REFUSED for one
 * that the store does not offer, or not so many of it.
 */
export async function chooseAddOns(
  tx: Tx,
  storeId: string,
  chosen: readonly ChosenAddOn[],
): Promise<(AddOnChoice & { readonly roomIds: readonly string[] })[]> {
  if (chosen.length === 0) return [];
  const offered = new Map((await listOfferedAddOns(tx, storeId)).map((addOn) => [addOn.id, addOn]));
  return chosen.map(({ addOnId, quantity }, index) => {
    const addOn = offered.get(addOnId);
    if (!addOn) throw refuseAddOn(`addOns.${index}.addOnId`, 'not_offered');
    if (quantity > addOn.maxQuantity) throw refuseAddOn(`addOns.${index}.quantity`, 'too_many');
    const { name: label, unit, amount: unitAmount, roomIds } = addOn;
    return { addOnId, label, unit, quantity, unitAmount, roomIds };
  });
}

function refuseAddOn(path: string, code: string): Problem {
  return new Problem('ADD_ON_REFUSED', {
    errors: [{ path, code, message: new Problem('ADD_ON_REFUSED').message }],
  });
}

function columnsOf(fields: AddOnFields) {
  return {
    name: fields.name,
    description: fields.description,
    unit: fields.unit,
    amount: fields.amount,
    max_quantity: fields.maxQuantity,
    room_ids: fields.roomIds,
    is_offered: fields.isOffered,
    sort_order: fields.sortOrder,
  };
}

function toAddOn(row: Selectable<Tables['add_ons']>): AddOn {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    description: row.description,
    unit: row.unit,
    amount: row.amount,
    maxQuantity: row.max_quantity,
    roomIds: row.room_ids,
    isOffered: row.is_offered,
    sortOrder: row.sort_order,
    version: row.version,
  };
}

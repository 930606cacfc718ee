import type { BodyOf, createPassOffer, listPassOffers, PassOffer, QueryOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { orderOf, readGrowingPage, type GrowingTotal, type Tables, type Tx } from '../../db/index.ts';
import { invalidInput, notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';

type OfferRow = Selectable<Tables['pass_offers']>;

export async function findPassOffers(
  tx: Tx,
  { page, limit, sort, storeId, isSold }: QueryOf<typeof listPassOffers>,
): Promise<GrowingTotal & { items: PassOffer[] }> {
  let query = tx.selectFrom('pass_offers').selectAll();
  if (storeId !== undefined) query = query.where('store_id', '=', storeId);
  if (isSold !== undefined) query = query.where('withdrawn_at', isSold === 'true' ? 'is' : 'is not', null);
  const columns = { createdAt: 'created_at', name: 'name', priceAmount: 'price_amount' };
  const order = orderOf(sort, columns, 'id', sql`created_at desc, id desc`);
  const { rows, ...totals } = await readGrowingPage(tx, query, { page, limit, order });
  return { ...totals, items: rows.map(toOffer) };
}

/** Whether a store has ever sold passes. A guest reads it too. */
export async function sellsPasses(tx: Tx, storeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('pass_offers')
    .select('store_id')
    .where('store_id', '=', storeId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds an offer (PS-1). Throws NOT_FOUND for a store that the person does not see, INVALID_INPUT for rooms of another. */
export async function addOffer(work: UnitOfWork, body: BodyOf<typeof createPassOffer>): Promise<PassOffer> {
  const { tx, clock, actor } = work;
  const store = await tx.selectFrom('stores').select('id').where('id', '=', body.storeId).executeTakeFirst();
  if (!store) throw notFound();
  const roomIds = [...new Set(body.roomIds)];
  await checkRooms(tx, store.id, roomIds);
  const row = await tx
    .insertInto('pass_offers')
    .values({
      product_id: actor.productId,
      store_id: store.id,
      id: uuidv7(),
      name: body.name,
      unit: body.unit,
      units: body.units,
      price_amount: body.priceAmount,
      valid_days: body.validDays,
      room_ids: roomIds,
      created_at: clock.now(),
      created_by_name: actor.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { storeId: _ofStore, ...terms } = body;
  await recordChange(work, {
    storeId: store.id,
    action: 'pass-offer.created',
    subject: { kind: 'pass-offer', id: row.id },
    detail: { after: { ...terms, roomIds } },
  });
  return toOffer(row);
}

/** Ends the sale of an offer. Throws STATE_NOT_ALLOWED for one that was withdrawn before. */
export async function withdrawOffer(work: UnitOfWork, offerId: string): Promise<PassOffer> {
  const { tx, clock, actor } = work;
  const before = await selectOfferForUpdate(tx, offerId);
  if (before.withdrawn_at !== null) throw new Problem('STATE_NOT_ALLOWED', { current: toOffer(before) });
  const row = await tx
    .updateTable('pass_offers')
    .set({ withdrawn_at: clock.now(), withdrawn_by_name: actor.name })
    .where('store_id', '=', before.store_id)
    .where('id', '=', offerId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId: row.store_id,
    action: 'pass-offer.withdrawn',
    subject: { kind: 'pass-offer', id: row.id },
    detail: { before: { name: row.name } },
  });
  return toOffer(row);
}

export async function selectOfferForUpdate(tx: Tx, offerId: string): Promise<OfferRow> {
  const row = await tx
    .selectFrom('pass_offers')
    .selectAll()
    .where('id', '=', offerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function checkRooms(tx: Tx, storeId: string, roomIds: readonly string[]): Promise<void> {
  if (roomIds.length === 0) return;
  const found = await tx
    .selectFrom('rooms')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', 'in', roomIds)
    .execute();
  const existing = new Set(found.map(({ id }) => id));
  const errors = roomIds.flatMap((roomId, index) =>
    existing.has(roomId)
      ? []
      : [{ path: `roomIds.${index}`, code: 'unknown_room', message: 'The store has no such room' }],
  );
  if (errors.length > 0) throw invalidInput(errors.slice(0, 50));
}

export function toOffer(row: OfferRow): PassOffer {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    unit: row.unit,
    units: row.units,
    priceAmount: row.price_amount,
    validDays: row.valid_days,
    roomIds: row.room_ids,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  };
}

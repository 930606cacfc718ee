import type { BodyOf, DatedTerms, listSettlementTerms, QueryOf, ReplyOf, setSettlementTerms } from '@munjigi/contract';
import { periodFrom, termsOn } from '@munjigi/rules';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tables, Tx } from '../../../db/index.ts';
import { notFound, Problem, type UnitOfWork } from '../../../http/index.ts';
import { selectStoreForUpdate } from '../../stores/index.ts';
import { selectOpenSettlementForUpdate } from './settlements.sql.ts';
import { recordSettlementChange } from './publish-settlement.ts';

/** Reads the terms of a store, the latest first. */
export async function readSettlementTerms(tx: Tx, storeId: string): Promise<DatedTerms[]> {
  return (await readTermsOfAll(tx, [storeId])).get(storeId) ?? [];
}

/** Reads terms by store, the latest first. */
export async function readTermsOfAll(tx: Tx, storeIds: readonly string[]): Promise<ReadonlyMap<string, DatedTerms[]>> {
  if (storeIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('settlement_terms')
    .selectAll()
    .where('store_id', 'in', storeIds)
    .orderBy('valid_from', 'desc')
    .execute();
  return new Map(storeIds.map((storeId) => [storeId, rows.filter((row) => row.store_id === storeId).map(toTerms)]));
}

export async function listTerms(
  tx: Tx,
  { storeId }: QueryOf<typeof listSettlementTerms>,
): Promise<ReplyOf<typeof listSettlementTerms>> {
  const all = tx.selectFrom('settlement_terms').selectAll().orderBy('store_id').orderBy('valid_from', 'desc');
  const rows = await (storeId === undefined ? all : all.where('store_id', '=', storeId)).execute();
  return { items: rows.map(toTerms) };
}

/**
 * Sets terms from a date on, and replaces terms of the same date. Refuses a date before the open period, because closed
 * periods keep their terms. The first terms of a store open its first period; later ones set the cycle of the open
 * period when they hold on its first day.
 */
export async function saveSettlementTerms(
  work: UnitOfWork,
  body: BodyOf<typeof setSettlementTerms>,
): Promise<DatedTerms> {
  const { tx, clock, actor } = work;
  const { storeId, validFrom } = body;
  if (!(await selectStoreForUpdate(tx, storeId))) throw notFound();
  const open = await selectOpenSettlementForUpdate(tx, storeId);
  if (open && validFrom < open.starts_on)
    throw new Problem('STATE_NOT_ALLOWED', { detail: `What is before ${open.starts_on} is closed` });
  const agreed = {
    royalty_rate: body.royaltyRate,
    royalty_base: body.royaltyBase,
    royalty_vat: body.royaltyVat,
    cycle: body.cycle,
    pay_after_bank_days: body.payAfterBankDays,
    payee: body.payee,
    created_at: clock.now(),
    created_by_name: actor.name,
  };
  const store = { product_id: actor.productId, store_id: storeId };
  const row = await tx
    .insertInto('settlement_terms')
    .values({ ...store, id: uuidv7(), valid_from: validFrom, ...agreed })
    .onConflict((builder) => builder.columns(['store_id', 'valid_from']).doUpdateSet(agreed))
    .returningAll()
    .executeTakeFirstOrThrow();
  if (open) {
    const { endsOn } = periodFrom(open.starts_on, cycleOn(await readSettlementTerms(tx, storeId), open.starts_on));
    await tx
      .updateTable('settlements')
      .set({ ends_on: endsOn })
      .where('store_id', '=', storeId)
      .where('id', '=', open.id)
      .execute();
  } else {
    const { startsOn, endsOn } = periodFrom(validFrom, body.cycle);
    await tx
      .insertInto('settlements')
      .values({ ...store, id: uuidv7(), number: 1, starts_on: startsOn, ends_on: endsOn })
      .execute();
  }
  await recordSettlementChange(work, { storeId, action: 'settlement.terms-set', subjectId: row.id, detail: body });
  return toTerms(row);
}

/** Returns the cycle of a period that begins on the date. */
export function cycleOn(terms: readonly DatedTerms[], date: string): DatedTerms['cycle'] {
  const found = termsOn(terms, date);
  if (!found) throw new Error(`No terms hold on ${date}`);
  return found.cycle;
}

function toTerms(row: Selectable<Tables['settlement_terms']>): DatedTerms {
  return {
    storeId: row.store_id,
    validFrom: row.valid_from,
    royaltyRate: row.royalty_rate,
    royaltyBase: row.royalty_base,
    royaltyVat: row.royalty_vat,
    cycle: row.cycle,
    payAfterBankDays: row.pay_after_bank_days,
    payee: row.payee,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  };
}

import type { Pass, PassState } from '@munjigi/contract';
import { leftAmountOf, leftUnitsOf, maskName, maskPhone } from '@munjigi/rules';
import { sql, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';
import { readPassBalances, type PassBalanceRow } from '../payments/index.ts';

/** A pass with the terms of its offer. */
export type PassRow = Selectable<Tables['passes']> & Pick<Selectable<Tables['pass_offers']>, 'name' | 'room_ids'>;

/** Passes `s` with their offers. */
export const selectPasses = (tx: Tx) =>
  tx
    .selectFrom('passes as s')
    .innerJoin('pass_offers as o', (join) =>
      join.onRef('o.store_id', '=', 's.store_id').onRef('o.id', '=', 's.offer_id'),
    )
    .selectAll('s')
    .select(['o.name', 'o.room_ids']);

export interface PassWithBalance {
  readonly row: PassRow;
  readonly balance: PassBalanceRow;
}

/** Adds what is left of each pass, in the order of the rows. */
export async function withBalances(tx: Tx, rows: readonly PassRow[]): Promise<PassWithBalance[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const balances = await readPassBalances(tx, sql`s.id = any (${ids}::uuid[])`);
  const byPass = new Map(balances.map((balance) => [balance.passId, balance]));
  return rows.flatMap((row) => {
    const balance = byPass.get(row.id);
    return balance ? [{ row, balance }] : [];
  });
}

/** Throws NOT_FOUND for a pass that the actor does not see. */
export async function readPassRow(tx: Tx, passId: string): Promise<PassWithBalance> {
  const row = await selectPasses(tx).where('s.id', '=', passId).executeTakeFirst();
  const [pass] = row ? await withBalances(tx, [row]) : [];
  if (!pass) throw notFound();
  return pass;
}

export function stateOfPass({ row, balance }: PassWithBalance, now: Date): PassState {
  if (balance.returnedAmount > 0 && leftAmountOf(balance) === 0) return 'RETURNED';
  if (leftUnitsOf(balance) === 0) return 'USED_UP';
  if (row.ends_at <= now) return 'EXPIRED';
  return row.gift_mark === null ? 'ACTIVE' : 'GIFT';
}

export function toPass(pass: PassWithBalance, now: Date): Pass {
  const { row, balance } = pass;
  return {
    id: row.id,
    storeId: row.store_id,
    offerId: row.offer_id,
    name: row.name,
    unit: balance.unit,
    state: stateOfPass(pass, now),
    units: balance.units,
    leftUnits: leftUnitsOf(balance),
    priceAmount: balance.priceAmount,
    leftAmount: leftAmountOf(balance),
    roomIds: row.room_ids,
    maskedName: maskName(row.guest_name),
    maskedPhone: maskPhone(row.guest_phone),
    soldAt: row.sold_at.toISOString(),
    soldBy: row.sold_by_name,
    endsAt: row.ends_at.toISOString(),
    claimedAt: row.claimed_at?.toISOString() ?? null,
    paymentId: row.payment_id,
  };
}

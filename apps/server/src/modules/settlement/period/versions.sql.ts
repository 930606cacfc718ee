import type { Settlement, SettlementLine } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import type { Draft } from './draft.ts';
import type { SettlementRow } from './settlements.sql.ts';

export interface VersionRow {
  readonly number: number;
  readonly at: Date;
  readonly by_name: string;
  readonly payout_amount: number;
  readonly lines: readonly SettlementLine[];
}

/** Oldest first. */
export async function readVersions(
  tx: Tx,
  { store_id: storeId, id }: Pick<SettlementRow, 'store_id' | 'id'>,
): Promise<VersionRow[]> {
  const rows = await tx
    .selectFrom('settlement_versions')
    .select(['number', 'at', 'by_name', 'payout_amount', 'lines'])
    .where('store_id', '=', storeId)
    .where('settlement_id', '=', id)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({ ...row, lines: row.lines }));
}

/** Stores a draft as the next version, unless it equals the last one. The caller has locked the settlement. */
export async function keepVersion(
  tx: Tx,
  row: SettlementRow,
  { lines, figures }: Draft,
  by: { readonly name: string; readonly at: Date },
): Promise<void> {
  const last = (await readVersions(tx, row)).at(-1);
  if (last && diffSettlementLines(last.lines, lines).length === 0) return;
  await tx
    .insertInto('settlement_versions')
    .values({
      product_id: row.product_id,
      store_id: row.store_id,
      settlement_id: row.id,
      number: (last?.number ?? 0) + 1,
      at: by.at,
      by_name: by.name,
      lines: JSON.stringify(lines),
      payout_amount: figures.payoutAmount,
    })
    .execute();
}

/** Returns the lines whose amounts differ, or that only one of the two has. Returns none without a version before. */
export function diffSettlementLines(
  before: readonly SettlementLine[] | null,
  after: readonly SettlementLine[],
): Settlement['changesSince'] {
  if (before === null) return [];
  const [old, now] = [amounts(before), amounts(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((line) => ({ line, before: old.get(line) ?? null, after: now.get(line) ?? null }))
    .filter((item) => item.before !== item.after);
}

function amounts(lines: readonly SettlementLine[]): ReadonlyMap<string, number> {
  return new Map(lines.map((line) => [line.key, line.amount]));
}

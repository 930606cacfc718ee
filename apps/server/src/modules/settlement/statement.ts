import type { Settlement, SettlementSummary } from '@munjigi/contract';
import { businessDateOf } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { readComments } from './period/comments.sql.ts';
import { readClosedDraft, computeDraft, type Draft } from './period/draft.ts';
import { readEarlier } from './period/draft.sql.ts';
import { readPayee } from './period/payees.ts';
import { heldBy, readSettlement, type SettlementRow } from './period/settlements.sql.ts';
import { taxInvoiceOf } from './tax/tax-invoice.ts';
import { diffSettlementLines, readVersions } from './period/versions.sql.ts';

/** Returns a period as its screen shows it. Throws NOT_FOUND. */
export async function statementOf(tx: Tx, clock: Clock, settlementId: string): Promise<Settlement> {
  const row = await readSettlement(tx, settlementId);
  return toSettlement(tx, clock, row, await readStatementDraft(tx, row));
}

/** Returns the stored statement of a closed period, and computes that of an open one from the ledger. */
export async function readStatementDraft(tx: Tx, row: SettlementRow): Promise<Draft> {
  return row.state === 'OPEN' ? computeDraft(tx, row, heldBy(row)) : readClosedDraft(row);
}

export async function toSettlement(tx: Tx, clock: Clock, row: SettlementRow, draft: Draft): Promise<Settlement> {
  const [comments, versions, earlier, taxInvoice, payee] = await Promise.all([
    readComments(tx, row),
    readVersions(tx, row),
    readEarlier(tx, heldBy(row), row.id),
    taxInvoiceOf(tx, row, draft.lines),
    readPayee(tx, row.store_id),
  ]);
  return {
    ...summaryOf(row, clock.now(), draft.payOn),
    figures: draft.figures,
    lines: draft.lines,
    timeZone: row.time_zone,
    payee,
    taxInvoice,
    earlier,
    comments,
    versions: versions.map((version, index) => ({
      number: version.number,
      at: version.at.toISOString(),
      by: version.by_name,
      payoutAmount: version.payout_amount,
      changes: diffSettlementLines(versions[index - 1]?.lines ?? null, version.lines),
    })),
    changesSince: row.state === 'OPEN' ? diffSettlementLines(versions.at(-1)?.lines ?? null, draft.lines) : [],
  };
}

export function summaryOf(row: SettlementRow, now: Date, payOn: string): SettlementSummary {
  return {
    id: row.id,
    storeId: row.store_id,
    storeName: row.store_name,
    number: row.number,
    statementNumber: statementNumberOf(row),
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    state: row.state,
    isOver: hasPeriodEnded(row, now),
    payOn,
    isOverdue: row.state === 'CLOSED' && readClosedDraft(row).figures.payoutAmount > 0 && storeToday(row, now) > payOn,
    figures: row.state === 'OPEN' ? null : readClosedDraft(row).figures,
    commentCount: row.comment_count,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by_name,
    paidOn: row.paid_on,
    paidReference: row.paid_reference,
    paidBy: row.paid_by_name,
    paidTo: row.paid_to,
  };
}

function statementNumberOf({ store_mqtt_prefix: prefix, ends_on: endsOn, number }: SettlementRow): string {
  const code = prefix.slice(prefix.lastIndexOf('/') + 1).toUpperCase();
  return `${code}-${endsOn.replaceAll('-', '')}-${String(number).padStart(3, '0')}`;
}

/** Returns whether the last business date of the period is over, by the cut-off of the store. */
export function hasPeriodEnded(row: SettlementRow, now: Date): boolean {
  return storeToday(row, now) > row.ends_on;
}

export function storeToday(row: Pick<SettlementRow, 'time_zone' | 'day_cutoff'>, now: Date): string {
  return businessDateOf({ timeZone: row.time_zone, dayCutoff: row.day_cutoff }, now);
}

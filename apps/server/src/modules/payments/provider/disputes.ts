import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import type { ProviderDispute } from '../providers/index.ts';
import type { ProviderPaymentRow } from '../payment/provider-payments.sql.ts';

type DisputeColumns = Pick<ProviderPaymentRow, 'dispute_opened_at' | 'dispute_closed_at'>;

/** What a message or an answer about a dispute changes. */
interface DisputeChange {
  readonly columns: DisputeColumns;
  readonly isChanged: boolean;
  /** Whether a person has to be notified: the payment is disputed now, and was not before. */
  readonly isNew: boolean;
}

/**
 * Returns the times of a payment's disputes after a report. The latest one wins, in any order of arrival. The message of
 * the provider and the payment itself report the same dispute with different times, so an open dispute is announced once.
 */
export function disputeAfter(before: DisputeColumns, report: Partial<ProviderDispute> | null): DisputeChange {
  const columns = {
    dispute_opened_at: latestOf(before.dispute_opened_at, report?.openedAt),
    dispute_closed_at: latestOf(before.dispute_closed_at, report?.closedAt),
  };
  return {
    columns,
    isChanged:
      columns.dispute_opened_at?.getTime() !== before.dispute_opened_at?.getTime() ||
      columns.dispute_closed_at?.getTime() !== before.dispute_closed_at?.getTime(),
    isNew: isOpen(columns) && !isOpen(before),
  };
}

/** Whether a payment of the reservation is disputed now. */
export async function hasOpenDispute(tx: Tx, reservationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments p join provider_payments o on o.store_id = p.store_id and o.id = p.id
    where p.reservation_id = ${reservationId}
      and o.dispute_opened_at > coalesce(o.dispute_closed_at, '-infinity') limit 1`.execute(tx);
  return rows.length > 0;
}

function latestOf(before: Date | null, at: Date | null | undefined): Date | null {
  return at === null || at === undefined || (before !== null && before > at) ? before : at;
}

function isOpen({ dispute_opened_at: openedAt, dispute_closed_at: closedAt }: DisputeColumns): boolean {
  return openedAt !== null && (closedAt === null || openedAt > closedAt);
}

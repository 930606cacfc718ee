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

function latestOf(before: Date | null, at: Date | null | undefined): Date | null {
  return at === null || at === undefined || (before !== null && before > at) ? before : at;
}

function isOpen({ dispute_opened_at: openedAt, dispute_closed_at: closedAt }: DisputeColumns): boolean {
  return openedAt !== null && (closedAt === null || openedAt > closedAt);
}

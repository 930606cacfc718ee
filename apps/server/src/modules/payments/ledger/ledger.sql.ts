import type { LedgerKind, SalesKind } from '@munjigi/contract';
import type { LedgerLine, LedgerSum } from '@munjigi/rules';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../../db/index.ts';
import type { PaymentRow } from '../payment/payment-row.ts';

export interface NewTransaction {
  readonly kind: LedgerKind;
  readonly payment: Pick<PaymentRow, 'product_id' | 'store_id' | 'id' | 'reservation_id' | 'method' | 'provider'>;
  /** The room and the booking channel of the payment's reservation; `null` without a reservation. */
  readonly reservation: { readonly room_id: string; readonly channel: string } | null;
  readonly refundId?: string;
  readonly reversesId?: string;
  readonly at: Date;
  readonly businessDate: string;
  /** The lines must sum to zero, or the commit fails. */
  readonly lines: readonly LedgerLine[];
}

/** Returns the rows of a ledger entry, as `post` writes them. */
export function ledgerRows(newTransaction: NewTransaction) {
  const { payment, reservation } = newTransaction;
  const store = { product_id: payment.product_id, store_id: payment.store_id };
  const id = uuidv7({ msecs: newTransaction.at.getTime() });
  return {
    transaction: {
      ...store,
      id,
      kind: newTransaction.kind,
      payment_id: payment.id,
      refund_id: newTransaction.refundId ?? null,
      reverses_id: newTransaction.reversesId ?? null,
      reservation_id: payment.reservation_id,
      room_id: reservation?.room_id ?? null,
      method: payment.method,
      provider: payment.provider,
      channel: reservation?.channel ?? null,
      occurred_at: newTransaction.at,
      business_date: newTransaction.businessDate,
    },
    entries: newTransaction.lines.map(({ account, amount }, index) => ({
      ...store,
      transaction_id: id,
      line: index + 1,
      account,
      amount,
    })),
  };
}

/** Writes an entry into the ledger. The inserts are pipelined. */
export function postTransaction(tx: Tx, newTransaction: NewTransaction): void {
  const { transaction, entries } = ledgerRows(newTransaction);
  pipelineStatement(tx, tx.insertInto('ledger_transactions').values(transaction));
  pipelineStatement(tx, tx.insertInto('ledger_entries').values(entries));
}

export interface NewSettlementTransaction {
  readonly productId: string;
  readonly storeId: string;
  readonly kind: Exclude<LedgerKind, SalesKind>;
  /** `null` for an adjustment and a compensation, which belong to the period that includes them. */
  readonly settlementId: string | null;
  /** The stay that a compensation is for (CP-5). */
  readonly reservation?: { readonly id: string; readonly room_id: string; readonly channel: string };
  readonly at: Date;
  readonly businessDate: string;
  /** The lines must sum to zero, or the commit fails. */
  readonly lines: readonly LedgerLine[];
}

/** Writes an entry between a store and head office into the ledger, pipelined. Returns the id of the transaction. */
export function postSettlement(tx: Tx, newSettlementTransaction: NewSettlementTransaction): string {
  const store = { product_id: newSettlementTransaction.productId, store_id: newSettlementTransaction.storeId };
  const id = uuidv7({ msecs: newSettlementTransaction.at.getTime() });
  const transaction = {
    ...store,
    id,
    kind: newSettlementTransaction.kind,
    payment_id: null,
    refund_id: null,
    reverses_id: null,
    reservation_id: newSettlementTransaction.reservation?.id ?? null,
    room_id: newSettlementTransaction.reservation?.room_id ?? null,
    method: null,
    provider: null,
    channel: newSettlementTransaction.reservation?.channel ?? null,
    occurred_at: newSettlementTransaction.at,
    business_date: newSettlementTransaction.businessDate,
    settlement_id: newSettlementTransaction.settlementId,
  };
  pipelineStatement(tx, tx.insertInto('ledger_transactions').values(transaction));
  pipelineStatement(
    tx,
    tx.insertInto('ledger_entries').values(
      newSettlementTransaction.lines.map(({ account, amount }, index) => ({
        ...store,
        transaction_id: id,
        line: index + 1,
        account,
        amount,
      })),
    ),
  );
  return id;
}

/** Reads the ledger entry of a received payment that is not reversed. Throws when there is no entry. */
export async function readPosted(
  tx: Tx,
  { store_id: storeId, id }: PaymentRow,
): Promise<{ transactionId: string; lines: LedgerLine[] }> {
  const rows = await tx
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_entries as e', (join) =>
      join.onRef('e.store_id', '=', 't.store_id').onRef('e.transaction_id', '=', 't.id'),
    )
    .select(['t.id', 'e.account', 'e.amount'])
    .where('t.store_id', '=', storeId)
    .where('t.payment_id', '=', id)
    .where('t.kind', '=', 'PAYMENT')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_transactions as r')
            .select('r.id')
            .whereRef('r.store_id', '=', 't.store_id')
            .whereRef('r.reverses_id', '=', 't.id'),
        ),
      ),
    )
    .orderBy('e.line')
    .execute();
  const [first] = rows;
  if (!first) throw new Error(`The payment ${id} is not in the ledger`);
  return {
    transactionId: first.id,
    lines: rows.map(({ account, amount }) => ({ account: account, amount })),
  };
}

type Which = { readonly storeId: string } & ({ readonly reservationId: string } | { readonly businessDate: string });

/** Sums of the ledger of a reservation, or of a business date of a store, by kind and account. */
export async function sumLedger(tx: Tx, which: Which): Promise<LedgerSum[]> {
  const of =
    'reservationId' in which
      ? sql`t.reservation_id = ${which.reservationId}`
      : sql`t.business_date = ${which.businessDate}::date`;
  const { rows } = await sql<LedgerSum>`
    select t.kind, e.account, sum(e.amount)::bigint as amount
    from ledger_transactions t join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
    where t.store_id = ${which.storeId} and ${of} group by t.kind, e.account`.execute(tx);
  return rows;
}

import type { Deposit } from '@munjigi/contract';
import { maskName } from '@munjigi/rules';
import type { Selectable } from 'kysely';
import type { Tables } from '../../db/index.ts';

export type DepositRow = Selectable<Tables['deposits']>;

export function toDeposit(row: DepositRow): Deposit {
  return {
    id: row.id,
    storeId: row.store_id,
    state: row.state,
    kind: row.kind,
    amount: row.amount,
    depositorName: row.depositor_name === null ? null : maskName(row.depositor_name),
    bank: row.bank,
    accountEnd: row.account_end,
    at: row.at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    sources: row.sources,
    fault: row.fault,
    withheld: row.withheld,
    reservationId: row.reservation_id,
    paymentId: row.payment_id,
    settled:
      row.settled_at === null
        ? null
        : { at: row.settled_at.toISOString(), by: row.settled_by_name ?? '', note: row.note },
    version: row.version,
  };
}

/** Returns the text with each word of the depositor's name masked. */
export function maskedText({
  bank_text: text,
  depositor_name: name,
}: Pick<DepositRow, 'bank_text' | 'depositor_name'>): string {
  const words = (name ?? '').split(' ').filter((word) => word.length > 1);
  return words.reduce((shown, word) => shown.replaceAll(word, maskName(word)), text);
}

import { refundAccount, type RefundAccount } from '@munjigi/contract';
import { keyFor, sealWith, type Seal, type SealedSample } from '../../../sealing/sealing.ts';

/**
 * Seals the bank accounts of guests that refunds go to. They are kept sealed until the provider has refunded (decision
 * 028).
 */
export interface RefundAccounts {
  seal(refund: Place, account: RefundAccount): Buffer;
  /** Returns `null` when the account was sealed under another server secret or for another refund. */
  open(refund: Place, sealed: Buffer): RefundAccount | null;
}

interface Place {
  readonly store_id: string;
  readonly id: string;
}

const placeOf = ({ store_id: storeId, id }: Place) => `${storeId}:${id}`;

export function refundAccounts(serverSecret: string): RefundAccounts {
  const seal = sealOf(serverSecret);
  return {
    seal: (refund, account) => seal.seal(JSON.stringify(account), placeOf(refund)),
    open(refund, sealed) {
      const text = seal.open(sealed, placeOf(refund));
      return text === null ? null : refundAccount.parse(JSON.parse(text));
    },
  };
}

const sealOf = (serverSecret: string): Seal => sealWith(keyFor(serverSecret, 'munjigi refund accounts'));

export function sealedAccounts(serverSecret: string): SealedSample {
  const rows =
    "(select store_id || ':' || id as place, account as sealed from payment_refunds where account is not null limit 50) union all (select store_id || ':' || id, account from approvals where account is not null limit 50)";
  return { what: 'bank accounts that refunds go to', rows, seal: sealOf(serverSecret) };
}

/** Removes account numbers and the holder's name from the words of a provider, which are stored and shown. */
export function withoutAccount(words: string, account: RefundAccount | null): string {
  return account === null ? words : words.replaceAll(/\d[\d -]{5,}\d/g, '***').replaceAll(account.holderName, '***');
}

/** The part of an account that the audit log keeps (PD-1): enough to distinguish two accounts. */
export function accountEnd({ bank, accountNumber }: RefundAccount): {
  readonly bank: string;
  readonly accountEnd: string;
} {
  return { bank, accountEnd: accountNumber.slice(-3) };
}

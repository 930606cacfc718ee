import { refundAccount, type RefundAccount } from '@munjigi/contract';
import { keyFor, sealWith, type Seal, type SealedSample } from '../../sealing.ts';

/** Guests' bank accounts that refunds go to, as they are kept until the provider has given the money back: sealed (decision 028). */
export interface RefundAccounts {
  seal(refund: Place, account: RefundAccount): Buffer;
  /** `null` when it was sealed under another secret of the server's, or for another refund. */
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
  const rows = "(select store_id || ':' || id as place, account as sealed from payment_refunds where account is not null limit 50) union all (select store_id || ':' || id, account from approvals where account is not null limit 50)";
  return { what: 'bank accounts that refunds go to', rows, seal: sealOf(serverSecret) };
}

/** A provider's words without what they say of the guest: they are kept, and shown. */
export function withoutAccount(words: string, account: RefundAccount | null): string {
  return account === null ? words : words.replaceAll(/\d[\d -]{5,}\d/g, '***').replaceAll(account.holderName, '***');
}

/** As much of it as the audit log may say (PD-1): enough to tell which of two accounts it was. */
export function accountEnd({ bank, accountNumber }: RefundAccount): { readonly bank: string; readonly accountEnd: string } {
  return { bank, accountEnd: accountNumber.slice(-3) };
}

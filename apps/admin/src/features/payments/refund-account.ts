import type { BankCode, Payment, RefundAccount } from '@munjigi/contract';

/** As it is typed. */
export interface AccountDraft {
  readonly bank: BankCode | '';
  readonly accountNumber: string;
  readonly holderName: string;
}

export const NO_ACCOUNT: AccountDraft = { bank: '', accountNumber: '', holderName: '' };

/** True for a payment that the server refunds at a provider; staff or the channel return the money of all others. */
export function isRefundedByProvider({ provider }: Pick<Payment, 'provider'>): boolean {
  return provider === 'TOSS' || provider === 'PORTONE';
}

/**
 * The sending account of a transfer into a virtual account is unknown to the provider: the guest must name an account
 * for the refund.
 */
export function needsAccount({ provider, method }: Pick<Payment, 'provider' | 'method'>): boolean {
  return isRefundedByProvider({ provider }) && method === 'VIRTUAL_ACCOUNT';
}

/** The invalid fields. */
export function findAccountFaults({ bank, accountNumber, holderName }: AccountDraft): ReadonlySet<keyof AccountDraft> {
  const digits = accountNumber.replace(/[\s-]/g, '');
  const faults: (keyof AccountDraft | null)[] = [
    bank === '' ? 'bank' : null,
    /^\d{8,20}$/.test(digits) ? null : 'accountNumber',
    holderName.trim() === '' ? 'holderName' : null,
  ];
  return new Set(faults.filter((fault) => fault !== null));
}

/** `null`: it is invalid. */
export function toRefundAccount(draft: AccountDraft): RefundAccount | null {
  const { bank, accountNumber, holderName } = draft;
  return bank === '' || findAccountFaults(draft).size > 0
    ? null
    : { bank, accountNumber: accountNumber.replace(/[\s-]/g, ''), holderName: holderName.trim() };
}

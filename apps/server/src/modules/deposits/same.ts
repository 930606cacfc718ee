import { depositNameOf, likenessOf, type DepositReading } from '@munjigi/rules';
import type { DepositRow } from './deposit-row.ts';

/**
 * Is it the movement that is known already, told another way? SMS, push and file of a bank overlap (docs/domain.md 4). Two balances tell two
 * movements apart. Where one of them says none, it is the same only when it comes from a source that has not told of that one yet: one
 * source tells each movement once.
 */
export function isSameMovement(known: DepositRow, said: DepositReading, source: string): boolean {
  if (!isSameEnd(known.account_end, said.accountEnd)) return false;
  if (known.balance !== null && said.balance !== null) return known.balance === said.balance;
  return !known.sources.includes(source) && isSameBank(known.bank, said.bank) && isSameName(known.depositor_name, said.depositorName);
}

/** Of one bank's texts, one shows three digits and another four. */
function isSameEnd(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.endsWith(other) || other.endsWith(one);
}

function isSameBank(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

function isSameName(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  const isMasked = likenessOf(one, other) === 'MASKED' || likenessOf(other, one) === 'MASKED';
  return isMasked || depositNameOf(one).letters === depositNameOf(other).letters;
}

import { depositNameOf, likenessOf, type DepositReading } from '@munjigi/rules';
import type { DepositRow } from './deposit-row.ts';

/**
 * Returns whether a reading is the known movement, reported again. SMS, push and file of a bank overlap (docs/domain.md
 * 4). Two balances distinguish two movements. When a balance is missing, the reading can be the same movement only if
 * its source has not reported it yet: a source reports each movement once.
 */
export function isSameMovement(stored: DepositRow, said: DepositReading, source: string): boolean {
  if (!isSameEnd(stored.account_end, said.accountEnd)) return false;
  if (stored.balance !== null && said.balance !== null) return stored.balance === said.balance;
  return (
    !stored.sources.includes(source) &&
    isSameBank(stored.bank, said.bank) &&
    isSameName(stored.depositor_name, said.depositorName)
  );
}

/** Texts of one bank may show three or four digits of the account. */
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

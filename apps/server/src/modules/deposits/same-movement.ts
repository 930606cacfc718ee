import type { DepositSource } from '@munjigi/contract';
import { depositNameOf, likenessOf, type DepositReading } from '@munjigi/rules';
import type { DepositRow } from './deposit-row.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Clocks of a bank's message and of its file. */
const CLOCKS_MS = 2 * MINUTE_MS;
/** A message without a time counts as of its arrival, which is later than the movement. */
const ARRIVAL_MS = 30 * MINUTE_MS;
/** How far before and after a movement its other reports can be. */
export const REPORTED_WITHIN_MS = DAY_MS;

/** A reading with the time that counts for it: that of the bank, or of the arrival. */
export interface TimedReading {
  readonly said: DepositReading;
  readonly at: Date;
  readonly source: DepositSource;
}

/**
 * Finds the known movement that a reading reports again; SMS, push and file of a bank overlap (docs/domain.md 4). Of
 * several, the one with the same balance, then the same name, then the nearest time.
 */
export function findSameMovement(stored: readonly DepositRow[], reading: TimedReading): DepositRow | null {
  const [best] = stored
    .filter((row) => isSameMovement(row, reading))
    .map((row) => ({ row, rank: rankOf(row, reading), distance: Math.abs(row.at.getTime() - reading.at.getTime()) }))
    .sort((one, other) => one.rank - other.rank || one.distance - other.distance);
  return best?.row ?? null;
}

/**
 * Two balances distinguish two movements. When a balance is missing, the reading can be the same movement only if its
 * source has not reported it yet: a source reports each movement once.
 */
function isSameMovement(stored: DepositRow, reading: TimedReading): boolean {
  const { said, source } = reading;
  if (!isSameEnd(stored.account_end, said.accountEnd) || !isSameTime(stored, reading)) return false;
  if (stored.balance !== null && said.balance !== null) return stored.balance === said.balance;
  return (
    !stored.sources.includes(source) &&
    isSameBank(stored.bank, said.bank) &&
    isSameName(stored.depositor_name, said.depositorName)
  );
}

function rankOf(stored: DepositRow, { said }: TimedReading): number {
  if (stored.balance !== null && stored.balance === said.balance) return 0;
  const isEqual = likenessOf(stored.depositor_name ?? '', said.depositorName ?? '') === 'EQUAL';
  return isEqual ? 1 : 2;
}

/** Whether both reports can be about one moment, each as precise as it is. */
function isSameTime(stored: DepositRow, { said, at, source }: TimedReading): boolean {
  const ahead = stored.at.getTime() - at.getTime();
  if (said.isDateOnly) return ahead >= 0 && ahead < DAY_MS;
  if (isDateOnly(stored)) return ahead <= 0 && ahead > -DAY_MS;
  const isTimeSaid = said.at !== null;
  if (stored.is_time_known && isTimeSaid) return Math.abs(ahead) <= (stored.sources.includes(source) ? 0 : CLOCKS_MS);
  if (stored.is_time_known) return ahead <= MINUTE_MS && ahead >= -ARRIVAL_MS;
  return isTimeSaid ? ahead >= -MINUTE_MS && ahead <= ARRIVAL_MS : Math.abs(ahead) <= ARRIVAL_MS;
}

/** A deposit of a file that has only dates. A message without a time has another source. */
export function isDateOnly({ is_time_known: isTimeKnown, sources }: DepositRow): boolean {
  return !isTimeKnown && sources.every((source) => source === 'CSV');
}

/** Texts of one bank may show three or four digits of the account. */
function isSameEnd(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.endsWith(other) || other.endsWith(one);
}

function isSameBank(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

/** A name that one report lacks, masks or cuts is the other's. */
function isSameName(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  const likeness = [likenessOf(one, other), likenessOf(other, one)];
  if (likeness.some((found) => found === 'MASKED' || found === 'PARTIAL')) return true;
  return depositNameOf(one).letters === depositNameOf(other).letters;
}

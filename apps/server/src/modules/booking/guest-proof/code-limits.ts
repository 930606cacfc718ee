import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { checkLimits, findWork, tooMany, type Limit } from './booking-limits.ts';
import { bitsNear } from './proof-of-work.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Codes to one phone (BK-5). */
const CODES_OF_PHONE: readonly Limit[] = [
  { most: 3, withinMs: 10 * MINUTE_MS },
  { most: 10, withinMs: DAY_MS },
];
/** Codes that one address requests at a chain. All guests of a store, and many of a mobile carrier, share one address. */
const CODES_OF_ADDRESS: readonly Limit[] = [
  { most: 60, withinMs: HOUR_MS },
  { most: 300, withinMs: DAY_MS },
];
/** Codes to one range of phone numbers, from half of which on they need work. The range has no limit (BK-11). */
const CODES_OF_RANGE: readonly Limit[] = [{ most: 60, withinMs: HOUR_MS }];
/** Codes of a store in an hour that no guest entered. Strangers share this limit, so clean addresses can go beyond it. */
export const CODES_OF_STORE = 200;
/** Near the end of a shared limit: less than a second of a phone, because every guest pays it. */
const MOST_SHARED_BITS = 18;
/** From this part of a shared limit on, codes need work from every address, and head office is notified (BK-11). */
export const SHARED_WORK_FROM = 1 / 4;
/** Of a chain that has no provider of messages any more. */
const USUAL_BUDGET = 1000;
/** The last part of a chain's budget is for clean addresses. */
const CLEAN_PART = 1 / 4;

interface CodeRequest {
  readonly productId: string;
  readonly storeId: string;
  readonly phoneMark: Buffer;
  readonly addressMark: Buffer;
  readonly rangeMark: Buffer;
  readonly now: Date;
}

/** What a request for a code meets: the codes that no guest has entered before it, and its price. */
export interface CodeUse {
  readonly ofStore: number;
  readonly ofChain: number;
  /** The most of a chain in a day. */
  readonly budget: number;
  /** The zero bits of the proof of work that the request needs; 0: none. */
  readonly bits: number;
  /** The part of `bits` that every address needs. */
  readonly sharedBits: number;
}

/**
 * Throws `TOO_MANY_ATTEMPTS` when the phone or the address has requested too many codes, when the store or the chain has
 * and the address is not clean, and when the budget of the chain is used up (BK-5). Entered codes are no abuse, so they
 * do not count for store and chain.
 */
export async function checkCodeLimits(tx: Tx, request: CodeRequest): Promise<CodeUse> {
  const { phoneMark, addressMark, rangeMark, now } = request;
  const sent = { table: 'phone_codes', at: 'sent_at', now };
  await checkCodesOfPhone(tx, { phoneMark, now });
  await checkLimits(tx, sql`address_mark = ${addressMark}`, CODES_OF_ADDRESS, sent);
  const shared = await countShared(tx, request);
  if (shared.ofChain >= shared.budget) throw tooMany(endOf(shared.firstOfChain, DAY_MS, now));
  const isStoreFull = shared.ofStore >= CODES_OF_STORE;
  const isChainFull = shared.ofChain >= shared.budget * (1 - CLEAN_PART);
  if ((isStoreFull || isChainFull) && !(await isClean(tx, request)))
    throw tooMany(
      Math.max(
        isStoreFull ? endOf(shared.firstOfStore, HOUR_MS, now) : 0,
        isChainFull ? endOf(shared.firstOfChain, DAY_MS, now) : 0,
      ),
    );
  const [ofAddress, ofRange] = await Promise.all([
    findWork(tx, sql`address_mark = ${addressMark}`, CODES_OF_ADDRESS, sent),
    findWork(tx, sql`range_mark = ${rangeMark}`, CODES_OF_RANGE, sent),
  ]);
  const near = Math.max(
    bitsNear(shared.ofStore, CODES_OF_STORE, SHARED_WORK_FROM),
    bitsNear(shared.ofChain, shared.budget, SHARED_WORK_FROM),
  );
  const sharedBits = Math.min(MOST_SHARED_BITS, near);
  const { ofStore, ofChain, budget } = shared;
  return { ofStore, ofChain, budget, sharedBits, bits: Math.max(ofAddress, ofRange, sharedBits) };
}

/** Throws `TOO_MANY_ATTEMPTS` when the phone has got too many codes. */
export async function checkCodesOfPhone(
  tx: Tx,
  { phoneMark, now }: Pick<CodeRequest, 'phoneMark' | 'now'>,
): Promise<void> {
  const sent = { table: 'phone_codes', at: 'sent_at', now };
  await checkLimits(tx, sql`phone_mark = ${phoneMark}`, CODES_OF_PHONE, sent);
}

interface SharedCount {
  readonly ofStore: number;
  readonly ofChain: number;
  readonly budget: number;
  readonly firstOfStore: Date | null;
  readonly firstOfChain: Date | null;
}

/** Counts the codes that no guest entered: of the store in an hour, of the chain in a day. The budget bounds both. */
async function countShared(tx: Tx, { productId, storeId, now }: CodeRequest): Promise<SharedCount> {
  const [hour, day] = [new Date(now.getTime() - HOUR_MS), new Date(now.getTime() - DAY_MS)];
  const { rows } = await sql<SharedCount>`
    select count(*) filter (where is_recent)::integer as "ofStore",
      min(sent_at) filter (where is_recent) as "firstOfStore",
      count(*)::integer as "ofChain", min(sent_at) as "firstOfChain",
      coalesce((select code_budget from message_providers where product_id = ${productId} and provider = 'SOLAPI'),
        ${USUAL_BUDGET})::integer as budget
    from (
      select sent_at, store_id = ${storeId} and sent_at > ${hour} as is_recent
      from phone_codes where product_id = ${productId} and proven_at is null and sent_at > ${day})
        as unentered`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A count has no row');
  return row;
}

/** A clean address has no more unentered codes of the last day than entered ones. */
async function isClean(tx: Tx, { addressMark, now }: CodeRequest): Promise<boolean> {
  const { rows } = await sql<{ isClean: boolean }>`
    select count(*) filter (where proven_at is null) <= count(*) filter (where proven_at is not null) as "isClean"
    from phone_codes where address_mark = ${addressMark} and sent_at > ${new Date(now.getTime() - DAY_MS)}`.execute(tx);
  return rows[0]?.isClean === true;
}

function endOf(first: Date | null, withinMs: number, now: Date): number {
  return (first ?? now).getTime() + withinMs - now.getTime();
}

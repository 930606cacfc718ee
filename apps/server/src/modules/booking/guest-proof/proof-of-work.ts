import { createHash, timingSafeEqual } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import type { BookingMarks } from './booking-marks.ts';

/** How long a challenge can be solved. */
const VALID_MS = 5 * 60_000;
const LEAST_BITS = 13;
const MOST_BITS = 20;
/** A refusal with a challenge is no wait: the guest can send the solution at once. */
const RETRY_SECONDS = 1;

/** A solution that a request sends. */
export interface SolvedWork {
  readonly challenge: string;
  readonly solution: string;
}

interface RequiredWork {
  readonly marks: BookingMarks;
  readonly now: Date;
  readonly productId: string;
  readonly storeId: string;
  readonly act: 'CODE' | 'BOOKING';
  readonly addressMark: Buffer;
  /** The zero bits of the hash; 0: no limit is near. */
  readonly bits: number;
  readonly work: SolvedWork | undefined;
}

/**
 * The difficulty after so many of at most so many requests: none below a part of them, half unless given, and one bit more for
 * each further tenth. A bit doubles the work.
 */
export function bitsNear(count: number, most: number, from = 1 / 2): number {
  if (count < most * from) return 0;
  return Math.min(MOST_BITS, LEAST_BITS + Math.floor((count - most * from) / (most / 10)));
}

/**
 * Lets a request pass when no limit is near, or when it solved a challenge of this server for the same store, act and
 * address, which has not expired, is not too easy by now, and was not used before (BK-11). Throws `TOO_MANY_ATTEMPTS` with a
 * new challenge otherwise.
 */
export async function checkWork(tx: Tx, required: RequiredWork): Promise<void> {
  if (required.bits === 0) return;
  if (!(await isFirstUse(tx, required, refuseUnsolved(required)))) throw refusal(required);
}

/** The same without a database: returns the id of the solved challenge, which may have been used before. */
export function refuseUnsolved(required: RequiredWork): string {
  const id = required.work === undefined ? null : findSolvedId(required, required.work);
  if (id === null) throw refusal(required);
  return id;
}

function refusal(required: RequiredWork): Problem {
  return new Problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds: RETRY_SECONDS, challenge: issueChallenge(required) });
}

function issueChallenge(required: RequiredWork): string {
  const [bits, until, id] = [required.bits, required.now.getTime() + VALID_MS, uuidv7()];
  return `${bits}.${until}.${id}.${signChallenge(required, [String(bits), String(until), id]).toString('base64url')}`;
}

function signChallenge({ marks, storeId, act, addressMark }: RequiredWork, parts: readonly string[]): Buffer {
  return marks.ofChallenge(storeId, act, addressMark.toString('base64url'), ...parts);
}

const CHALLENGE = /^(\d{1,2})\.(\d{1,15})\.([\da-f-]{36})\.([\w-]{43})$/;

/** The id of a solved challenge. `null`: forged, of another caller, expired, too easy or not solved. */
function findSolvedId(required: RequiredWork, { challenge, solution }: SolvedWork): string | null {
  const [, bits = '', until = '', id = '', mark = ''] = CHALLENGE.exec(challenge) ?? [];
  if (id === '') return null;
  if (!timingSafeEqual(Buffer.from(mark, 'base64url'), signChallenge(required, [bits, until, id]))) return null;
  // Other guests of the address may have raised the difficulty by a bit meanwhile.
  if (Number(until) <= required.now.getTime() || Number(bits) < required.bits - 1) return null;
  const hash = createHash('sha256').update(`${challenge}.${solution}`).digest();
  return Math.clz32(hash.readUInt32BE(0)) >= Number(bits) ? id : null;
}

async function isFirstUse(tx: Tx, { productId, storeId, now }: RequiredWork, id: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('solved_challenges')
    .values({ product_id: productId, store_id: storeId, id, solved_at: now })
    .onConflict((conflict) => conflict.columns(['store_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

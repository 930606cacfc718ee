import { randomInt, timingSafeEqual } from 'node:crypto';
import type { BodyOf, ReplyOf, sendPhoneCode } from '@munjigi/contract';
import { fillText } from '@munjigi/texts';
import { CODE_TEXTS } from '@munjigi/texts/guests';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../clock.ts';
import { storeActor, type Database, type Tx } from '../../../db/index.ts';
import { Problem, type GuestCaller } from '../../../http/index.ts';
import type { ProvableContact } from '../../guest-access/index.ts';
import { queueVisitorMessage } from '../../staff-messages/index.ts';
import type { BookingMarks } from './booking-marks.ts';
import { notifyCodeFlood } from './code-flood.ts';
import { checkCodeLimits, checkCodesOfPhone } from './code-limits.ts';
import type { CodePrices } from './code-prices.ts';
import { codeTargetOf, subjectOfCode, type CodeTarget } from './guest-proof.ts';
import { checkWork, refuseUnsolved } from './proof-of-work.ts';
import { readOpenStore, type OpenStore, type StorePath } from '../offer/open-stores.sql.ts';
import { changeCode, findLatestCode, insertCode, lockMark, type PhoneCodeRow } from './phone-codes.sql.ts';

const MINUTE_MS = 60_000;
const VALID_MS = 5 * MINUTE_MS;
/** A form that proved its phone can be sent again so long, for example for another time. */
const PROVEN_MS = 10 * MINUTE_MS;
const MOST_ATTEMPTS = 5;

interface CodeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly marks: BookingMarks;
}

interface CodeRequest extends BodyOf<typeof sendPhoneCode> {
  readonly address: string;
}

/**
 * Sends a code to a phone (BK-4), or to the address of a guest whose phone is abroad (BK-16). It replaces the code before, and is valid at this store. The work and the reply do not
 * depend on whether the phone is known to the chain.
 */
export async function sendCode(
  { db, clock, marks, prices }: CodeDeps & { readonly prices: CodePrices },
  path: StorePath,
  request: CodeRequest,
): Promise<ReplyOf<typeof sendPhoneCode>> {
  const store = await readOpenStore(db, path);
  const { productId, id: storeId } = store;
  return db.withActor(storeActor(productId, storeId), async (tx) => {
    const now = clock.now();
    const target = codeTargetOf(marks, productId, { guestPhone: request.phone, guestEmail: request.email });
    const { mark: phoneMark, rangeMark } = target;
    const addressMark = marks.ofAddress(productId, request.address);
    const counted = { productId, storeId, phoneMark, addressMark, rangeMark, now };
    const required = { marks, now, productId, storeId, act: 'CODE', addressMark, work: request.work } as const;
    // First without the locks, so that most refusals wait for nothing.
    const first = await checkCodeLimits(tx, counted);
    prices.remember(path, { productId, bits: first.sharedBits });
    if (first.bits > 0) refuseUnsolved({ ...required, bits: first.bits });
    // Always in this order, so that no two requests wait for each other.
    for (const mark of [marks.ofRequest(productId), addressMark, phoneMark]) await lockMark(tx, mark);
    const use = await checkCodeLimits(tx, counted);
    await checkWork(tx, { ...required, bits: use.bits });
    const { language, purpose } = request;
    const subject = subjectOfCode(target, purpose === 'FINDING' ? FINDING_CODES : '');
    const sent = await queueCode({ clock, marks }, tx, store, { target, language, purpose, addressMark, ...subject });
    await notifyCodeFlood(tx, { productId, storeId, now }, use);
    return sent;
  });
}

export interface PhoneProof {
  /** Of the phone or of the mailbox that got the code. */
  readonly phoneMark: Buffer;
  readonly code: string;
  /** What the code was sent for, as `subjectOfCode`, or a reservation by its id. */
  readonly subject?: string;
}

/** The subject of a code with which a guest finds their reservations (BK-15). */
export const FINDING_CODES = 'find';

type CodeStore = Pick<OpenStore, 'productId' | 'id'>;

interface NewCode {
  readonly target: CodeTarget;
  readonly addressMark: Buffer;
  readonly language: 'ko' | 'en';
  readonly purpose: 'BOOKING' | 'CANCELLING' | 'FINDING';
  readonly subject?: string;
}

/** Stores a code and queues its message. The caller has checked the limits, and locked the mark of the phone. */
async function queueCode(
  { clock, marks }: Pick<CodeDeps, 'clock' | 'marks'>,
  tx: Tx,
  store: CodeStore & Pick<OpenStore, 'productName'>,
  { target, addressMark, language, purpose, subject }: NewCode,
): Promise<ReplyOf<typeof sendPhoneCode>> {
  const { productId, id: storeId } = store;
  const now = clock.now();
  const [id, code] = [uuidv7(), String(randomInt(1_000_000)).padStart(6, '0')];
  const expiresAt = new Date(now.getTime() + VALID_MS);
  await insertCode(tx, {
    productId,
    storeId,
    id,
    phoneMark: target.mark,
    addressMark,
    rangeMark: target.rangeMark,
    codeHash: hashOfCode(marks, id, { code, subject }),
    sentAt: now,
    expiresAt,
  });
  const text = fillText(CODE_TEXTS[language][purpose], { code });
  const { channel, to } = target;
  const queued = await queueVisitorMessage(tx, {
    productId,
    kind: 'PHONE_CODE',
    channel,
    recipient: to,
    language,
    subject: channel === 'EMAIL' ? `[${store.productName}] ${CODE_TEXTS[language].subject}` : '',
    dedupeKey: `PHONE_CODE:${id}`,
    body: `[${store.productName}] ${text}`,
    now,
    expiresAt,
  });
  if ('error' in queued) throw new Problem('PROVIDER_NOT_SET');
  return { expiresAt: expiresAt.toISOString(), now: now.toISOString() };
}

/**
 * Sends a code for an act of a guest to the phone or the address of their reservation (GT-14). Strangers cannot request
 * one, so it counts for the phone or the mailbox only: a flood of codes for new guests does not stop it.
 */
export async function sendCodeForReservation(
  { db, clock, marks }: CodeDeps,
  { productId, storeId, reservationId, productName, address }: GuestCaller,
  { language, ...contact }: ProvableContact & { readonly language: 'ko' | 'en' },
): Promise<ReplyOf<typeof sendPhoneCode>> {
  return db.withActor(storeActor(productId, storeId), async (tx) => {
    const target = codeTargetOf(marks, productId, contact);
    await lockMark(tx, target.mark);
    await checkCodesOfPhone(tx, { phoneMark: target.mark, now: clock.now() });
    const store = { productId, id: storeId, productName };
    const addressMark = marks.ofAddress(productId, address);
    return queueCode({ clock, marks }, tx, store, {
      target,
      addressMark,
      language,
      purpose: 'CANCELLING',
      ...subjectOfCode(target, reservationId),
    });
  });
}

/**
 * Checks the code of a phone and counts a wrong one, in a separate transaction, so that a refused request counts too.
 * Throws the same INVALID_CODE for every code that is not accepted.
 */
export async function verifyCode({ db, clock, marks }: CodeDeps, store: CodeStore, proof: PhoneProof): Promise<void> {
  const isRight = await db.withActor(storeActor(store.productId, store.id), async (tx) => {
    await lockMark(tx, proof.phoneMark);
    const row = await findLatestCode(tx, proof.phoneMark);
    const now = clock.now();
    if (!row || row.store_id !== store.id || !isAcceptable(row, now)) return false;
    if (!isCodeOf(marks, row, proof)) {
      await changeCode(tx, row, { attempts: row.attempts + 1 });
      return false;
    }
    if (row.proven_at === null) await changeCode(tx, row, { proven_at: now });
    return true;
  });
  if (!isRight) throw new Problem('INVALID_CODE');
}

/**
 * Uses up the code of a phone in the transaction of the reservation, so that it serves one act only. The caller has locked
 * the mark of the phone.
 */
export async function useCode(
  { clock, marks }: Pick<CodeDeps, 'clock' | 'marks'>,
  tx: Tx,
  store: CodeStore,
  proof: PhoneProof,
): Promise<void> {
  const now = clock.now();
  const row = await findLatestCode(tx, proof.phoneMark);
  const isRight =
    row?.store_id === store.id && row.proven_at !== null && isAcceptable(row, now) && isCodeOf(marks, row, proof);
  if (!isRight) throw new Problem('INVALID_CODE');
  await changeCode(tx, row, { used_at: now });
}

function isAcceptable(row: PhoneCodeRow, now: Date): boolean {
  if (row.used_at !== null || row.attempts >= MOST_ATTEMPTS) return false;
  const until = row.proven_at === null ? row.expires_at.getTime() : row.proven_at.getTime() + PROVEN_MS;
  return now.getTime() < until;
}

function isCodeOf(marks: BookingMarks, row: PhoneCodeRow, proof: PhoneProof): boolean {
  return timingSafeEqual(row.code_hash, hashOfCode(marks, row.id, proof));
}

/** The subject is part of the hash, so that a code for one act is wrong for every other. */
function hashOfCode(
  marks: BookingMarks,
  codeId: string,
  { code, subject }: { readonly code: string; readonly subject?: string | undefined },
): Buffer {
  return marks.ofCode(codeId, subject === undefined ? code : `${subject} ${code}`);
}

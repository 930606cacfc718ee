import { timingSafeEqual } from 'node:crypto';
import type { BodyOf, joinWaitlistOnline, ReplyOf } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';
import { addOnlineEntry, withdrawOnlineEntry } from '../reservations/index.ts';
import type { BookingMarks } from './guest-proof/booking-marks.ts';
import { codeTargetOf, subjectOfCode } from './guest-proof/guest-proof.ts';
import { readOpenStore, type StorePath } from './offer/open-stores.sql.ts';
import { queueJoinedMessage } from './waitlist-joined.ts';
import { verifyCode } from './guest-proof/phone-codes.ts';
import { lockMark } from './guest-proof/phone-codes.sql.ts';

interface WaitDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly marks: BookingMarks;
}

/**
 * Puts a guest with a confirmed phone on the waitlist (WL-5). The code is not used up: the same form gets the same entry,
 * and the guest can still book another time with it.
 */
export async function waitForGuest(
  deps: WaitDeps,
  path: StorePath,
  body: BodyOf<typeof joinWaitlistOnline>,
): Promise<ReplyOf<typeof joinWaitlistOnline>> {
  const { db, clock, marks } = deps;
  const { phoneCode, ...wish } = body;
  const store = await readOpenStore(db, path);
  const target = codeTargetOf(marks, store.productId, body);
  const phoneMark = target.mark;
  await verifyCode(deps, store, { phoneMark, code: phoneCode, ...subjectOfCode(target) });
  const entry = await db.withActor(storeActor(store.productId, store.id), async (tx) => {
    await lockMark(tx, phoneMark);
    const added = await addOnlineEntry({ tx, clock }, { ...wish, productId: store.productId, storeId: store.id });
    await queueJoinedMessage(tx, store, { entry: added, target, language: wish.language, now: clock.now() });
    return added;
  });
  return {
    startsAt: entry.starts_at.toISOString(),
    endsAt: entry.ends_at.toISOString(),
    headCount: entry.head_count,
    withdrawToken: `${entry.id}.${marks.ofWaitlistEntry(store.id, entry.id).toString('base64url')}`,
  };
}

/** Withdraws the entry that the token names (WL-5). Every token that is not the server's is the same NOT_FOUND. */
export async function withdrawForGuest(
  { db, clock, marks }: WaitDeps,
  path: StorePath,
  { withdrawToken }: { readonly withdrawToken: string },
): Promise<{ isWithdrawn: true }> {
  const store = await readOpenStore(db, path);
  const entryId = readToken(marks, store.id, withdrawToken);
  if (entryId === null) throw notFound();
  await db.withActor(storeActor(store.productId, store.id), (tx) =>
    withdrawOnlineEntry({ tx, clock }, { storeId: store.id, entryId }),
  );
  return { isWithdrawn: true };
}

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/;

function readToken(marks: BookingMarks, storeId: string, token: string): string | null {
  const [, entryId = '', mark = ''] = TOKEN.exec(token) ?? [];
  if (entryId === '') return null;
  return timingSafeEqual(Buffer.from(mark, 'base64url'), marks.ofWaitlistEntry(storeId, entryId)) ? entryId : null;
}

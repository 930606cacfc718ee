import type { BodyOf, joinWaitlistOnline } from '@munjigi/contract';
import { toMailbox } from '@munjigi/typed-text';
import type { Tx } from '../../../db/index.ts';
import { notFound, Problem, type UnitOfWork } from '../../../http/index.ts';
import { recordAudit, systemAuditActor } from '../../audit/index.ts';
import { refuseOwnBooking } from '../guest-profiles/blocked-guests.ts';
import { phoneMarksOf } from '../stay/guest-columns.ts';
import { toWaitlistAudit, checkWish, insertEntry, OPEN_ENTRY_STATES } from './waitlist.ts';
import { changeEntry } from '../waitlist/waitlist-review.ts';
import { reviewEntries, type WaitlistRow } from '../waitlist/waitlist.sql.ts';

/** Open entries that one phone added at one store (WL-5). */
const MOST_OPEN_OF_PHONE = 3;

type Work = Pick<UnitOfWork, 'tx' | 'clock'>;

interface OnlineWish extends Omit<BodyOf<typeof joinWaitlistOnline>, 'phoneCode'> {
  readonly productId: string;
  readonly storeId: string;
}

/**
 * Puts a guest with a confirmed phone on the waitlist, or returns the open entry of the same wish (WL-5). Refuses a period
 * that is free: the guest can book it. The caller makes requests of one phone wait for each other.
 */
export async function addOnlineEntry({ tx, clock }: Work, wish: OnlineWish): Promise<WaitlistRow> {
  const { language, ...fields } = wish;
  await checkWish(tx, clock, fields);
  await refuseOwnBooking(tx, { storeId: wish.storeId, guest: wish, now: clock.now() });
  const open = await findOpenOfGuest(tx, wish);
  const same = open.find((entry) => isSameTime(entry, wish));
  if (same) return followHeadCount(tx, clock, same, wish.headCount);
  const now = clock.now();
  const [first] = open;
  if (first && open.length >= MOST_OPEN_OF_PHONE)
    throw new Problem('TOO_MANY_ATTEMPTS', {
      retryAfterSeconds: Math.max(1, Math.ceil((first.starts_at.getTime() - now.getTime()) / 1000)),
    });
  const entry = await insertEntry(tx, clock, {
    ...fields,
    guestEmail: wish.guestEmail ?? '',
    guestLanguage: language,
    memo: '',
    origin: 'ONLINE',
  });
  const reviewed = await reviewEntries(tx, {
    storeId: entry.store_id,
    roomId: entry.room_id,
    startsAt: entry.starts_at,
    endsAt: entry.ends_at,
    now,
  });
  // Otherwise guests could keep several times by offers, beyond the limit of unpaid bookings (BK-7). Nothing was committed.
  if (reviewed.some(({ id, free_now: freeRoomId }) => id === entry.id && freeRoomId !== null))
    throw new Problem('STATE_NOT_ALLOWED');
  await recordAudit(tx, toWaitlistAudit({ clock, actor: systemAuditActor('online booking') }, 'waitlist.added', entry));
  return entry;
}

/** The open entries of a phone at the store, soonest first; of a guest abroad those of the mailbox that they proved (BK-16). */
async function findOpenOfGuest(tx: Tx, { storeId, guestPhone, guestEmail }: OnlineWish): Promise<WaitlistRow[]> {
  const query = tx
    .selectFrom('waitlist')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('origin', '=', 'ONLINE')
    .where('state', 'in', OPEN_ENTRY_STATES)
    .orderBy('starts_at')
    .orderBy('id');
  if (guestEmail === undefined) return query.where('phone_mark', 'in', phoneMarksOf(tx, guestPhone)).execute();
  const rows = await query.execute();
  return rows.filter((row) => row.guest_email !== '' && toMailbox(row.guest_email) === toMailbox(guestEmail));
}

/** One phone waits once for one time. Another number of guests replaces the earlier one, unless the time is on offer. */
async function followHeadCount(
  tx: Tx,
  clock: Work['clock'],
  entry: WaitlistRow,
  headCount: number,
): Promise<WaitlistRow> {
  if (entry.head_count === headCount || entry.state === 'OFFERED') return entry;
  const after = await changeEntry(tx, entry, {
    head_count: headCount,
    state: 'WAITING',
    free_since: null,
    free_room_id: null,
  });
  await reviewEntries(tx, {
    storeId: after.store_id,
    roomId: after.room_id,
    startsAt: after.starts_at,
    endsAt: after.ends_at,
    now: clock.now(),
  });
  return after;
}

function isSameTime(entry: WaitlistRow, { roomId, startsAt, endsAt }: OnlineWish): boolean {
  return (
    entry.room_id === roomId &&
    entry.starts_at.getTime() === Date.parse(startsAt) &&
    entry.ends_at.getTime() === Date.parse(endsAt)
  );
}

/**
 * Withdraws the entry of a guest. One that has ended stays as it is. Throws NOT_FOUND for entries of staff and of other
 * stores, and STATE_NOT_ALLOWED while the guest has an offer, which they cancel on its own page.
 */
export async function withdrawOnlineEntry(
  { tx, clock }: Work,
  { storeId, entryId }: { readonly storeId: string; readonly entryId: string },
): Promise<void> {
  const entry = await tx
    .selectFrom('waitlist')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', entryId)
    .where('origin', '=', 'ONLINE')
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw notFound();
  if (entry.state === 'OFFERED') throw new Problem('STATE_NOT_ALLOWED');
  if (entry.state !== 'WAITING' && entry.state !== 'FREE') return;
  const after = await changeEntry(tx, entry, { state: 'DONE', free_since: null, free_room_id: null });
  await recordAudit(
    tx,
    toWaitlistAudit({ clock, actor: systemAuditActor('online booking') }, 'waitlist.withdrawn', after),
  );
}

import type { BodyOf, BookedOnline, bookOnline } from '@munjigi/contract';
import { LEAST_ONLINE_WON } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import { storeActor, type Tx } from '../../db/index.ts';
import { Problem, retryAfterLostRace } from '../../http/index.ts';
import { markDocumentRequest } from '../age-checks/index.ts';
import { readChosenExtras, redeemCoupon } from '../coupons/index.ts';
import { findGuestPath, insertAcceptedTerms, issueTokenToGuest, type GuestTokens } from '../guest-access/index.ts';
import { canPayOnline, type ProviderDeps } from '../payments/index.ts';
import {
  createOnlineReservation,
  readReservation,
  type ChosenExtras,
  type ReservationRow,
} from '../reservations/index.ts';
import { bookAnyRoom } from './offer/any-room.ts';
import {
  checkBookingLimits,
  checkBookingsOfAddress,
  checkFreeStays,
  workOfBooking,
} from './guest-proof/booking-limits.ts';
import type { BookingMarks } from './guest-proof/booking-marks.ts';
import { codeTargetOf, subjectOfCode, type CodeTarget } from './guest-proof/guest-proof.ts';
import { readOpenStore, readPresentTerms, type OpenStore, type StorePath } from './offer/open-stores.sql.ts';
import { useCode, verifyCode, type PhoneProof } from './guest-proof/phone-codes.ts';
import { lockMark } from './guest-proof/phone-codes.sql.ts';
import { checkWork, type SolvedWork } from './guest-proof/proof-of-work.ts';
import { findAcceptedTerms } from './offer/shown-terms.ts';

export interface BookOnlineDeps extends Pick<ProviderDeps, 'db' | 'clock' | 'providers'> {
  readonly marks: BookingMarks;
  readonly guestTokens: GuestTokens;
}

type FullBody = BodyOf<typeof bookOnline>;
/** `phoneCode` is `null` for a guest whom the link of an earlier stay proves (RG-7). */
type Body = Omit<FullBody, 'work' | 'phoneCode'> & { readonly phoneCode: string | null };

interface Request {
  readonly body: FullBody;
  readonly address: string;
  /** The Idempotency-Key of the request. */
  readonly key: string | null;
}

/** A request with the keyed hashes by which the tables know it. */
export interface OnlineBooking {
  readonly store: OpenStore;
  readonly body: Body;
  /** Where the code went: limits of a guest abroad count for the mailbox, because their number is not proven (BK-16). */
  readonly target: CodeTarget;
  readonly addressMark: Buffer;
  readonly requestMark: Buffer | null;
  readonly bodyMark: Buffer;
}

const KEY = /^[\x21-\x7e]{1,200}$/;

/** Holds a stay for a guest with a confirmed phone, or confirms one that costs nothing (BK-6, BK-7). */
export async function bookForGuest(deps: BookOnlineDeps, path: StorePath, request: Request): Promise<BookedOnline> {
  const { db, marks } = deps;
  const { address, key } = request;
  const { work, ...body } = request.body;
  if (key !== null && !KEY.test(key)) throw new Problem('IDEMPOTENCY_KEY_INVALID');
  const store = await readOpenStore(db, path);
  // A repeated request may come from a page in the other language, with other terms.
  const { termsVersion: _seen, ...wish } = body;
  const booking: OnlineBooking = {
    store,
    body,
    target: codeTargetOf(marks, store.productId, body),
    addressMark: marks.ofAddress(store.productId, address),
    requestMark: key === null ? null : marks.ofRequest(`key ${key}`),
    bodyMark: marks.ofRequest(`body ${JSON.stringify(wish)}`),
  };
  const earlier = await runForStore(deps, store, async (tx) => {
    const found = await findEarlier(deps, tx, booking);
    // Without the lock, so that most refusals wait for nothing. The transaction of the reservation checks again.
    if (!found) await checkNewRequest(deps, tx, booking, work);
    return found;
  });
  if (earlier) return earlier;
  await checkBeforeCode(deps, booking);
  const repeated = await verifyCodeOrFindEarlier(deps, booking);
  return repeated ?? bookProven(deps, booking);
}

/** Refuses terms that the guest did not see, and a price without a way to pay it. */
export async function checkBeforeCode(deps: BookOnlineDeps, { store, body }: OnlineBooking): Promise<void> {
  findAcceptedTerms(store, body.termsVersion);
  if (body.expectedPriceAmount > 0 && !(await canPayOnline(deps, { productId: store.productId, storeId: store.id })))
    throw new Problem('PROVIDER_NOT_SET');
}

/** Books for a guest whose proof is valid: the chosen room, or the cheapest one. */
export async function bookProven(deps: BookOnlineDeps, booking: OnlineBooking): Promise<BookedOnline> {
  const { store, body } = booking;
  const bookRoom = (roomId: string) =>
    retryAfterLostRace(() => runForStore(deps, store, (tx) => reserveRoom(deps, tx, booking, roomId)));
  if (body.roomId !== null) return bookRoom(body.roomId);
  const extras = await runForStore(deps, store, (tx) =>
    readChosenExtras(tx, store, { ...body, reader: 'GUEST' }, deps.clock.now()),
  );
  const anyRoom = {
    clock: deps.clock,
    run: <T>(work: (tx: Tx) => Promise<T>) => runForStore(deps, store, work),
    bookRoom,
  };
  return bookAnyRoom(anyRoom, store, { ...body, extras });
}

/** Refuses a request of an address that has booked too often, or that is near that limit and did no work (BK-7, BK-11). */
async function checkNewRequest(
  { clock, marks }: BookOnlineDeps,
  tx: Tx,
  { store, addressMark }: OnlineBooking,
  work: SolvedWork | undefined,
): Promise<void> {
  const [now, { productId, id: storeId }] = [clock.now(), store];
  await checkBookingsOfAddress(tx, { addressMark, now });
  const bits = await workOfBooking(tx, { addressMark, now });
  await checkWork(tx, { marks, now, productId, storeId, act: 'BOOKING', addressMark, bits, work });
}

/**
 * Verifies the code. It waits for the earlier request of the same phone, which may have been this one and has used the code
 * up: then its reservation is the reply (BK-7).
 */
async function verifyCodeOrFindEarlier(deps: BookOnlineDeps, booking: OnlineBooking): Promise<BookedOnline | null> {
  const { store } = booking;
  try {
    await verifyCode(deps, store, proofOf(booking, booking.body.phoneCode ?? ''));
    return null;
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'INVALID_CODE')) throw error;
    const earlier = await runForStore(deps, store, (tx) => findEarlier(deps, tx, booking));
    if (earlier) return earlier;
    throw error;
  }
}

function proofOf({ target }: OnlineBooking, code: string): PhoneProof {
  return { phoneMark: target.mark, code, ...subjectOfCode(target) };
}

function runForStore<T>({ db }: BookOnlineDeps, store: OpenStore, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.withActor(storeActor(store.productId, store.id), work);
}

/** Uses up the code and creates the reservation with its link, together or not at all. */
async function reserveRoom(
  deps: BookOnlineDeps,
  tx: Tx,
  booking: OnlineBooking,
  roomId: string,
): Promise<BookedOnline> {
  const { clock, guestTokens } = deps;
  const { body, store, addressMark } = booking;
  const { mark: phoneMark } = booking.target;
  for (const mark of [addressMark, phoneMark]) await lockMark(tx, mark);
  const earlier = await findEarlier(deps, tx, booking);
  if (earlier) return earlier;
  const now = clock.now();
  await checkBookingLimits(tx, { phoneMark, addressMark, now });
  checkStartOfNow(body, now);
  const isFree = body.expectedPriceAmount < LEAST_ONLINE_WON;
  if (isFree)
    await checkFreeStays(tx, { storeId: store.id, guestPhone: body.guestPhone, guestEmail: body.guestEmail, now });
  if (body.phoneCode !== null) await useCode(deps, tx, store, proofOf(booking, body.phoneCode));
  const extras = await readChosenExtras(tx, store, { ...body, reader: 'GUEST' }, now);
  const row = await createOnlineReservation(
    { tx, clock },
    {
      kind: 'GUEST',
      channel: 'ONLINE',
      // The price must equal the expected one.
      state: isFree ? 'CONFIRMED' : 'PENDING',
      roomId,
      startsAt: body.startsAt,
      endsAt: body.endsAt,
      startsNow: body.startsNow,
      asksForDocument: body.asksForDocument,
      headCount: body.headCount,
      guestName: body.guestName,
      guestPhone: body.guestPhone,
      guestEmail: body.guestEmail ?? '',
      guestLanguage: body.language,
      memo: '',
      expectedPriceAmount: body.expectedPriceAmount,
      extras,
    },
  );
  if (body.asksForDocument) await markDocumentRequest(tx, { storeId: store.id, reservationId: row.id }, now);
  await redeemChosenCoupon(tx, booking, extras, row);
  // The store may have changed while this transaction waited for the phone and the room.
  await insertAcceptedTerms(tx, row, findAcceptedTerms(await readPresentTerms(tx, store.id), body.termsVersion));
  await insertBooking(tx, booking, row);
  return compose(tx, row, await issueTokenToGuest(tx, guestTokens, { row, now }), now);
}

/** A stay that starts now begins at the present minute or before it; every later one begins on the slot grid (BK-14). */
function checkStartOfNow({ startsNow, startsAt }: Body, now: Date): void {
  if (!startsNow || new Date(startsAt) <= now) return;
  const { message } = new Problem('OFF_SLOT_GRID');
  throw new Problem('OFF_SLOT_GRID', { errors: [{ path: 'startsAt', code: 'off_slot_grid', message }] });
}

async function redeemChosenCoupon(
  tx: Tx,
  { target }: OnlineBooking,
  { coupon, today }: ChosenExtras,
  row: ReservationRow,
): Promise<void> {
  if (coupon === null) return;
  const { product_id: productId, store_id: storeId, id: reservationId } = row;
  await redeemCoupon(tx, {
    productId,
    storeId,
    reservationId,
    couponId: coupon.couponId,
    today,
    phoneMark: target.mark,
    reader: 'GUEST',
  });
}

async function insertBooking(tx: Tx, booking: OnlineBooking, row: ReservationRow): Promise<void> {
  // The key of an earlier reservation that has ended now names this one (BK-7).
  if (booking.requestMark !== null)
    await tx
      .updateTable('online_bookings')
      .set({ request_mark: null })
      .where('store_id', '=', row.store_id)
      .where('request_mark', '=', booking.requestMark)
      .execute();
  await tx
    .insertInto('online_bookings')
    .values({
      product_id: row.product_id,
      store_id: row.store_id,
      id: uuidv7(),
      reservation_id: row.id,
      phone_mark: booking.target.mark,
      address_mark: booking.addressMark,
      request_mark: booking.requestMark,
      body_mark: booking.bodyMark,
      held_until: row.hold_expires_at,
      created_at: row.created_at,
    })
    .execute();
}

/**
 * Finds the reservation of an earlier request with the same key. Refuses a key that came with another request. A
 * reservation whose hold has lapsed, or that was cancelled, counts as none, so that the guest can book again (BK-7).
 */
async function findEarlier(
  { clock, guestTokens }: BookOnlineDeps,
  tx: Tx,
  { store, requestMark, bodyMark }: OnlineBooking,
): Promise<BookedOnline | null> {
  if (requestMark === null) return null;
  const earlier = await tx
    .selectFrom('online_bookings')
    .select(['reservation_id', 'body_mark'])
    .where('store_id', '=', store.id)
    .where('request_mark', '=', requestMark)
    .executeTakeFirst();
  if (!earlier) return null;
  const { row } = await readReservation(tx, earlier.reservation_id);
  if (hasLapsed(row, clock.now())) return null;
  if (!earlier.body_mark.equals(bodyMark)) throw new Problem('IDEMPOTENCY_KEY_REUSED');
  const path = await findGuestPath(tx, guestTokens, { storeId: store.id, reservationId: row.id });
  if (path === null) throw new Problem('STATE_NOT_ALLOWED');
  return compose(tx, row, path, clock.now());
}

function hasLapsed({ state, hold_expires_at: holdExpiresAt }: ReservationRow, now: Date): boolean {
  if (state === 'PENDING') return holdExpiresAt !== null && holdExpiresAt <= now;
  return state === 'EXPIRED' || state === 'CANCELLED';
}

async function compose(tx: Tx, row: ReservationRow, path: string, now: Date): Promise<BookedOnline> {
  const { state } = row;
  if (state !== 'PENDING' && state !== 'CONFIRMED') throw new Problem('STATE_NOT_ALLOWED');
  const room = await tx.selectFrom('rooms').select('name').where('id', '=', row.room_id).executeTakeFirstOrThrow();
  return {
    reservationId: row.id,
    reservationCode: row.code,
    state,
    roomId: row.room_id,
    roomName: room.name,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    priceAmount: row.price_amount,
    holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
    now: now.toISOString(),
    path,
  };
}

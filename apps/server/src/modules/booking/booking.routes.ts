import {
  bookAgain,
  bookOnline,
  getBookAgain,
  findOwnReservations,
  finishAgeCheck,
  getBookingChain,
  getBookingPhoto,
  getBookingSetup,
  getBookingStore,
  getPublishedPolicy,
  joinWaitlistOnline,
  leaveWaitlistOnline,
  listBookingDays,
  listBookingTimes,
  printBookingPoster,
  quoteBooking,
  readBookingNow,
  sendPhoneCode,
  startAgeCheck,
} from '@munjigi/contract';
import {
  limiterKeyOf,
  requestLimits,
  routeFile,
  routePublic,
  routeInSteps,
  slotsOfPublicWrites,
  type Route,
  type StaffPriority,
} from '../../http/index.ts';
import { limitRefusedCoupons, type CouponLimiter } from '../coupons/index.ts';
import type { GuestTokens } from '../guest-access/index.ts';
import type { IdentityDeps } from '../identity-checks/index.ts';
import type { ProviderDeps } from '../payments/index.ts';
import { finishCheckOnline, startCheckOnline } from './age-checks/age-check-online.ts';
import { bookWithLink, readBookAgain } from './book-again.ts';
import { bookForGuest, type BookOnlineDeps } from './book-online.ts';
import { bookingMarks } from './guest-proof/booking-marks.ts';
import { createBookingNow } from './offer/booking-now.ts';
import { createCodePrices } from './guest-proof/code-prices.ts';
import { createBookingStores, readBookingPhoto } from './booking-page.ts';
import { createChainReader } from './chain-page.ts';
import { readBookingSetup } from './booking-setup.ts';
import { findForGuest } from './find-reservations.ts';
import { printPoster } from './booking-poster.ts';
import { quoteForGuest } from './offer/booking-quote.ts';
import { createBookingTimes } from './offer/booking-times.ts';
import { sendCode } from './guest-proof/phone-codes.ts';
import type { StorePath } from './offer/open-stores.sql.ts';
import { isPreviewToken, PREVIEW_HEADER } from './staff-preview.ts';
import { waitForGuest, withdrawForGuest } from './wait-online.ts';

/** Reads of one address per minute. All guests of a store may share one address. */
const MOST_READS_A_MINUTE = 600;
/** Calendars of one address per minute, because each is much work. */
const MOST_CALENDARS_A_MINUTE = 60;
/** Requests of one address per minute that send a code or book. */
const MOST_ACTS_A_MINUTE = 60;

interface BookingDeps extends Pick<ProviderDeps, 'db' | 'clock' | 'providers'>, IdentityDeps {
  readonly secret: string;
  readonly guestTokens: GuestTokens;
  /** The origin of the server; `null`: it does not know its own address. */
  readonly publicUrl: string | null;
  /** False: the operator has switched off the limits of requests. */
  readonly isLimited: boolean;
  readonly staffPriority: StaffPriority;
  /** The most database connections of this process. */
  readonly poolSize: number;
}

/** What a guest without a reservation reads and does. The store's path decides everything: there is no caller. */
export function bookingRoutes(deps: BookingDeps): Route[] {
  const countRefusedCoupons = limitRefusedCoupons(deps);
  return [
    routeInSteps(getBookingSetup, ({ actor, params }) =>
      readBookingSetup({ ...deps, marks: bookingMarks(deps.secret) }, actor, params.storeId),
    ),
    routeFile(printBookingPoster, ({ actor, params, query }) =>
      deps.db.withActor(actor, (tx) => printPoster(tx, { ...params, roomId: query.roomId, publicUrl: deps.publicUrl })),
    ),
    ...readingRoutes(deps, countRefusedCoupons),
    ...actingRoutes(deps, countRefusedCoupons),
  ];
}

function readingRoutes({ isLimited, secret, ...deps }: BookingDeps, countRefusedCoupons: CouponLimiter): Route[] {
  const marks = bookingMarks(secret);
  /** The path, with whether the request has a valid token of the preview. */
  const pathOf = (params: StorePath, header: (name: string) => string | null): StorePath => ({
    ...params,
    isPreview: isPreviewToken(marks, params.storeId, { token: header(PREVIEW_HEADER), now: deps.clock.now() }),
  });
  const limitsOfReads = requestLimits(isLimited ? MOST_READS_A_MINUTE : 0);
  const limitsOfCalendars = requestLimits(isLimited ? MOST_CALENDARS_A_MINUTE : 0);
  /** Counts a read, which waits for requests of staff. */
  const startRead = async (address: string) => {
    limitsOfReads.countRequest(limiterKeyOf(address));
    await deps.staffPriority.waitForStaff();
  };
  const times = createBookingTimes(deps);
  const readNow = createBookingNow(deps);
  const stores = createBookingStores(deps);
  const chains = createChainReader(deps.db);
  return [
    routePublic(getBookingStore, async ({ params, address, header }) => {
      await startRead(address);
      return stores.read(pathOf(params, header));
    }),
    routePublic(getBookingChain, async ({ params, address }) => {
      await startRead(address);
      return chains.readChain(params.product);
    }),
    routePublic(getPublishedPolicy, async ({ params, query, address }) => {
      await startRead(address);
      return chains.readPolicy({ product: params.product, version: query.version ?? null });
    }),
    routeFile(getBookingPhoto, async ({ params, query, address }) => {
      await startRead(address);
      return readBookingPhoto(deps, params, query.size);
    }),
    routePublic(listBookingDays, async ({ params, query, address, header }) => {
      await startRead(address);
      limitsOfCalendars.countRequest(limiterKeyOf(address));
      return times.readDays(pathOf(params, header), query);
    }),
    routePublic(listBookingTimes, async ({ params, query, address, header }) => {
      await startRead(address);
      return times.readTimes(pathOf(params, header), query);
    }),
    routePublic(readBookingNow, async ({ params, query, address, header }) => {
      await startRead(address);
      return readNow(pathOf(params, header), query);
    }),
    routePublic(quoteBooking, async ({ params, body, address, header }) => {
      await startRead(address);
      return countRefusedCoupons({ callerId: limiterKeyOf(address), body }, () =>
        quoteForGuest(deps, pathOf(params, header), body),
      );
    }),
  ];
}

/** Runs a request that writes, within the limits of its address; `refuse` can throw before it takes a connection. */
type BookingAct = <T>(product: string, address: string, work: () => Promise<T>, refuse?: () => void) => Promise<T>;

function actingRoutes(
  { secret, isLimited, poolSize, ...deps }: BookingDeps,
  countRefusedCoupons: CouponLimiter,
): Route[] {
  const limits = requestLimits(isLimited ? MOST_ACTS_A_MINUTE : 0);
  const slots = slotsOfPublicWrites(poolSize);
  /** Counts a request that writes, and waits for a slot before it takes a connection; `refuse` can throw before that. */
  const act: BookingAct = async (product, address, work, refuse = () => undefined) => {
    const callerId = limiterKeyOf(address);
    limits.countRequest(callerId);
    refuse();
    const release = await slots.acquire({ callerId, productId: product });
    try {
      await deps.staffPriority.waitForStaff();
      // Requests that waited learn what those before them found.
      refuse();
      return await work();
    } finally {
      release();
    }
  };
  const marks = bookingMarks(secret);
  const bookDeps = { ...deps, marks, prices: createCodePrices({ clock: deps.clock, marks }) };
  return [
    routePublic(sendPhoneCode, ({ params, body, address }) =>
      act(
        params.product,
        address,
        () => sendCode(bookDeps, params, { ...body, address }),
        () => bookDeps.prices.refuseUnsolved(params, { address, work: body.work }),
      ),
    ),
    ...againRoutes(bookDeps, act, countRefusedCoupons),
    routePublic(bookOnline, ({ params, body, address, header }) =>
      act(params.product, address, () =>
        countRefusedCoupons({ callerId: limiterKeyOf(address), body }, () =>
          bookForGuest(bookDeps, params, { body, address, key: header('idempotency-key') }),
        ),
      ),
    ),
    routePublic(startAgeCheck, ({ params, body, address }) =>
      act(params.product, address, () => startCheckOnline(bookDeps, params, body)),
    ),
    routePublic(finishAgeCheck, ({ params, body, address }) =>
      act(params.product, address, () => finishCheckOnline(bookDeps, params, body)),
    ),
    routePublic(findOwnReservations, ({ params, body, address }) =>
      act(params.product, address, () => findForGuest(bookDeps, params, body)),
    ),
    routePublic(joinWaitlistOnline, ({ params, body, address }) =>
      act(params.product, address, () => waitForGuest(bookDeps, params, body)),
    ),
    routePublic(leaveWaitlistOnline, ({ params, body, address }) =>
      act(params.product, address, () => withdrawForGuest(bookDeps, params, body)),
    ),
  ];
}

/** A guest books again with the link of an earlier stay. */
function againRoutes(deps: BookOnlineDeps, act: BookingAct, countRefusedCoupons: CouponLimiter): Route[] {
  return [
    routeInSteps(getBookAgain, ({ actor }) => readBookAgain(deps, actor)),
    routeInSteps(bookAgain, ({ actor, body, address }) =>
      act(actor.productSlug, address, () =>
        countRefusedCoupons({ callerId: limiterKeyOf(address), body }, () =>
          bookWithLink(deps, actor, { body, address }),
        ),
      ),
    ),
  ];
}

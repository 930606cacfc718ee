import type {
  bookAgain,
  BookAgainOffer,
  BookedOnline,
  BookingNow,
  BookingStore,
  BookingTimes,
  bookOnline,
  findOwnReservations,
  GuestPage,
  joinWaitlistOnline,
  leaveWaitlistOnline,
  listBookingDays,
  quoteBooking,
  ReplyOf,
  sendPhoneCode,
} from '@munjigi/contract';
import type { z } from 'zod';
import { awaitEarlyReply, GuestProblem, requestGuest } from '../shared/guest-api.ts';
import type { EarlyBooking } from './early-booking.ts';

export type BookingDays = ReplyOf<typeof listBookingDays>['items'];
export type BookingQuote = ReplyOf<typeof quoteBooking>;
export type SentPhoneCode = ReplyOf<typeof sendPhoneCode>;
export type FoundReservation = ReplyOf<typeof findOwnReservations>['items'][number];
export type BookingInput = z.input<typeof bookOnline.body>;
export type AgainInput = z.input<typeof bookAgain.body>;
export type WaitInput = z.input<typeof joinWaitlistOnline.body>;
export type JoinedWaitlist = ReplyOf<typeof joinWaitlistOnline>;
type QuoteInput = z.input<typeof quoteBooking.body>;
type FindInput = z.input<typeof findOwnReservations.body>;
type PhoneCodeInput = z.input<typeof sendPhoneCode.body>;

/** What a guest looks for: so many people, for so long. */
export interface Party {
  readonly headCount: number;
  readonly minutes: number;
}

/** The requests of the page. All reject with a GuestProblem. */
export interface BookingApi {
  readonly readStore: (abort: AbortController) => Promise<BookingStore>;
  readonly listDays: (
    party: Party,
    range: { from: string; days: number },
    abort: AbortController,
  ) => Promise<BookingDays>;
  readonly listTimes: (party: Party, date: string, abort: AbortController) => Promise<BookingTimes>;
  readonly readNow: (party: Party, abort: AbortController) => Promise<BookingNow>;
  readonly quote: (input: QuoteInput, abort: AbortController) => Promise<BookingQuote>;
  readonly sendCode: (input: PhoneCodeInput) => Promise<SentPhoneCode>;
  /** A repeated request with this key gets the same reservation. */
  readonly book: (input: BookingInput, key: string) => Promise<BookedOnline>;
  /** For whom the link of an earlier stay books without a code (RG-7). */
  readonly readAgain: (token: string, abort: AbortController) => Promise<BookAgainOffer>;
  readonly bookAgain: (token: string, input: AgainInput, key: string) => Promise<BookedOnline>;
  readonly joinWaitlist: (input: WaitInput) => Promise<JoinedWaitlist>;
  readonly leaveWaitlist: (withdrawToken: string) => Promise<ReplyOf<typeof leaveWaitlistOnline>>;
  readonly findOwnReservations: (input: FindInput) => Promise<readonly FoundReservation[]>;
  /** The state of a reservation of this guest, by the path of its page. */
  readonly readState: (path: string, abort: AbortController) => Promise<GuestPage['reservation']['state']>;
  readonly photoAddress: (photoId: string) => string;
}

/** `hash`: of the address, which can have the token of the preview for staff. */
export function createBookingApi({ product, storeId, reply }: EarlyBooking, hash = location.hash): BookingApi {
  const base = `/api/v2/${product}/booking`;
  const ofStore = `${base}/store/${storeId}`;
  const preview = new URLSearchParams(hash.slice(1)).get('preview') ?? undefined;
  let early = preview === undefined ? reply : undefined;
  const read = <T>(path: string, abort: AbortController) =>
    requestGuest<T>(null, { method: 'GET', path, preview }, abort);
  return {
    readStore: (abort) => {
      const first = early;
      early = undefined;
      return first === undefined ? read(ofStore, abort) : awaitEarlyReply(first, abort);
    },
    listDays: async (party, range, abort) =>
      (await read<{ items: BookingDays }>(`${ofStore}/days?${toQuery({ ...range, ...party })}`, abort)).items,
    listTimes: (party, date, abort) => read(`${ofStore}/times?${toQuery({ date, ...party })}`, abort),
    readNow: (party, abort) => read(`${ofStore}/now?${toQuery({ ...party })}`, abort),
    quote: (body, abort) => requestGuest(null, { method: 'POST', path: `${ofStore}/quote`, body, preview }, abort),
    sendCode: (body) =>
      sendWithWork((work) =>
        requestGuest(null, { method: 'POST', path: `${ofStore}/phone-code`, body: { ...body, ...work } }),
      ),
    book: (body, key) =>
      sendWithWork((work) =>
        requestGuest(null, { method: 'POST', path: `${ofStore}/reservation`, body: { ...body, ...work }, key }),
      ),
    readAgain: (token, abort) =>
      requestGuest(token, { method: 'GET', path: `/api/v2/${product}/guest/book-again` }, abort),
    bookAgain: (token, body, key) =>
      requestGuest(token, { method: 'POST', path: `/api/v2/${product}/guest/book-again`, body, key }),
    joinWaitlist: (body) => requestGuest(null, { method: 'POST', path: `${ofStore}/waitlist`, body }),
    leaveWaitlist: (withdrawToken) =>
      requestGuest(null, { method: 'POST', path: `${ofStore}/waitlist/withdraw`, body: { withdrawToken } }),
    findOwnReservations: async (body) =>
      (await requestGuest<{ items: FoundReservation[] }>(null, { method: 'POST', path: `${ofStore}/find`, body }))
        .items,
    readState: async (path, abort) =>
      (await requestGuest<GuestPage>(path.slice('/g/'.length), { method: 'GET', path: '/api/v2/guest/page' }, abort))
        .reservation.state,
    photoAddress: (photoId) => `${base}/photo/${photoId}?size=small`,
  };
}

type Work = Pick<PhoneCodeInput, 'work'>;
/** Other guests of the same address may raise the difficulty meanwhile. */
const MOST_SOLUTIONS = 3;

/** Sends a request, and again with the solved challenge when the server asks for work (BK-11). */
async function sendWithWork<T>(send: (work: Work) => Promise<T>): Promise<T> {
  let work: Work = {};
  for (let solved = 0; ; solved += 1)
    try {
      return await send(work);
    } catch (error) {
      if (!(error instanceof GuestProblem) || error.challenge === '' || solved === MOST_SOLUTIONS) throw error;
      work = { work: { challenge: error.challenge, solution: await solve(error) } };
    }
}

/** The code that solves loads now only. Without it the refusal stands. */
async function solve(problem: GuestProblem): Promise<string> {
  const { solveChallenge } = await import('./details/solve-challenge.ts').catch((error: unknown) => {
    console.warn(error);
    throw problem;
  });
  return solveChallenge(problem.challenge);
}

function toQuery(values: Readonly<Record<string, string | number>>): string {
  return new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
}

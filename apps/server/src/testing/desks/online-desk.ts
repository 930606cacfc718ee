import { createHash, randomInt } from 'node:crypto';
import type { VirtualProvider } from '@munjigi/virtual-providers';
import { storeActor } from '../../db/index.ts';
import { bookingMarks } from '../../modules/booking/index.ts';
import { HOUR_MS, MINUTE_MS } from './booking-desk.ts';
import { headOffice, type Answer, type Caller, type TestServer } from '../server.ts';
import type { FakeClock } from '../fake-clock.ts';
import { openMessageDesk, type MessageDesk } from './message-desk.ts';
import { insertSeller } from '../sellers.ts';
import { openVirtualToss } from '../peers/payment-provider.ts';

/** Solves the challenge of a refusal (BK-11). */
export function solveWork(challenge: unknown): { challenge: string; solution: string } {
  const text = String(challenge);
  const bits = Number(text.split('.')[0]);
  for (let count = 0; ; count += 1) {
    const solution = count.toString(36);
    const hash = createHash('sha256').update(`${text}.${solution}`).digest();
    if (Math.clz32(hash.readUInt32BE(0)) >= bits) return { challenge: text, solution };
  }
}

type FormChange = Readonly<Record<string, unknown>> & { readonly guestPhone?: string; readonly phoneCode?: string };

/** A store that takes online bookings, sends codes through a virtual Solapi, and has a provider with a checkout page. */
export interface OnlineDesk extends MessageDesk {
  /** The provider through which guests pay. */
  readonly toss: VirtualProvider;
  /** The path of an endpoint of the store's booking page. */
  url(rest?: string, storeId?: string): string;
  /** Reads as a guest from an address. */
  get(rest?: string, address?: string): Promise<Answer>;
  post(rest: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sets the columns of online booking. */
  setBooking(change: { readonly isOpen?: boolean; readonly terms?: string; readonly termsEn?: string }): Promise<void>;
  /** Sets the price of a slot. */
  setPrice(slotAmount: number): Promise<void>;
  /** Requests a code for the phone, and replaces it by the returned one, so that no test waits for the message. */
  codeOf(phone: string, address?: string, purpose?: 'BOOKING' | 'FINDING'): Promise<string>;
  /** The body of a booking with a proven phone. */
  form(change?: FormChange): Promise<Record<string, unknown>>;
  /** A period of whole slots that starts in so many hours, rounded up, and lasts two hours unless given. */
  stay(fromHours: number, hours?: number): { startsAt: string; endsAt: string };
  /** A phone that no other call returned. */
  nextPhone(): string;
  /** An address that no other call returned. */
  nextAddress(): string;
  from(address: string): Readonly<Record<string, string>>;
}

const SLOT_MS = 30 * MINUTE_MS;
let phones = 20_000_000;
let addresses = 0;

/** The server must trust one proxy, so that each guest has an address. */
export async function openOnlineDesk(
  server: TestServer,
  clock: FakeClock,
  { rooms = 12, stores = 1 }: { readonly rooms?: number; readonly stores?: number } = {},
): Promise<OnlineDesk> {
  const messages = await openMessageDesk(server, clock, { rooms, stores });
  const { shop, storeId } = messages;
  const marks = bookingMarks(server.config.tokenSecret);
  const toss = await openVirtualToss(server, shop);
  const visitor: Caller['call'] = server.caller(null);
  const desk: OnlineDesk = {
    ...messages,
    toss,
    url: (rest = '', id = storeId) => `/${shop.slug}/booking/store/${id}${rest}`,
    get: (rest, address = desk.nextAddress()) => visitor('GET', desk.url(rest), undefined, desk.from(address)),
    post: (rest, body, headers = {}) =>
      visitor('POST', desk.url(rest), body, { ...desk.from(desk.nextAddress()), ...headers }),
    async setBooking({ isOpen, terms, termsEn }) {
      await server.withActor(headOffice(shop.productId), (tx) =>
        tx
          .updateTable('stores')
          .set({
            ...(isOpen !== undefined && { booking_is_open: isOpen }),
            ...(terms !== undefined && { booking_terms: terms }),
            ...(termsEn !== undefined && { booking_terms_en: termsEn }),
          })
          .where('id', '=', storeId)
          .execute(),
      );
    },
    async setPrice(amount) {
      await server.withActor(headOffice(shop.productId), (tx) =>
        tx.updateTable('price_policies').set({ amount }).where('store_id', '=', storeId).execute(),
      );
    },
    async codeOf(phone, address = desk.nextAddress(), purpose = 'BOOKING') {
      const request = { phone, purpose };
      let sent = await desk.post('/phone-code', request, desk.from(address));
      // As the page does when a limit is near.
      if (sent.body['challenge'] !== undefined)
        sent = await desk.post(
          '/phone-code',
          { ...request, work: solveWork(sent.body['challenge']) },
          desk.from(address),
        );
      if (sent.status !== 200) throw new Error(`No code was sent: ${JSON.stringify(sent.body)}`);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await server.withActor(storeActor(shop.productId, storeId), async (tx) => {
        const { id } = await tx
          .selectFrom('phone_codes')
          .select('id')
          .where('phone_mark', '=', marks.ofPhone(shop.productId, phone))
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
        await tx
          .updateTable('phone_codes')
          .set({ code_hash: marks.ofCode(id, purpose === 'FINDING' ? `find ${code}` : code) })
          .where('id', '=', id)
          .execute();
      });
      return code;
    },
    async form({ guestPhone = desk.nextPhone(), phoneCode, ...change } = {}) {
      const page = await desk.get();
      return {
        roomId: desk.roomIds[0],
        ...desk.stay(2),
        headCount: 2,
        guestName: '김손님',
        guestPhone,
        phoneCode: phoneCode ?? (await desk.codeOf(guestPhone)),
        expectedPriceAmount: 20_000,
        acceptsTerms: true,
        termsVersion: page.body['termsVersion'],
        ...change,
      };
    },
    stay(fromHours, hours = 2) {
      const startsAt = Math.ceil(clock.now().getTime() / SLOT_MS) * SLOT_MS + fromHours * HOUR_MS;
      return {
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(startsAt + hours * HOUR_MS).toISOString(),
      };
    },
    // Each in another range of numbers, so that none needs work (BK-11).
    nextPhone: () => `010-${String((phones += 10_001)).slice(0, 4)}-${String(phones).slice(4)}`,
    nextAddress: () => `10.7.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`,
    from: (address) => ({ 'x-forwarded-for': address }),
  };
  await server.withActor(headOffice(shop.productId), (tx) =>
    insertSeller(tx, { productId: shop.productId, storeId }, clock.now()),
  );
  await desk.setBooking({ isOpen: true });
  return desk;
}

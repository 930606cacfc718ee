/** Guests of a booking page, each with an address, for benchmarks. */

export interface BookingPlace {
  /** The address of the server, which trusts one proxy. */
  readonly url: string;
  readonly slug: string;
  readonly storeId: string;
  /** The present date of the store. */
  readonly today: string;
}

export interface BookingVisitor {
  /** Reads a calendar first, and then the times of one of its days. Resolves to the milliseconds of the request. */
  readonly readAvailability: () => Promise<number>;
  readonly readTermsVersion: () => Promise<string>;
  /** An address that no other guest has. */
  readonly nextAddress: () => string;
}

const DAY_MS = 24 * 3600_000;
const CALENDAR_DAYS = 35;
const DAYS_AHEAD = 14;
/** Requests of a visitor about the times of a day after each calendar. */
const TIMES_PER_CALENDAR = 3;
let addresses = 0;

const nextAddress = () => `10.${((addresses += 1) >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(Math.random() * values.length)];

export function bookingVisitor({ url, slug, storeId, today }: BookingPlace): BookingVisitor {
  const address = nextAddress();
  const base = `${url}/api/v2/${slug}/booking/store/${storeId}`;
  const read = async (path: string): Promise<{ ms: number; text: string }> => {
    const from = performance.now();
    const reply = await fetch(`${base}${path}`, { headers: { 'x-forwarded-for': address } });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text}`);
    return { ms: performance.now() - from, text };
  };
  let count = 0;
  return {
    nextAddress,
    async readAvailability() {
      const party = `minutes=${pick([60, 120, 180])}&headCount=${pick([1, 2, 3, 4])}`;
      count += 1;
      if (count % (TIMES_PER_CALENDAR + 1) === 1)
        return (await read(`/days?from=${today}&days=${CALENDAR_DAYS}&${party}`)).ms;
      const date = new Date(Date.parse(today) + Math.floor(Math.random() * DAYS_AHEAD) * DAY_MS);
      return (await read(`/times?date=${date.toISOString().slice(0, 10)}&${party}`)).ms;
    },
    readTermsVersion: async () => (JSON.parse((await read('')).text) as { termsVersion: string }).termsVersion,
  };
}

/** Books as the guest of an address. Resolves to `OK`, or to the code of the refusal. */
export async function postBooking(
  { url, slug, storeId }: BookingPlace,
  address: string,
  body: object,
): Promise<string> {
  const reply = await fetch(`${url}/api/v2/${slug}/booking/store/${storeId}/reservation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  const answer = (await reply.json()) as { code?: string };
  return reply.ok ? 'OK' : (answer.code ?? String(reply.status));
}

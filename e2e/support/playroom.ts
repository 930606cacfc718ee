import type { Who } from './people.ts';

/** Won and instants as in the contract; only the fields that the tests read. */
export interface Reservation {
  readonly id: string;
  readonly code: string;
  readonly roomId: string;
  readonly state: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly guestName: string;
  readonly priceAmount: number;
  readonly paidAmount: number;
  readonly refundAmount: number | null;
  readonly memo: string;
  readonly version: number;
}
interface Named {
  readonly id: string;
  readonly name: string;
}

/** A guest of the tests; no real person has the phone number. */
export const GUEST = { guestName: '나시험', guestPhone: '010-0000-7351', headCount: 2 } as const;
const DAY_MS = 86_400_000;
/** Shorter than the timeout of a test, so that its report names the request that the server does not answer. */
const REQUEST_MS = 30_000;

export type Playroom = Awaited<ReturnType<typeof openPlayroom>>;

/**
 * Controls the first store of the demo (강남점: open day and night, no cleaning time) through the API. Rejects with the
 * server's refusal.
 */
export async function openPlayroom(server: string, tokenOf: (who: Who) => Promise<string>) {
  async function ask<T>(who: Who, method: string, path: string, body?: unknown): Promise<T> {
    const reply = await fetch(`${server}/api/v2/playroom/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(who)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS),
    }).catch((error: unknown) => {
      throw new Error(`${method} ${path} failed: ${String(error)}`, { cause: error });
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  }

  const stores = await ask<{ items: Named[] }>('owner', 'GET', 'store?limit=10');
  const storeOf = (name: string) => {
    const found = stores.items.find((store) => store.name === name);
    if (found === undefined) throw new Error(`The demo has no ${name}`);
    return found;
  };
  const store = storeOf('강남점');
  const rooms = (await ask<{ items: Named[] }>('owner', 'GET', `room?storeId=${store.id}&limit=100`)).items;
  const room = (name: string) => {
    const found = rooms.find((room) => room.name === name);
    if (found === undefined) throw new Error(`강남점 has no ${name}`);
    return found;
  };
  /** The rooms of the demo, which other tests and the demo's guests use too. */
  const shared = await Promise.all(
    stores.items.map(({ id }) => ask<{ items: Named[] }>('owner', 'GET', `room?storeId=${id}&limit=100`)),
  );
  const sharedIds = new Set(
    shared.flatMap(({ items }) => items.filter(({ name }) => /^\d+번 /.test(name)).map(({ id }) => id)),
  );
  const emptiedDays = new Set<string>();
  return {
    ask,
    storeId: store.id,
    /** One of the owner’s two stores, 강남점 or 홍대점. */
    store: storeOf,
    room,
    /**
     * Books a guest at `HH:mm` of a date; hours from 24 on mean the day after. A room of the demo only on a day that the
     * test emptied: a guest of the demo may have the time, depending on the day of the run.
     */
    book: async (
      where: string | { readonly id: string },
      date: string,
      from: string,
      to: string,
      more: object = {},
    ) => {
      const { id: roomId } = typeof where === 'string' ? room(where) : where;
      if (sharedIds.has(roomId) && !emptiedDays.has(date))
        throw new Error(`A guest of the demo may have this time on ${date}: empty the day or add a room`);
      return ask<Reservation>('owner', 'POST', 'reservation', {
        roomId,
        startsAt: at(date, from),
        endsAt: at(date, to),
        ...GUEST,
        ...more,
      });
    },
    /** Adds a room for tests of the current time; no other test uses it. */
    addRoom: (name: string, capacity = 4, storeId = store.id) =>
      ask<Named & { version: number }>('owner', 'POST', 'room', { storeId, name, capacity }),
    /** Removes a door of no room, which would otherwise be on the way of every guest of the store. */
    removeCommonDoor: async (name: string): Promise<void> => {
      const { items } = await ask<{ items: (Named & { roomId: string | null; version: number })[] }>(
        'owner',
        'GET',
        `door?storeId=${store.id}&limit=100`,
      );
      const doors = items.filter((door) => door.roomId === null && door.name === name);
      for (const { id, version } of doors) await ask('owner', 'DELETE', `door/${id}?version=${version}`);
    },
    /**
     * The date so many days ahead. Removes the reservations that an earlier try of the same test left in the demo's
     * rooms.
     */
    emptyDay: async (days: number) => {
      const date = dayFromNow(days);
      const query = new URLSearchParams({
        storeId: store.id,
        from: at(date, '06:00'),
        to: at(date, '30:00'),
        limit: '100',
      });
      const { items } = await ask<{ items: Reservation[] }>('owner', 'GET', `reservation?${query.toString()}`);
      for (const { id, roomId, state, version } of items) {
        if (sharedIds.has(roomId) && ['PENDING', 'CONFIRMED'].includes(state))
          await ask('owner', 'POST', `reservation/${id}/cancel`, { version });
      }
      emptiedDays.add(date);
      return date;
    },
    /**
     * Switches the confirmation of routine notifications off, so that a payment rings (NT-1). All tests of the server share
     * the rule, so nothing switches it on again, and another worker may do the same at this moment.
     */
    letPaymentsRing: async () => {
      const path = 'payment/notification-rules';
      const read = () => ask<{ confirmsRoutine: boolean; version: number }>('admin', 'GET', path);
      for (let rules = await read(); rules.confirmsRoutine; rules = await read()) {
        const reply = await fetch(`${server}/api/v2/playroom/${path}`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${await tokenOf('admin')}`, 'content-type': 'application/json' },
          body: JSON.stringify({ version: rules.version, confirmsRoutine: false }),
        });
        if (!reply.ok && reply.status !== 409) throw new Error(`The rule was not set: ${await reply.text()}`);
      }
    },
    read: (id: string) => ask<Reservation>('owner', 'GET', `reservation/${id}`),
  };
}

/** The date so many days from now in Seoul, `YYYY-MM-DD`. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS + 9 * 3_600_000).toISOString().slice(0, 10);
}

/** The instant of a time of day in Seoul; `25:30` is half past one on the day after. */
export function at(date: string, clock: string): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return new Date(Date.parse(`${date}T00:00:00+09:00`) + (hours * 60 + minutes) * 60_000).toISOString();
}

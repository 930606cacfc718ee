import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  makeGuest,
  openMessageDesk,
  startTestServer,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';
import { openVirtualToss } from '../../testing/peers/payment-provider.ts';

/** Noon in Seoul. */
const NOON = new Date('2026-11-21T03:00:00Z');
/** These wait for their own time and are no message of the change. */
const OF_TIMES = ['PAYMENT_REMINDER', 'DAY_BEFORE', 'STARTS_SOON', 'ACCESS_OPENS', 'ENDING_SOON', 'CODE_ACTIVE'];
/** Longer than a change waits before its message leaves. */
const SETTLED_MS = 30_000;

interface Case {
  readonly change: string;
  /** The stay before the change, which the guest has read about. `null`: the change creates it. */
  readonly from: 'CONFIRMED' | 'PENDING' | null;
  /** What the guest has read about besides. */
  readonly prepare?: (of: Answer['body']) => Promise<unknown>;
  /** Makes the change, and resolves with the reservation. */
  readonly make: (desk: MessageDesk, of: Answer['body']) => Promise<Answer['body']>;
}

describe('every change of a reservation has one message or a reason for none (MS-22)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let toss: Awaited<ReturnType<typeof openVirtualToss>> | null = null;
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * 7 * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(async () => {
    await desk.solapi.close();
    await toss?.close();
    toss = null;
  });
  afterAll(() => server.close());

  const succeed = async (answer: Promise<Answer> | Answer): Promise<Answer['body']> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const post = (path: string, body: object) => succeed(desk.admin.call('POST', `/${desk.shop.slug}${path}`, body));
  const edit = (of: Answer['body'], change: Readonly<Record<string, unknown>>) =>
    desk.read(of).then((present) => succeed(desk.edit(present, change)));
  const verb = (of: Answer['body'], name: string, body = {}) =>
    desk.read(of).then((present) => succeed(desk.verb(present, name, body)));
  const pay = (of: Answer['body'], amount: unknown) =>
    post('/payment', { reservationId: of['id'], method: 'CASH', amount });
  const later = (text: unknown, hours: number) => new Date(Date.parse(String(text)) + hours * HOUR_MS).toISOString();
  const begin = async (of: Answer['body']) => {
    clock.set(new Date(String(of['startsAt'])));
    return verb(of, 'check-in');
  };

  /** A paid stay at a store where guests can move it (GT-30). */
  const payAndOpen = async (of: Answer['body']) => {
    toss = await openVirtualToss(server, desk.shop);
    await desk.set({
      booking_is_open: true as unknown as number,
      cancellation_tiers: JSON.stringify([{ hoursBefore: 1, refundPercent: 100 }]),
    });
    await pay(of, of['priceAmount']);
    return desk.message(of, 'PAYMENT_RECEIVED', 'ACCEPTED');
  };
  const moveAsGuest = async (of: Answer['body'], to: Readonly<Record<string, unknown>>) => {
    const guest = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    const { version, roomId, startsAt, endsAt, headCount, priceAmount } = await desk.read(of);
    return succeed(
      guest.call('POST', `/${desk.shop.slug}/guest/move`, {
        version,
        roomId,
        startsAt,
        endsAt,
        headCount,
        addOns: [],
        expectedPriceAmount: priceAmount,
        ...to,
      }),
    );
  };
  /** Two hours for 20,000 won become three for 30,000. */
  const holdLonger = (of: Answer['body']) =>
    moveAsGuest(of, {
      startsAt: later(of['startsAt'], 3),
      endsAt: later(of['endsAt'], 4),
      expectedPriceAmount: 30_000,
    });

  const CASES: readonly Case[] = [
    { change: 'a confirmed reservation is created', from: null, make: () => desk.createReservation(desk.time(50)) },
    {
      change: 'a hold is created',
      from: null,
      make: () => desk.createReservation({ ...desk.time(50), state: 'PENDING' }),
    },
    { change: 'staff confirm a hold', from: 'PENDING', make: (_desk, of) => verb(of, 'confirm') },
    { change: 'a hold is paid in full', from: 'PENDING', make: (_desk, of) => pay(of, of['priceAmount']) },
    { change: 'a part of a hold is paid', from: 'PENDING', make: (_desk, of) => pay(of, 1000) },
    { change: 'a confirmed stay is paid later', from: 'CONFIRMED', make: (_desk, of) => pay(of, of['priceAmount']) },
    {
      change: 'a payment that staff recorded by mistake is reversed',
      from: 'CONFIRMED',
      make: async (_desk, of) => {
        const { id, version } = await pay(of, 1000);
        return post(`/payment/${id}/reverse`, { version, reason: '금액을 잘못 적음' });
      },
    },
    {
      change: 'a hold ends without payment',
      from: 'PENDING',
      make: async (_desk, of) => {
        clock.set(new Date(String(of['holdExpiresAt'])));
        return desk.runUntil('it expires', async () => {
          const present = await desk.read(of);
          return present['state'] === 'EXPIRED' && present;
        });
      },
    },
    { change: 'another room', from: 'CONFIRMED', make: (_desk, of) => edit(of, { roomId: desk.roomIds[1] }) },
    {
      change: 'another start',
      from: 'CONFIRMED',
      make: (_desk, of) => edit(of, { startsAt: later(of['startsAt'], 1), endsAt: later(of['endsAt'], 1) }),
    },
    {
      change: 'another room and back within ten seconds',
      from: 'CONFIRMED',
      make: async (_desk, of) => {
        await edit(of, { roomId: desk.roomIds[1] });
        return edit(of, { roomId: of['roomId'] });
      },
    },
    { change: 'a later end', from: 'CONFIRMED', make: (_desk, of) => edit(of, { endsAt: later(of['endsAt'], 1) }) },
    { change: 'an earlier end', from: 'CONFIRMED', make: (_desk, of) => edit(of, { endsAt: later(of['endsAt'], -1) }) },
    { change: 'another number of people', from: 'CONFIRMED', make: (_desk, of) => edit(of, { headCount: 3 }) },
    { change: 'the memo of staff', from: 'CONFIRMED', make: (_desk, of) => edit(of, { memo: '창가 자리' }) },
    { change: 'the name of the guest', from: 'CONFIRMED', make: (_desk, of) => edit(of, { guestName: '임꺽정' }) },
    {
      change: 'the guest moves the stay for the same price',
      from: 'CONFIRMED',
      prepare: payAndOpen,
      make: (_desk, of) => moveAsGuest(of, { startsAt: later(of['startsAt'], 3), endsAt: later(of['endsAt'], 3) }),
    },
    {
      change: 'the guest changes the number of people',
      from: 'CONFIRMED',
      prepare: payAndOpen,
      make: (_desk, of) => moveAsGuest(of, { headCount: 3 }),
    },
    {
      change: 'the guest chooses a dearer time and has not paid it',
      from: 'CONFIRMED',
      prepare: payAndOpen,
      make: (_desk, of) => holdLonger(of),
    },
    {
      change: 'the dearer time is paid',
      from: 'CONFIRMED',
      prepare: payAndOpen,
      make: async (_desk, of) => {
        await holdLonger(of);
        return pay(of, 10_000);
      },
    },
    {
      change: 'the dearer time is not paid in time',
      from: 'CONFIRMED',
      prepare: payAndOpen,
      make: async (_desk, of) => {
        const { held } = await holdLonger(of);
        clock.set(new Date(String(held?.['holdExpiresAt'])));
        return desk.runUntil('the move is returned', async () => {
          const present = await desk.read(of);
          return present['heldMove'] === null && present;
        });
      },
    },
    { change: 'staff cancel', from: 'CONFIRMED', make: (_desk, of) => verb(of, 'cancel') },
    {
      change: 'a refund is completed',
      from: 'CONFIRMED',
      make: async (_desk, of) => {
        const { id } = await pay(of, 1000);
        await desk.message(of, 'PAYMENT_RECEIVED', 'ACCEPTED');
        const { version } = await succeed(desk.admin.call('GET', `/${desk.shop.slug}/payment/${id}`));
        return post(`/payment/${id}/refund`, { version, reason: '손님 요청' });
      },
    },
    { change: 'the guest is checked in', from: 'CONFIRMED', make: (_desk, of) => begin(of) },
    {
      change: 'the stay is completed',
      from: 'CONFIRMED',
      make: async (_desk, of) => {
        await begin(of);
        return verb(of, 'complete');
      },
    },
    {
      change: 'the guest did not come',
      from: 'CONFIRMED',
      make: (_desk, of) => {
        // At the end itself a timer of the server does the same.
        clock.set(new Date(Date.parse(String(of['endsAt'])) - 60_000));
        return verb(of, 'no-show');
      },
    },
    {
      change: 'staff answer a request for help',
      from: 'CONFIRMED',
      make: async (_desk, of) => {
        const guest = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
        await succeed(guest.call('POST', `/${desk.shop.slug}/guest/help`, {}));
        return post(`/help-desk/reservation/${of['id']}/answer`, { text: '곧 갈게요.' });
      },
    },
    {
      change: 'a new access token',
      from: 'CONFIRMED',
      make: async (_desk, of) => {
        const path = `/reservation/${of['id']}/guest-access`;
        const { tokenId } = await succeed(desk.admin.call('GET', `/${desk.shop.slug}${path}`));
        return post(path, { replacesTokenId: tokenId });
      },
    },
    {
      change: 'a block is created',
      from: null,
      make: () => desk.createReservation({ ...desk.time(50), kind: 'BLOCK' }),
    },
    {
      change: 'a walk-in without a phone number',
      from: null,
      make: () => desk.createReservation({ ...desk.time(0), channel: 'WALK_IN', guestName: '', guestPhone: '' }),
    },
  ];

  it.each(CASES)('$change', async ({ change, from, prepare, make }) => {
    const before = from && (await desk.createReservation({ ...desk.time(50), state: from }));
    if (before) await desk.message(before, from === 'PENDING' ? 'HELD' : 'CONFIRMED', 'ACCEPTED');
    if (before) await prepare?.(before);
    const earlier = new Set(before ? (await desk.messagesOf(before)).map(({ id }) => id) : []);
    const changed = await make(desk, before ?? {});
    // A refund is of a payment that had its own message.
    const ended = clock.now().getTime() + SETTLED_MS;
    await desk.runUntil('the changes have settled', () => clock.now().getTime() >= ended);
    const of = before ?? changed;
    await desk.runUntil('no message of the change waits', async () =>
      (await desk.messagesOf(of)).every(
        ({ id, kind, state }) => earlier.has(id) || OF_TIMES.includes(String(kind)) || state !== 'QUEUED',
      ),
    );
    const sent = (await desk.messagesOf(of))
      .filter(({ id, kind }) => !earlier.has(id) && !OF_TIMES.includes(String(kind)))
      .filter(({ state }) => state === 'ACCEPTED')
      .map(({ kind }) => String(kind));
    const expected = rowsOfDocument().get(change);
    expect(expected, 'The document has no row of this change').toBeDefined();
    expect(change === 'a refund is completed' ? sent.filter((kind) => kind !== 'PAYMENT_RECEIVED') : sent).toEqual(
      expected?.message === null ? [] : [expected?.message],
    );
    expect(expected?.reason === '').toBe(expected?.message !== null);
  });

  it('is documented for these changes alone', () => {
    expect([...rowsOfDocument().keys()].sort()).toEqual(CASES.map(({ change }) => change).sort());
  });
});

interface DocumentedChange {
  readonly message: string | null;
  readonly reason: string;
}

function rowsOfDocument(): ReadonlyMap<string, DocumentedChange> {
  const text = readFileSync(new URL('../../../../../docs/guest-messages.md', import.meta.url), 'utf8');
  const [, changes = ''] = /\n## Changes\n([\s\S]*?)\n## /.exec(text) ?? [];
  const rows = changes.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| change'));
  return new Map(
    rows.map((line) => {
      const [change = '', message = '', reason = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [change, { message: message === '–' ? null : message.replaceAll('`', ''), reason }];
    }),
  );
}

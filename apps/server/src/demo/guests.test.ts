import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { SYSTEM } from '../db/index.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { checkInDueGuests, letGuestsHaveBeen } from './guests.ts';
import { signInToHeadOffice, type HeadOffice } from './head-office.ts';
import { seedDemo } from './seed.ts';
import { WORLD } from './world.ts';

const SLOT_MS = 1_800_000;

describe('the guests of the demo', () => {
  let server: TestServer;
  let office: HeadOffice;
  beforeAll(async () => {
    server = await startTestServer({ clock: systemClock, config: { demo: true } });
    await seedDemo(server.app.db, systemClock);
    // No guest of the seed becomes due during the test.
    await letGuestsHaveBeen(server.app.db, new Date(Date.now() + 2 * SLOT_MS));
    const [product] = WORLD;
    const signedIn = product === undefined ? null : await signInToHeadOffice(server.app, product);
    if (!signedIn) throw new Error('The demo has no head office');
    office = signedIn;
  }, 180_000);
  afterAll(() => server.close());

  const countSessions = async () => {
    const { count } = await server.withActor(SYSTEM, (tx) =>
      tx
        .selectFrom('sessions')
        .select((it) => it.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    return count;
  };

  it('come by themselves, but not with a reservation that was made a moment ago, and without needless sign-ins', async () => {
    const { items: stores } = await office.ask<{ items: { id: string; name: string }[] }>('GET', '/store?limit=10');
    const storeId = stores.find(({ name }) => name === '강남점')?.id;
    const room = await office.ask<{ id: string }>('POST', '/room', { storeId, name: '시험룸', capacity: 4 });
    const startsAt = Math.floor(Date.now() / SLOT_MS) * SLOT_MS;
    const startedAtMs = Date.now();
    const { id } = await office.ask<{ id: string }>('POST', '/reservation', {
      roomId: room.id,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(startsAt + 2 * SLOT_MS).toISOString(),
      guestName: '나시험',
      guestPhone: '010-0000-7351',
      headCount: 2,
      channel: 'WALK_IN',
    });
    const readState = async () => (await office.ask<{ state: string }>('GET', `/reservation/${id}`)).state;
    const sessions = await countSessions();
    await checkInDueGuests(server.app, startedAtMs);
    expect([await readState(), await countSessions()]).toEqual(['CONFIRMED', sessions]);

    await checkInDueGuests(server.app, Date.now());
    expect([await readState(), await countSessions()]).toEqual(['IN_USE', sessions + 1]);

    await checkInDueGuests(server.app, Date.now());
    expect(await countSessions()).toBe(sessions + 1);
  });
});

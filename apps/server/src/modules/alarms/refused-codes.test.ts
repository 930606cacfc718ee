import type { VirtualLock } from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  listenToEvents,
  makeKeypadDoor,
  startTestServer,
  until,
  type Caller,
  type JsonBody,
  type KeypadDoor,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

describe('the alarm of refused codes (DR-60)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let owner: Caller;
  let stranger: Caller;
  const locks: Pick<VirtualLock, 'stop'>[] = [];
  let count = 0;

  beforeAll(async () => {
    server = await startTestServer({ clock });
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN'], [], 1000);
    owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1), 1000);
    stranger = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1), 1000);
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.stop();
  });
  afterAll(() => server.close());

  async function makeDoor(): Promise<KeypadDoor> {
    const door = await makeKeypadDoor(server, shop, admin, { name: `refusing-${(count += 1)}` });
    locks.push(door.lock);
    return door;
  }
  const alarmsOf = async ({ doorId }: KeypadDoor, by: Caller = owner, show = 'ALL'): Promise<JsonBody[]> =>
    itemsOf((await by.call('GET', `/${shop.slug}/alarm?show=${show}&doorId=${doorId}`)).body).reverse();
  const words = async (door: KeypadDoor) =>
    (await alarmsOf(door)).map((row) => `${row['kind']} ${row['closedAt'] === null ? 'open' : 'closed'}`);
  const becomes = (door: KeypadDoor, expected: string[]) =>
    until(
      `the alarms are ${expected.join()}`,
      async () => JSON.stringify(await words(door)) === JSON.stringify(expected),
    );
  /** Types codes that no guest has, `everySeconds` apart, and waits until they are in the history. */
  async function type(door: KeypadDoor, times: number, everySeconds = 10): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      if (time > 0) await pass(everySeconds);
      const before = await refusals(door);
      expect(door.lock.enter('000000')).toBe('REFUSED');
      await until('the refused code is in the history', async () => (await refusals(door)) > before);
    }
  }
  const refusals = async ({ doorId }: KeypadDoor) =>
    Number(
      (await admin.call('GET', `/${shop.slug}/device-control/history?targetId=${doorId}&action=DENIED&limit=1`)).body[
        'total'
      ],
    );
  async function pass(seconds: number): Promise<void> {
    clock.advance(seconds * 1000);
    await server.app.jobs.runDue();
  }

  it('begins with the fifth refused code within five minutes, is published to the owner, and ends by itself', async () => {
    const door = await makeDoor();
    const streams = await Promise.all([owner, stranger].map((it) => listenToEvents(server.url, shop.slug, it.token)));
    const since = clock.now().toISOString();
    await type(door, 4);
    expect(await words(door)).toEqual([]);
    await pass(10);
    await type(door, 1);
    await becomes(door, ['REFUSED_CODES open']);
    expect((await alarmsOf(door, owner, 'PENDING'))[0]).toMatchObject({
      kind: 'REFUSED_CODES',
      since,
      doorId: door.doorId,
      acknowledgedAt: null,
    });
    expect(await alarmsOf(door, stranger)).toEqual([]);
    const eventsOf = (index: number) => streams[index]?.events.filter(({ event }) => event === 'alarm.changed') ?? [];
    await until('the owner is told', () => eventsOf(0).length === 1);
    await pass(299);
    expect(await words(door)).toEqual(['REFUSED_CODES open']);
    await pass(1);
    await becomes(door, ['REFUSED_CODES closed']);
    expect(await alarmsOf(door, owner, 'PENDING')).toEqual([]);
    await until('the owner is told of the end', () => eventsOf(0).length === 2);
    expect(eventsOf(1)).toEqual([]);
    for (const stream of streams) stream.close();
  });

  it('counts no refused code that is older than five minutes', async () => {
    const door = await makeDoor();
    await type(door, 4);
    await pass(300);
    await type(door, 4);
    expect(await words(door)).toEqual([]);
  });

  it('continues while further codes are refused, and stays one alarm', async () => {
    const door = await makeDoor();
    await type(door, 5);
    await becomes(door, ['REFUSED_CODES open']);
    await pass(290);
    await type(door, 1);
    await pass(20);
    expect(await words(door)).toEqual(['REFUSED_CODES open']);
    await pass(280);
    await becomes(door, ['REFUSED_CODES closed']);
  });

  it('ends when the door is opened, and counts only the codes after the opening', async () => {
    const door = await makeDoor();
    await type(door, 5);
    await becomes(door, ['REFUSED_CODES open']);
    expect((await owner.call('POST', `/${shop.slug}/door/open`, { doorId: door.doorId })).status).toBe(200);
    await becomes(door, ['REFUSED_CODES closed']);
    await type(door, 4);
    expect(await words(door)).toEqual(['REFUSED_CODES closed']);
    await pass(10);
    await type(door, 1);
    await becomes(door, ['REFUSED_CODES closed', 'REFUSED_CODES open']);
  });

  it('stays in the list while it holds although a person acknowledged it', async () => {
    const door = await makeDoor();
    await type(door, 5);
    await becomes(door, ['REFUSED_CODES open']);
    const [alarm] = await alarmsOf(door);
    const path = `/${shop.slug}/alarm/${String(alarm?.['id'])}/acknowledge`;
    expect((await stranger.call('POST', path, {})).status).toBe(404);
    expect((await owner.call('POST', path, {})).status).toBe(200);
    expect(await alarmsOf(door, owner, 'PENDING')).toHaveLength(1);
    await pass(300);
    await until('it is over', async () => (await alarmsOf(door, owner, 'PENDING')).length === 0);
  });
});

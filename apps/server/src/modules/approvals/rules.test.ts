// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  listenToEvents,
  makeVirtualDoor,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

const OFF = { refundLimit: null, needsTwoForFireRelease: false, needsTwoForLockdown: false, reason: '시험' };
const said = ({ status, body }: Answer) => [status, body['code'] ?? body['state']];

describe('approval rules', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  async function office(): Promise<{
    shop: Shop;
    one: Caller;
    two: Caller;
    set: (body: object, by?: Caller) => Promise<Answer>;
    approve: (id: unknown, by: Caller) => Promise<Answer>;
  }> {
    const shop = await server.makeShop();
    const [one, two] = [await server.signIn(shop, ['ADMIN']), await server.signIn(shop, ['ADMIN'])];
    const set = (body: object, by = one) => by.call('PATCH', `/${shop.slug}/approval/rules`, { ...OFF, ...body });
    return {
      shop,
      one,
      two,
      set,
      approve: (id, by) => by.call('POST', `/${shop.slug}/approval/${String(id)}/approve`, {}),
    };
  }

  it('are off by default; stricter ones apply at once, with the previous values in the audit log', async () => {
    const { shop, one, set } = await office();
    expect((await one.call('GET', `/${shop.slug}/approval/rules`)).body).toMatchObject({
      refundLimit: null,
      needsTwoForFireRelease: false,
      needsTwoForLockdown: false,
      version: 1,
    });
    expect((await set({ version: 1, refundLimit: 100_000 })).body).toMatchObject({
      rules: { refundLimit: 100_000, version: 2 },
      approval: null,
    });
    expect((await set({ version: 2, refundLimit: 50_000, needsTwoForLockdown: true })).body).toMatchObject({
      rules: { refundLimit: 50_000, version: 3 },
      approval: null,
    });
    const { body: log } = await one.call('GET', `/${shop.slug}/audit?limit=1`);
    expect(itemsOf(log)[0]).toMatchObject({
      action: 'approval-rules.changed',
      detail: { before: { refundLimit: 100_000 }, after: { refundLimit: 50_000, needsTwoForLockdown: true } },
    });
  });

  it('wait for a second ADMIN when any part becomes less strict', async () => {
    const { shop, one, two, set, approve } = await office();
    await set({ version: 1, refundLimit: 50_000, needsTwoForLockdown: true });
    const { body } = await set({
      version: 2,
      refundLimit: 60_000,
      needsTwoForLockdown: true,
      needsTwoForFireRelease: true,
    });
    expect(body).toMatchObject({
      rules: { refundLimit: 50_000, version: 2 },
      approval: {
        kind: 'RULES',
        state: 'REQUESTED',
        rules: { before: { refundLimit: 50_000 }, after: { refundLimit: 60_000 } },
      },
    });
    const id = body['approval']?.['id'];
    expect(said(await set({ version: 2 }))).toEqual([409, 'APPROVAL_WAITING']);
    const deputy = await server.signIn(shop, ['SUB_ADMIN']);
    expect(said(await approve(id, deputy))).toEqual([403, 'CAPABILITY_MISSING']);
    expect(said(await approve(id, one))).toEqual([403, 'OWN_REQUEST']);
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores);
    expect(said(await owner.call('GET', `/${shop.slug}/approval/${String(id)}`))).toEqual([404, 'NOT_FOUND']);
    expect(said(await approve(id, two))).toEqual([200, 'DONE']);
    expect((await two.call('GET', `/${shop.slug}/approval/rules`)).body).toMatchObject({
      refundLimit: 60_000,
      needsTwoForFireRelease: true,
      version: 3,
      changedBy: 'ADMIN + ADMIN',
    });
  });

  it('are rejected when they are stale or invalid, or when there is no second ADMIN', async () => {
    const { set, two } = await office();
    const both = await Promise.all([
      set({ version: 1, refundLimit: 1000 }),
      set({ version: 1, refundLimit: 2000 }, two),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const wrong of [
      { refundLimit: -1 },
      { refundLimit: 1.5 },
      { refundLimit: '1000' },
      { refundLimit: 3_000_000_000 },
      { isOff: true },
      { reason: '' },
    ]) {
      expect(said(await set({ version: 2, ...wrong }))).toEqual([400, 'INVALID_INPUT']);
    }
    const lonely = await server.makeShop();
    const only = await server.signIn(lonely, ['ADMIN']);
    expect(
      said(
        await only.call('PATCH', `/${lonely.slug}/approval/rules`, { ...OFF, version: 1, needsTwoForLockdown: true }),
      ),
    ).toEqual([409, 'NO_SECOND_PERSON']);
  });

  it('fail as a waiting change when they were changed meanwhile', async () => {
    const { set, two, approve } = await office();
    await set({ version: 1, refundLimit: 50_000 });
    const { body } = await set({ version: 2 });
    await set({ version: 2, refundLimit: 40_000 }, two);
    expect((await approve(body['approval']?.['id'], two)).body).toMatchObject({ state: 'FAILED', failure: 'CHANGED' });
  });
});

describe('lockdown and fire release with two people', () => {
  let server: TestServer;
  let shop: Shop;
  let one: Caller;
  let owner: Caller;
  let door: VirtualDoor;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop({ stores: 2 });
    one = await server.signIn(shop, ['ADMIN'], [], 100);
    await server.signIn(shop, ['ADMIN']);
    owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1), 100);
    door = await makeVirtualDoor(server, shop, one, { name: 'front' });
    const rules = { ...OFF, version: 1, needsTwoForFireRelease: true, needsTwoForLockdown: true };
    expect((await one.call('PATCH', `/${shop.slug}/approval/rules`, rules)).status).toBe(200);
  });
  afterAll(async () => {
    await door.lock.stop();
    await server.close();
  });

  const body = (kind: string, storeId = shop.stores[0]?.id) => ({ kind, storeId, reason: '수상한 사람' });
  const start = (kind: string, by: Caller, storeId?: string) =>
    by.call('POST', `/${shop.slug}/door/emergency`, body(kind, storeId));
  const ask = (kind: string, by: Caller, storeId?: string) =>
    by.call('POST', `/${shop.slug}/approval`, body(kind, storeId));
  const approve = (id: unknown, by: Caller) => by.call('POST', `/${shop.slug}/approval/${String(id)}/approve`, {});

  it.each(['LOCKDOWN', 'FIRE_RELEASE'] as const)(
    '%s waits for a second person with the right, who sees it at once, and runs in the names of both',
    async (kind) => {
      expect(said(await start(kind, owner))).toEqual([409, 'APPROVAL_NEEDED']);
      const stream = await listenToEvents(server.url, shop.slug, one.token);
      const approval = await ask(kind, owner);
      expect(approval.body).toMatchObject({ state: 'REQUESTED', storeName: 'Store 1', reason: '수상한 사람' });
      expect((await stream.first('approval.changed')).data).toMatchObject({
        id: approval.body['id'],
        state: 'REQUESTED',
        kind,
      });
      stream.close();
      expect(Date.parse(approval.body['expiresAt'] ?? '') - Date.parse(approval.body['askedAt'] ?? '')).toBe(
        10 * MINUTE_MS,
      );
      const deputy = await server.signIn(shop, ['SUB_ADMIN']);
      expect(said(await approve(approval.body['id'], deputy))).toEqual([403, 'CAPABILITY_MISSING']);
      expect(said(await approve(approval.body['id'], one))).toEqual([200, 'DONE']);
      const { body: list } = await one.call('GET', `/${shop.slug}/door/emergency`);
      const emergency = itemsOf(list)[0];
      expect(emergency).toMatchObject({ kind, startedBy: 'FRANCHISEE + ADMIN' });
      await until(
        'the door has done it',
        async () =>
          itemsOf((await one.call('GET', `/${shop.slug}/door/emergency?show=ALL`)).body)[0]?.['doors']?.[0]?.[
            'state'
          ] === 'DONE',
      );
      const { body: history } = await one.call('GET', `/${shop.slug}/device-control/history?limit=1`);
      expect(JSON.stringify(itemsOf(history)[0])).toContain('FRANCHISEE + ADMIN');
      // An emergency that is in force needs no approval.
      expect((await start(kind, owner)).body['id']).toBe(emergency?.['id']);
      await one.call('POST', `/${shop.slug}/door/emergency/${String(emergency?.['id'])}/end`, {});
    },
  );

  it('expires after ten minutes, is published as expired, and opens nothing', async () => {
    const clock = fakeClock();
    const late = await startTestServer({ clock });
    const there = await late.makeShop();
    const [asker, other] = [await late.signIn(there, ['ADMIN']), await late.signIn(there, ['ADMIN'])];
    const approval = await asker.call('POST', `/${there.slug}/approval`, body('FIRE_RELEASE', there.stores[0]?.id));
    const stream = await listenToEvents(late.url, there.slug, other.token);
    clock.advance(10 * MINUTE_MS);
    await until('everybody is told that it is over', async () =>
      stream.events.some(
        ({ event, data }) => event === 'approval.changed' && (data as { state: string }).state === 'EXPIRED',
      ),
    );
    stream.close();
    expect(said(await other.call('POST', `/${there.slug}/approval/${approval.body['id']}/approve`, {}))).toEqual([
      409,
      'STATE_NOT_ALLOWED',
    ]);
    expect((await other.call('GET', `/${there.slug}/approval`)).body).toEqual({
      total: 0,
      isTotalExact: true,
      items: [],
    });
    expect(itemsOf((await other.call('GET', `/${there.slug}/door/emergency?show=ALL`)).body)).toEqual([]);
    await late.close();
  });

  it('answers 404 for another store (AC-1)', async () => {
    const other = shop.stores[1]?.id;
    expect(said(await start('LOCKDOWN', owner, other))).toEqual([404, 'NOT_FOUND']);
    expect(said(await ask('LOCKDOWN', owner, other))).toEqual([404, 'NOT_FOUND']);
    const { body: theirs } = await ask('LOCKDOWN', one, other);
    expect(said(await approve(theirs['id'], owner))).toEqual([404, 'NOT_FOUND']);
    expect(
      itemsOf((await owner.call('GET', `/${shop.slug}/approval?show=ALL`)).body).every(
        (it) => it['storeId'] === shop.stores[0]?.id,
      ),
    ).toBe(true);
  });
});

// @sweep 1/12 (decision 086)
import type { VirtualLock } from '@munjigi/virtual-devices';
import { createECDH, randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { storeActor, SYSTEM } from './db/index.ts';
import { LANE_SLOTS } from './jobs/index.ts';
import { addNotification } from './modules/payments/index.ts';
import {
  fakeClock,
  itemsOf,
  makeVirtualDoor,
  MINUTE_MS,
  startSlowPeer,
  startTestServer,
  until,
  type JsonBody,
  type SlowPeer,
  type TestServer,
} from './testing/index.ts';

/** Receivers of webhooks and push misbehave, while doors must keep working. */

const open: { close(): Promise<void> }[] = [];
const locks: VirtualLock[] = [];
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.stop();
  for (const it of open.splice(0)) await it.close();
});

/** Closes the peer before the server, so that no request is under way then. */
async function slowPeer(answer: SlowPeer['answer']): Promise<SlowPeer> {
  const peer = await startSlowPeer(answer);
  open.unshift(peer);
  return peer;
}

async function started(options: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer(options);
  open.push(server);
  return server;
}

/** A time-out longer than any test. */
const NEVER_MS = 3600_000;

describe('peers that never answer', () => {
  it('do not delay the relock of a door or a lockdown', async () => {
    const peer = await slowPeer('silent');
    const server = await started({ outboundTimeoutMs: NEVER_MS });
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const door = await makeVirtualDoor(server, shop, admin, { name: 'front' });
    locks.push(door.lock);
    const settings = await admin.call('PATCH', `/${shop.slug}/door/${door.doorId}`, {
      version: (await door.read())['version'],
      openSeconds: 1,
    });
    expect(settings.status, JSON.stringify(settings.body)).toBe(200);
    for (let number = 0; number < 12; number += 1) {
      const { body } = await admin.call('POST', `/${shop.slug}/webhook-endpoint`, {
        url: `${peer.url}/${number}`,
        types: ['alarm.changed'],
      });
      for (let message = 0; message < 5; message += 1)
        expect(
          (await admin.call('POST', `/${shop.slug}/webhook-endpoint/${String(body['endpoint']?.['id'])}/test`, {}))
            .status,
        ).toBe(200);
    }
    for (let number = 0; number < 20; number += 1) {
      const keys = {
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      };
      expect(
        (await admin.call('POST', '/auth/push', { endpoint: `${peer.url}/push/${number}`, keys, kinds: ['MONEY'] }))
          .status,
      ).toBe(200);
    }
    const storeId = shop.stores[0]?.id ?? '';
    await server.withActor(storeActor(shop.productId, storeId), (tx) =>
      addNotification(tx, {
        productId: shop.productId,
        storeId,
        kind: 'PAID',
        reservationId: null,
        amount: 1000,
        text: 'paid',
        at: new Date(),
      }),
    );
    await until('outbound requests fill their lane', () => peer.requests() >= LANE_SLOTS.outbound);

    await door.operate('open');
    await until(
      'the door is locked again',
      async () =>
        (await door.history()).filter((it) => String(it['action']) === 'LOCK' && String(it['status']) === 'EXECUTED')
          .length === 1,
    );
    await door.operate('open');
    const lockdown = await admin.call('POST', `/${shop.slug}/door/emergency`, {
      storeId,
      kind: 'LOCKDOWN',
      reason: 'drill',
    });
    expect(lockdown.status).toBe(200);
    await until('the lockdown is done', async () => {
      const { body } = await admin.call('GET', `/${shop.slug}/door/emergency?show=ALL`);
      return [...((itemsOf(body)[0]?.['doors'] ?? []) as unknown as JsonBody[])].every(
        (it) => String(it['state']) === 'DONE',
      );
    });
    expect([peer.requests(), peer.ended()], 'the peers still hang').toEqual([LANE_SLOTS.outbound, 0]);
  });

  it('delay no delivery to a receiver that answers', async () => {
    const [silent, healthy] = [await slowPeer('silent'), await slowPeer('ok')];
    const server = await started({ outboundTimeoutMs: NEVER_MS });
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const add = async (url: string) =>
      String(
        (await admin.call('POST', `/${shop.slug}/webhook-endpoint`, { url, types: ['alarm.changed'] })).body[
          'endpoint'
        ]?.['id'],
      );
    const test = (id: string) => admin.call('POST', `/${shop.slug}/webhook-endpoint/${id}/test`, {});
    const [hanging, good] = [await add(`${silent.url}/a`), await add(`${healthy.url}/b`)];
    for (let message = 0; message < 60; message += 1) await test(hanging);
    await until('the receiver hangs', () => silent.requests() > 0);
    for (let message = 0; message < 10; message += 1) await test(good);
    await until('all others arrived', () => healthy.requests() === 10);
    expect([silent.requests(), silent.ended()]).toEqual([4, 0]);
  });

  it.each(['silent', 'dripping'] as const)(
    'are suspended after several time-outs in a row, shown as suspended, and probed by one process (%s)',
    async (answer) => {
      const clock = fakeClock();
      const peer = await slowPeer(answer);
      const server = await started({ clock, outboundTimeoutMs: 200 });
      const beside = await startTestServer({ beside: server, outboundTimeoutMs: 200 });
      open.splice(1, 0, beside);
      const shop = await server.makeShop();
      const admin = await server.signIn(shop, ['ADMIN'], [], 48 * 60);
      const path = (rest = '') => `/${shop.slug}/webhook-endpoint${rest}`;
      const id = String(
        (await admin.call('POST', path(), { url: `${peer.url}/x`, types: ['alarm.changed'] })).body['endpoint']?.['id'],
      );
      const endpoint = async () => itemsOf((await admin.call('GET', path())).body)[0];
      const states = async () =>
        itemsOf((await admin.call('GET', `/${shop.slug}/webhook-delivery?endpointId=${id}&limit=50`)).body).map((it) =>
          String(it['state']),
        );
      const runAll = () => Promise.all([server.app.jobs.runDue(), beside.app.jobs.runDue()]);
      for (let message = 0; message < 30; message += 1) await admin.call('POST', path(`/${id}/test`), {});
      await until('it is suspended', async () => (await endpoint())?.['suspendedUntil']);
      await runAll();
      expect(await states()).toEqual(Array.from({ length: 30 }, () => 'PENDING'));
      const pauseMs = async () => Date.parse(String((await endpoint())?.['suspendedUntil'])) - clock.now().getTime();
      const first = await pauseMs();
      expect(first).toBeGreaterThanOrEqual(MINUTE_MS);

      const before = peer.requests();
      clock.advance(first - 1);
      await runAll();
      expect(peer.requests(), 'while it is suspended').toBe(before);
      clock.advance(1);
      await runAll();
      expect(peer.requests() - before, 'one probe').toBe(1);
      expect(await pauseMs()).toBe(Math.min(2 * first, 60 * MINUTE_MS));

      peer.answer = 'ok';
      await admin.call('POST', path(`/${id}/test`), {});
      await until('a test message ends the suspension, and all is delivered', async () => {
        await runAll();
        clock.advance(MINUTE_MS);
        return (await states()).every((it) => it === 'DELIVERED');
      });
      expect((await endpoint())?.['suspendedUntil']).toBeNull();
    },
  );

  it('lose their suspension when the URL of the endpoint changes', async () => {
    const clock = fakeClock();
    const [silent, healthy] = [await slowPeer('silent'), await slowPeer('ok')];
    const server = await started({ clock, outboundTimeoutMs: 200 });
    const shop = await server.makeShop();
    const [admin, stranger] = [
      await server.signIn(shop, ['ADMIN']),
      await server.signIn(await server.makeShop(), ['ADMIN']),
    ];
    const path = `/${shop.slug}/webhook-endpoint`;
    const id = String(
      (await admin.call('POST', path, { url: `${silent.url}/x`, types: ['alarm.changed'] })).body['endpoint']?.['id'],
    );
    await admin.call('POST', `${path}/${id}/test`, {});
    const suspended = () =>
      server.withActor(SYSTEM, (tx) =>
        tx
          .insertInto('job_peers')
          .values({
            peer: id,
            timeouts: 9,
            suspended_until: new Date(clock.now().getTime() + NEVER_MS),
            changed_at: clock.now(),
          })
          .onConflict((it) =>
            it.column('peer').doUpdateSet({ timeouts: 9, suspended_until: new Date(clock.now().getTime() + NEVER_MS) }),
          )
          .execute(),
      );
    await until('it timed out', () => silent.ended() > 0);
    await server.app.jobs.runDue();
    await suspended();
    expect(itemsOf((await admin.call('GET', path)).body)[0]?.['suspendedUntil']).not.toBeNull();
    // The suspension is not visible to another product.
    expect(await server.withActor(stranger.actor, (tx) => tx.selectFrom('job_peers').selectAll().execute())).toEqual(
      [],
    );
    const edited = await admin.call('PATCH', `${path}/${id}`, { version: 1, url: `${healthy.url}/x` });
    expect(edited.body).toMatchObject({ suspendedUntil: null });
    clock.advance(MINUTE_MS);
    await until('it is delivered', () => healthy.requests() === 1);
  });
});

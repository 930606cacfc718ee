/** @module-tag engines */
// @sweep 1/12 (decision 086)
import type { VirtualLock } from '@munjigi/virtual-devices';
import { isFinal } from '@munjigi/rules';
import type { CommandStatus } from '@munjigi/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  itemsOf,
  makeVirtualDoor,
  startTestBroker,
  startTestServer,
  until,
  type JsonBody,
  type VirtualDoor,
} from '../../testing/index.ts';

/** A broker that restarts in the middle of a lockdown (DR-8). */

const open: { close(): Promise<void> }[] = [];
const locks: VirtualLock[] = [];
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.stop();
  for (const it of open.splice(0).reverse()) await it.close();
});

describe('a broker restart in the middle of a lockdown', () => {
  it('leaves every door locked and every command finished, and loses no history', async () => {
    const first = await startTestBroker();
    open.push(first);
    const server = await startTestServer({ mqttUrl: first.url });
    open.push(server);
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const doors: VirtualDoor[] = [];
    for (let number = 1; number <= 4; number += 1) {
      const door = await makeVirtualDoor(server, shop, admin, { name: `door-${number}` });
      doors.push(door);
      locks.push(door.lock);
      await admin.call('PATCH', `/${shop.slug}/door/${door.doorId}`, { version: 1, openSeconds: 600 });
      await door.operate('open');
    }
    // When the broker stops, two locks have received their command and not executed it yet.
    for (const door of doors.slice(2)) door.lock.slow(700);
    const { body } = await admin.call('POST', `/${shop.slug}/door/emergency`, {
      storeId: shop.stores[0]?.id,
      kind: 'LOCKDOWN',
      reason: 'drill',
    });
    const countLocks = (door: VirtualDoor) => door.lock.received.filter((it) => it.payload === 'LOCK').length;
    await until('the orders are out', () => doors.every((door) => countLocks(door) > 0));
    const before = await Promise.all(doors.map((door) => door.history()));
    await first.close();
    await sleep(400);
    open.push(await startTestBroker({ port: first.port }));

    const states = async () => {
      const { body: list } = await admin.call('GET', `/${shop.slug}/door/emergency?show=ALL`);
      return [...((itemsOf(list).find((it) => it['id'] === body['id'])?.['doors'] ?? []) as unknown as JsonBody[])].map(
        (door) => String(door['state']),
      );
    };
    // A state that a lock published before the server reconnected arrives as a retained message, which is no answer.
    // The command
    // ends at its deadline and is retried.
    await until('all doors have done it', async () => (await states()).every((state) => state === 'DONE'), 80_000);
    for (const [index, door] of doors.entries()) {
      expect(door.lock.state()).toBe('LOCKED');
      await until('the server knows', async () => {
        const { lockState, online } = await door.read();
        return lockState === 'LOCKED' && online === 'ONLINE';
      });
      expect(await door.read()).toMatchObject({ doorMode: 'LOCKED_DOWN', emergencyId: body['id'] });
      const after = await door.history();
      const ids = new Set(after.map((it) => it['id']));
      expect(before[index]?.filter((it) => !ids.has(it['id']))).toEqual([]);
      const orders = after.filter((it) => ['OPEN', 'LOCK'].includes(String(it['action'])));
      expect(orders.filter((it) => !isFinal(it['status'] as unknown as CommandStatus))).toEqual([]);
      // Every LOCK message that reached the lock is in the history and was sent once.
      expect(countLocks(door)).toBeLessThanOrEqual(
        orders.filter((it) => it['action'] === 'LOCK' && it['sentAt'] !== null).length,
      );
      expect(
        after
          .filter((it) => it['status'] === 'REPORTED' && ['LOCKED', 'UNLOCKED'].includes(String(it['action'])))
          .at(-1)?.['action'],
      ).toBe('LOCKED');
      expect((await door.operate('open'))['error']?.['code']).toBe('DOOR_LOCKED_DOWN');
    }
  }, 120_000);
});

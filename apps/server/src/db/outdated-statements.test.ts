/** @module-tag engines */
import { ENDPOINTS, type Endpoint } from '@munjigi/contract';
import type { VirtualLock } from '@munjigi/virtual-devices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../testing/database.ts';
import {
  fillStore,
  makeVirtualDoor,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../testing/index.ts';

const LISTS = Object.values<Endpoint>(ENDPOINTS)
  .filter(({ method, kind = 'json' }) => method === 'GET' && kind === 'json')
  .map(({ path }) => path)
  .filter((path) => /^\/api\/v2\/\{product\}\/[^{]*$/.test(path));

/** Adds a column to every table, as migrations of a newer release may do while this process serves. */
const ADD_COLUMNS = `do $$
  declare t record;
  begin
    for t in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %I add column of_a_newer_release integer', t.relname);
    end loop;
  end $$`;

describe('a process beside the schema of a newer release', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let door: VirtualDoor;
  let lock: VirtualLock | undefined;

  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop();
    const [store] = shop.stores;
    if (!store) throw new Error('no store');
    await fillStore(server, shop, store);
    admin = await server.signIn(shop, ['ADMIN']);
    door = await makeVirtualDoor(server, shop, admin, { name: 'Entrance' });
    lock = door.lock;
  });
  afterAll(async () => {
    await lock?.stop();
    await server.close();
  });

  /** The statuses of all lists, read several times so that each connection of the pool prepares their statements. */
  async function readLists(): Promise<string[]> {
    const replies = await Promise.all(
      [...LISTS, ...LISTS, ...LISTS].map(async (path) => {
        const { status } = await admin.call('GET', path.replace('/api/v2/{product}', `/${shop.slug}`));
        return `${path} ${String(status)}`;
      }),
    );
    return [...new Set(replies)].sort();
  }

  async function openDoor(): Promise<void> {
    const before = door.lock.received.filter(({ payload }) => payload === 'UNLOCK').length;
    const { status } = await admin.call('POST', `/${shop.slug}/door/open`, { doorId: door.doorId });
    expect(status).toBe(200);
    await until('the lock gets the command', () => {
      return door.lock.received.filter(({ payload }) => payload === 'UNLOCK').length > before;
    });
  }

  it('reads its lists and opens doors after every table has one more column', async () => {
    const before = await readLists();
    expect(before.filter((line) => line.endsWith(' 200')).length).toBeGreaterThan(30);
    for (let count = 0; count < 3; count += 1) await openDoor();
    await queryDatabase(server.databaseUrl, ADD_COLUMNS);
    expect(await readLists()).toEqual(before);
    for (let count = 0; count < 3; count += 1) await openDoor();
  });
});

import { ENDPOINTS, type Endpoint, type Role } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillStore, startTestServer, type Caller, type Shop, type StoreContents, type TestServer } from './testing/index.ts';

/** Who may do what at each endpoint, written down by hand from PRODUCT.md 2: a new endpoint without an entry fails. */
interface Expected {
  /** The capability that a refusal names, and the roles that have it; without: everybody who is signed in. */
  readonly only?: readonly [capability: string, ...roles: Role[]];
  readonly isPublic?: true;
  /** What of a store the request names: a row of it (404 when it is not to be seen), a filter (nothing is found), or nothing. */
  readonly names: 'row' | 'filter' | 'rows-to-confirm' | 'nothing';
  readonly ask?: (at: Target) => { id?: string; query?: string; body?: unknown };
}
interface Target extends StoreContents {
  readonly storeId: string;
  readonly roomId: string;
}

const everyRole = ['ADMIN', 'SUB_ADMIN', 'FRANCHISEE', 'CUSTOMER_MANAGER'] as const;
const filtered = ({ storeId }: Target) => ({ query: `?storeId=${storeId}` });
const operated = ({ doorId }: Target) => ({ body: { doorId, reason: 'matrix' } });

const EXPECTED: Record<keyof typeof ENDPOINTS, Expected> = {
  login: { isPublic: true, names: 'nothing', ask: ({ doorId }) => ({ body: { email: `${doorId}@test.example`, password: 'wrong' } }) },
  me: { names: 'nothing' },
  logout: { names: 'nothing', ask: () => ({ body: {} }) },
  listStores: { only: ['stores:read', ...everyRole], names: 'nothing' },
  listRooms: { only: ['rooms:read', ...everyRole], names: 'filter', ask: filtered },
  getRoom: { only: ['rooms:read', ...everyRole], names: 'row', ask: ({ roomId }) => ({ id: roomId }) },
  listDoors: { only: ['doors:read', ...everyRole], names: 'filter', ask: filtered },
  openDoor: { only: ['doors:operate', ...everyRole], names: 'row', ask: operated },
  lockDoor: { only: ['doors:operate', ...everyRole], names: 'row', ask: operated },
  editDoor: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ doorId }) => ({ id: doorId, body: { version: 1, name: 'Back' } }) },
  listDiscoveredLocks: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  approveLock: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ discoveredId }) => ({ body: { discoveredLockId: discoveredId, name: 'New', roomId: null } }),
  },
  listDeviceHistory: { only: ['device-history:read', ...everyRole], names: 'filter', ask: filtered },
  listNotifications: { only: ['notifications:read', ...everyRole], names: 'filter', ask: filtered },
  confirmNotifications: {
    only: ['notifications:confirm', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'rows-to-confirm',
    ask: ({ notificationId }) => ({ body: { ids: [notificationId] } }),
  },
  confirmAllNotifications: {
    only: ['notifications:confirm', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'rows-to-confirm',
    ask: ({ notificationId, storeId }) => ({ body: { upToId: notificationId, storeId } }),
  },
  streamEvents: { names: 'nothing' },
};

interface Who {
  readonly name: string;
  readonly role: Role | null;
  /** The stores of the product that the person reaches, by letter. */
  readonly reaches: string;
  readonly stores: readonly number[];
}
const PEOPLE: readonly Who[] = [
  { name: 'ADMIN', role: 'ADMIN', reaches: 'AB', stores: [] },
  { name: 'SUB_ADMIN', role: 'SUB_ADMIN', reaches: 'AB', stores: [] },
  { name: 'FRANCHISEE of A', role: 'FRANCHISEE', reaches: 'A', stores: [0] },
  { name: 'FRANCHISEE of B', role: 'FRANCHISEE', reaches: 'B', stores: [1] },
  { name: 'CUSTOMER_MANAGER', role: 'CUSTOMER_MANAGER', reaches: 'AB', stores: [] },
  { name: 'nobody', role: null, reaches: '', stores: [] },
];

describe('every endpoint × every person × own and foreign store × own and foreign product (AC-1)', () => {
  let server: TestServer;
  let shop: Shop;
  let other: Shop;
  const callers = new Map<string, Caller['call']>();
  let cells = 0;

  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop({ stores: 2 });
    other = await server.makeShop();
    for (const who of PEOPLE) callers.set(who.name, await callerFor(who));
  });
  afterAll(async () => {
    console.log(`the matrix has ${cells} cells`);
    await server.close();
  });

  async function callerFor(who: Who): Promise<Caller['call']> {
    if (who.role === null) return server.caller(null);
    const stores = who.stores.map((index) => shop.stores[index]).filter((store) => store !== undefined);
    return (await server.signIn(shop, [who.role], stores)).call;
  }

  async function target(letter: 'A' | 'B' | 'X'): Promise<Target> {
    const [from, store] = letter === 'X' ? [other, other.stores[0]] : [shop, shop.stores[letter === 'A' ? 0 : 1]];
    const room = store?.rooms[0];
    if (!store || !room) throw new Error('no such store');
    return { ...(await fillStore(server, from, store)), storeId: store.id, roomId: room.id };
  }

  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [keyof typeof ENDPOINTS, Endpoint][]) {
    for (const path of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
      it(`${endpoint.method} ${path} (${name})`, { timeout: 60_000 }, async () => {
        const expected = EXPECTED[name];
        expect(expected, `${name} has no entry in the matrix`).toBeDefined();
        for (const letter of ['A', 'B', 'X'] as const) {
          for (const slug of path.includes('{product}') ? [shop.slug, other.slug] : [shop.slug]) {
            for (const who of PEOPLE) {
              cells += 1;
              const cell = `${who.name}, store ${letter}, ${slug === shop.slug ? 'own' : 'foreign'} product`;
              await check({ cell, endpoint, path, expected, who, letter, slug });
            }
          }
        }
      });
    }
  }

  async function check(it: { cell: string; endpoint: Endpoint; path: string; expected: Expected; who: Who; letter: 'A' | 'B' | 'X'; slug: string }): Promise<void> {
    const at = await target(it.letter);
    const { id = '', query = '', body } = it.expected.ask?.(at) ?? {};
    const path = it.path.replace('/api/v2', '').replace('{product}', it.slug).replace(/\{\w+\}/, id) + query;
    // Whoever signs out is gone for the next cell.
    const call = it.path.endsWith('/logout') ? await callerFor(it.who) : callers.get(it.who.name);
    const answer = it.endpoint.kind === 'stream' ? await openAndClose(path, it.who) : await call?.(it.endpoint.method, path, body);
    if (!answer) throw new Error('nobody to call');

    const [capability, ...roles] = it.expected.only ?? [undefined, ...everyRole];
    const sees = it.letter !== 'X' && it.who.reaches.includes(it.letter);
    if (it.expected.isPublic) return expect([answer.status, answer.body['code']], it.cell).toEqual([401, 'INVALID_CREDENTIALS']);
    if (it.who.role === null) return expect([answer.status, answer.body['code']], it.cell).toEqual([401, 'NOT_SIGNED_IN']);
    if (it.slug !== shop.slug) return expect([answer.status, answer.body['code']], it.cell).toEqual([404, 'NOT_FOUND']);
    if (!roles.includes(it.who.role)) {
      return expect([answer.status, answer.body['code'], answer.body['capability']], it.cell).toEqual([403, 'CAPABILITY_MISSING', capability]);
    }
    if (it.expected.names === 'row' && !sees) return expect([answer.status, answer.body['code']], it.cell).toEqual([404, 'NOT_FOUND']);
    expect([answer.status, answer.body['code']], it.cell).toEqual([200, undefined]);
    if (it.expected.names === 'rows-to-confirm') return expect(Number(answer.body['confirmed']) > 0, it.cell).toBe(sees);
    if (it.expected.names === 'row') {
      const storeId: unknown = answer.body['storeId'];
      return expect(storeId, it.cell).toBe(at.storeId);
    }
    if (answer.body['items']) {
      const visible = it.who.reaches.split('').map((letter) => shop.stores[letter === 'A' ? 0 : 1]?.id);
      const found = answer.body['items'].map((item) => String(item['storeId'] ?? item['id']));
      expect(found.filter((storeId) => !visible.includes(storeId)), it.cell).toEqual([]);
      expect(found.length > 0, it.cell).toBe(it.expected.names === 'nothing' || sees);
      if (it.expected.names === 'filter') expect(found.every((storeId) => storeId === at.storeId), it.cell).toBe(true);
    }
  }

  async function openAndClose(path: string, who: Who): Promise<{ status: number; body: Record<string, never> }> {
    const stop = new AbortController();
    const headers = who.role === null ? {} : { authorization: `Bearer ${(await signedIn(who, who.role)).token}` };
    const response = await fetch(`${server.url}/api/v2${path}`, { headers, signal: stop.signal });
    const body = response.ok ? {} : ((await response.json()) as Record<string, never>);
    stop.abort();
    return { status: response.status, body };
  }

  function signedIn(who: Who, role: Role): Promise<Caller> {
    return server.signIn(shop, [role], who.stores.map((index) => shop.stores[index]).filter((store) => store !== undefined));
  }
});

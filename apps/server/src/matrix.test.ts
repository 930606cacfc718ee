import { ENDPOINTS, type Endpoint, type Role } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from './db/index.ts';
import {
  addKeypad,
  fillStore,
  headOffice,
  makeGuest,
  makeKey,
  makeReservation,
  raiseCase,
  startTestServer,
  type Answer,
  type Caller,
  type ReservationInput,
  type Shop,
  type TestServer,
} from './testing/index.ts';
import { seededPart } from '../../../tools/seeded-part.ts';
import type { Expected, Target } from './testing/rights/expected-right.ts';
import type { StoreContents } from './testing/contents/store-contents.ts';
import { EXPECTED_OF_BODY } from './testing/rights/expected-rights-of-body.ts';
import { EXPECTED, everyRole, OPEN_TO_COMPANIONS } from './testing/rights/expected-rights.ts';
import { readVersionsOfProduct, readVersionsOfStore } from './testing/rights/present-versions.ts';

/** The slot length of the stores that `makeShop` creates. */
const SLOT_MS = 30 * 60_000;
/** When the stay of a guest starts. One that starts soon is in its access window of ten minutes before the start. */
const STARTS_IN_MS = { SOON: 5 * 60_000, LATER: 3 * 24 * 3600_000, OVER: -5 * 3600_000 } as const;

interface Who {
  readonly name: string;
  readonly role: Role | null;
  /** Whether the caller is a program with an API key instead of a person. */
  readonly isChannel?: true;
  /** Whether the caller is a guest with the access token of a reservation. */
  readonly isGuest?: true;
  /** Whether the caller is a companion of such a guest. */
  readonly isCompanion?: true;
  /** The letters of the stores of the product that the person has access to. */
  readonly reaches: string;
  readonly stores: readonly number[];
}
/** A and B are stores of the product, X is a store of another one. */
const LETTERS = ['A', 'B', 'X'] as const;
type Letter = (typeof LETTERS)[number];
const PEOPLE: readonly Who[] = [
  { name: 'ADMIN', role: 'ADMIN', reaches: 'AB', stores: [] },
  { name: 'SUB_ADMIN', role: 'SUB_ADMIN', reaches: 'AB', stores: [] },
  { name: 'FRANCHISEE of A', role: 'FRANCHISEE', reaches: 'A', stores: [0] },
  { name: 'FRANCHISEE of B', role: 'FRANCHISEE', reaches: 'B', stores: [1] },
  { name: 'CUSTOMER_MANAGER', role: 'CUSTOMER_MANAGER', reaches: 'AB', stores: [] },
  { name: 'channel of A', role: null, isChannel: true, reaches: 'A', stores: [0] },
  { name: 'guest of A', role: null, isGuest: true, reaches: 'A', stores: [0] },
  { name: 'companion of A', role: null, isCompanion: true, reaches: 'A', stores: [0] },
  { name: 'nobody', role: null, reaches: '', stores: [] },
];

describe('every endpoint × every person × own and foreign store × own and foreign product (AC-1)', () => {
  let server: TestServer;
  let shop: Shop;
  let other: Shop;
  const callers = new Map<string, Caller['call']>();
  let key: Awaited<ReturnType<typeof makeKey>>;
  /** The ids of stores that have a keypad. */
  const keypads = new Set<string>();
  /** The latest contents of each store. */
  const latest = new Map<Letter, StoreContents>();
  /** The stores whose latest contents a request may have changed. */
  const changed = new Set<Letter>();
  let cells = 0;
  /** Stores that rows of the matrix have created: all people of head office see them. */
  const createdStores = new Set<string>();

  beforeAll(async () => {
    server = await startTestServer({ hasEmbeddedBroker: true });
    shop = await server.makeShop({ stores: 2 });
    other = await server.makeShop();
    key = await makeKey(server, shop, shop.stores.slice(0, 1));
    for (const who of PEOPLE) callers.set(who.name, await callerFor(who));
  });
  afterAll(async () => {
    console.log(`${cells} cells of the matrix were checked`);
    await server.close();
  });

  async function callerFor(who: Who): Promise<Caller['call']> {
    return server.caller(await tokenOf(who));
  }

  async function tokenOf(who: Who): Promise<string | null> {
    if (who.isChannel) return key.secret;
    // A stay that is over, because a coming one would keep its store from closing.
    if (who.isGuest) return guestOfStoreA('OVER');
    if (who.isCompanion) return (await companionOf(await guestOfStoreA('OVER'))).token;
    if (who.role === null) return null;
    return (
      await server.signIn(
        shop,
        [who.role],
        who.stores.map((index) => shop.stores[index]).filter((store) => store !== undefined),
      )
    ).token;
  }

  /** Creates a reservation in store A and the token of its guest. */
  async function guestOfStoreA(stay: NonNullable<Expected['guestStay']>): Promise<string> {
    const [store] = shop.stores;
    if (!store) throw new Error('no such store');
    const startsAt = new Date(Date.now() + STARTS_IN_MS[stay]);
    const reservationId = await inNewRoom(shop, store.id, {
      startsAt,
      endsAt: new Date(startsAt.getTime() + 3600_000),
      state: stay === 'OVER' ? 'COMPLETED' : 'CONFIRMED',
    });
    return (await makeGuest(server, shop, store.id, reservationId)).token;
  }

  /** Creates the link of a companion with the token of a guest. */
  async function companionOf(guestToken: string): Promise<{ readonly token: string; readonly id: string }> {
    const { body } = await server.caller(guestToken)('POST', `/${shop.slug}/guest/companion`, {});
    return { token: String(body['path']).split('/').at(-1) ?? '', id: String(body['id']) };
  }

  /** Marks a reservation of any store as created by the channel of store A. */
  async function givenToChannel(letter: Letter, { storeId, reservationId }: Target): Promise<void> {
    const { productId } = letter === 'X' ? other : shop;
    await server.withActor(storeActor(productId, storeId), (tx) =>
      tx
        .insertInto('channel_reservations')
        .values({
          product_id: productId,
          store_id: storeId,
          id: reservationId,
          key_id: key.id,
          external_id: null,
          created_at: new Date(),
        })
        .onConflict((it) => it.doNothing())
        .execute(),
    );
  }

  /** Adds a keypad that never connects to the store. The first reveal creates the code. */
  async function codeOf(from: Shop, store: Shop['stores'][number], reservationId: string): Promise<string> {
    if (!keypads.has(store.id))
      await server.withActor(storeActor(from.productId, store.id), (tx) => addKeypad(tx, from, store));
    keypads.add(store.id);
    const admin = await server.signIn(from, ['ADMIN']);
    return String(
      (await admin.call('POST', `/${from.slug}/reservation/${reservationId}/access/reveal`, {})).body['codeId'],
    );
  }

  async function target(
    letter: Letter,
    {
      reservation,
      hasCode,
      hasGuestToken,
      hasRaisedCase,
      forGuests,
      guestStay = 'SOON',
      hasNoComingStay,
      inClosedStore,
    }: Expected,
  ): Promise<Target> {
    const [from, store] = letter === 'X' ? [other, other.stores[0]] : [shop, shop.stores[letter === 'A' ? 0 : 1]];
    const room = store?.rooms[0];
    if (!store || !room) throw new Error('no such store');
    // A row that closes the store must not decide for the rows after it, which the seed draws.
    await setStoreClosed(from.productId, store.id, null);
    const contents = latest.get(letter) ?? (await fillStore(server, from, store));
    latest.set(letter, contents);
    if (hasNoComingStay || inClosedStore) await cancelComingStays(from.productId, store.id);
    if (inClosedStore) await setStoreClosed(from.productId, store.id, server.clock.now());
    const present = await readVersionsOfStore(server, { productId: from.productId, storeId: store.id });
    const reservationId = reservation ? await begun(from, store.id, reservation) : contents.reservationId;
    const codeId = hasCode ? await codeOf(from, store, reservationId) : null;
    if (hasGuestToken) await makeGuest(server, from, store.id, reservationId);
    if (hasRaisedCase) await raiseCase(server, from, store.id, reservationId);
    const guestToken = forGuests ? await guestOfStoreA(guestStay) : null;
    const companion = guestToken === null ? null : await companionOf(guestToken);
    return {
      ...contents,
      ...present,
      ...(await readVersionsOfProduct(server, shop.productId)),
      reservationId,
      codeId,
      guestToken,
      companionToken: companion?.token ?? null,
      companionId: companion && letter === 'A' ? companion.id : reservationId,
      storeId: store.id,
      roomId: room.id,
    };
  }

  /** Ends the stays of guests and blocks that have not ended, as the database sees them. */
  async function cancelComingStays(productId: string, storeId: string): Promise<void> {
    await server.withActor(storeActor(productId, storeId), async (tx) => {
      const live = tx.updateTable('reservations').where('store_id', '=', storeId);
      await live.set({ state: 'COMPLETED' }).where('state', '=', 'IN_USE').execute();
      await live
        .set({ state: 'CANCELLED', hold_expires_at: null })
        .where('state', 'in', ['PENDING', 'CONFIRMED'])
        .execute();
    });
  }

  async function setStoreClosed(productId: string, storeId: string, closedAt: Date | null): Promise<void> {
    await server.withActor(headOffice(productId), async (tx) => {
      await tx
        .updateTable('stores')
        .set({ closed_at: closedAt, closed_reason: closedAt && 'matrix' })
        .where('id', '=', storeId)
        .execute();
      await tx
        .updateTable('closures')
        .set({ withdrawn_at: server.clock.now() })
        .where('store_id', '=', storeId)
        .where('is_for_good', '=', true)
        .where('withdrawn_at', 'is', null)
        .execute();
    });
  }

  async function begun(from: Shop, storeId: string, state: NonNullable<Expected['reservation']>): Promise<string> {
    // On the border of a slot, because no policy prices a slot that crosses midnight.
    const startsAt = new Date(Math.floor(Date.now() / SLOT_MS) * SLOT_MS);
    return inNewRoom(from, storeId, { startsAt, endsAt: new Date(startsAt.getTime() + 3600_000), state });
  }

  async function inNewRoom(from: Shop, storeId: string, stay: Omit<ReservationInput, 'roomId'>): Promise<string> {
    const roomId = uuidv7();
    await server.withActor(storeActor(from.productId, storeId), (tx) =>
      tx
        .insertInto('rooms')
        .values({
          product_id: from.productId,
          store_id: storeId,
          id: roomId,
          name: 'Begun',
          capacity: 4,
          sort_order: 1000,
          created_at: new Date(),
        })
        .execute(),
    );
    return makeReservation(server, from, storeId, { roomId, ...stay });
  }

  const requests = [
    ...(Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[]).map((name) => [name, '', EXPECTED[name]] as const),
    ...EXPECTED_OF_BODY,
  ];
  const rows = requests.flatMap(([name, request, expected]) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    return [endpoint.path, ...(endpoint.alsoAt ?? [])].map((path) => ({
      // Vitest cuts a title after 40 characters.
      name,
      title: `${[name, request].join(' ').trim()}: ${endpoint.method} ${path}`,
      endpoint,
      path,
      expected,
    }));
  });
  it('has an entry for every endpoint', () => {
    expect(rows.filter(({ expected }) => expected === undefined).map(({ title }) => title)).toEqual([]);
  });
  it.each(seededPart('matrix', rows, 1 / 16, (row) => row.title))(
    '$title',
    { timeout: 60_000 },
    async ({ name, endpoint, path, expected }) => {
      const inStore = (letter: Letter) => checkInStore({ name, endpoint, path, expected, letter });
      // The contents of one store do not depend on the other store; a row of the product does.
      if (expected.names === 'nothing') for (const letter of LETTERS) await inStore(letter);
      else await Promise.all(LETTERS.map(inStore));
    },
  );

  /**
   * To fill a store takes as long as thirty refused requests, so changed contents are used again as long as every cell
   * passes on them. Otherwise all cells of the endpoint are checked again on new contents.
   */
  async function checkInStore(it: Pick<Cell, 'name' | 'endpoint' | 'path' | 'expected' | 'letter'>): Promise<void> {
    const { name, path, expected, letter } = it;
    const slugs = path.includes('{product}') ? [shop.slug, other.slug] : [shop.slug];
    // What needs no caller counts refusals by address, so a companion sends one request.
    const isOpen = expected.answersAnybody !== undefined || expected.isPublic === true;
    const people = PEOPLE.filter((who) => !who.isCompanion || !isOpen || letter === 'A');
    const all = slugs.flatMap((slug) =>
      people.map((who) => ({
        cell: `${who.name}, store ${letter}, ${slug === shop.slug ? 'own' : 'foreign'} product`,
        who,
        slug,
      })),
    );
    cells += all.length;
    if (changed.has(letter) && provesContents(name, expected, letter)) {
      try {
        return await checkAll(it, all);
      } catch {
        // The strict check below decides.
      }
    }
    if (changed.has(letter)) forgetContents(letter);
    await checkAll(it, all);
  }

  function forgetContents(letter: Letter): void {
    latest.delete(letter);
    changed.delete(letter);
  }

  /**
   * Whether a person who sees the store must get its row. Then a 404 for the other people, which precedes it, is no
   * consequence of a row that an earlier request removed.
   */
  function provesContents(name: string, expected: Expected, letter: Letter): boolean {
    const { answersPeople, answersGuest, answersAnybody, answersInProduct, isPublic } = expected;
    if (letter === 'X' || answersPeople || answersGuest || answersAnybody || answersInProduct || isPublic) return false;
    return PEOPLE.some((who) => who.reaches.includes(letter) && isGranted(name, expected, who));
  }

  async function checkAll(
    it: Pick<Cell, 'name' | 'endpoint' | 'path' | 'expected' | 'letter'>,
    all: readonly Pick<Cell, 'cell' | 'who' | 'slug'>[],
  ): Promise<void> {
    const { name, endpoint, path, expected, letter } = it;
    const mayChange = all.filter(
      ({ who, slug }) => endpoint.method !== 'GET' && slug === shop.slug && isGranted(name, expected, who),
    );
    let at: Target | null = await prepared(letter, path, expected);
    // A refused request changes nothing. Requests that may change the target run one by one.
    for (const batch of inFours(all.filter((one) => !mayChange.includes(one)))) {
      const ended = await Promise.allSettled(batch.map((one) => check({ ...it, ...one, at: at as Target })));
      for (const result of ended) if (result.status === 'rejected') throw result.reason;
    }
    // People who must not see the row come before the first request that may remove it.
    const seesStore = ({ who }: { who: Who }) => who.reaches.includes(letter);
    const inOrder = [...mayChange.filter((one) => !seesStore(one)), ...mayChange.filter(seesStore)];
    let isUsed = false;
    for (const one of inOrder) {
      at ??= await prepared(letter, path, expected);
      const { status } = await check({ ...it, ...one, at }).catch(async (error: unknown) => {
        if (!isUsed) throw error;
        // An earlier request of this endpoint may have changed the row.
        forgetContents(letter);
        at = await prepared(letter, path, expected);
        return check({ ...it, ...one, at });
      });
      if (status !== 200) continue;
      at = null;
      isUsed = true;
      if (expected.names !== 'nothing') changed.add(letter);
    }
  }

  function isGranted(name: string, { only, forChannels, forGuests }: Expected, who: Who): boolean {
    if (who.isCompanion) return OPEN_TO_COMPANIONS.has(name);
    if (who.role === null)
      return (who.isChannel === true && forChannels === true) || (who.isGuest === true && forGuests === true);
    return !forChannels && !forGuests && (only === undefined || only.slice(1).includes(who.role));
  }

  function inFours<T>(all: readonly T[]): T[][] {
    return Array.from({ length: Math.ceil(all.length / 4) }, (_, index) => all.slice(4 * index, 4 * index + 4));
  }

  async function prepared(letter: Letter, path: string, expected: Expected): Promise<Target> {
    const at = await target(letter, expected);
    if (expected.forChannels && path.includes('{reservationId}')) await givenToChannel(letter, at);
    return expected.hasBegunPayment && letter === 'A' ? { ...at, paymentId: await beginPaymentOf(at) } : at;
  }

  /** Begins a payment through the provider that never answers. */
  async function beginPaymentOf({ guestToken, reservationId }: Target): Promise<string> {
    const [call, at] =
      guestToken === null
        ? [(await server.signIn(shop, ['ADMIN'])).call, 'payment/begin']
        : [server.caller(guestToken), 'guest/payment/begin'];
    const body = { provider: 'TOSS', ...(guestToken === null ? { reservationId } : {}) };
    return String((await call('POST', `/${shop.slug}/${at}`, body)).body['orderId']);
  }

  interface Cell {
    readonly cell: string;
    readonly name: string;
    readonly endpoint: Endpoint;
    readonly path: string;
    readonly expected: Expected;
    readonly who: Who;
    readonly letter: Letter;
    readonly slug: string;
    readonly at: Target;
  }
  async function check(it: Cell): Promise<{ status: number }> {
    const { at } = it;
    const { id, path: inPath, query = '', body, headers } = it.expected.ask?.(at) ?? {};
    // The photo belongs to the room that consists of another one.
    const named = { ...at, ...(it.path.includes('{photoId}') ? { roomId: at.wholeRoomId } : {}) };
    const path =
      it.path
        .replace('/api/v2', '')
        .replace('{product}', it.slug)
        .replace(/\{(\w+)\}/g, (_, name: string) => inPath?.[name] ?? id ?? String(named[name as keyof Target])) +
      query;
    // Each cell needs a caller that has not signed out before.
    const ownToken = it.who.isCompanion ? at.companionToken : it.who.isGuest ? at.guestToken : null;
    const call =
      ownToken !== null
        ? server.caller(ownToken)
        : it.path.endsWith('/logout')
          ? await callerFor(it.who)
          : callers.get(it.who.name);
    const answer =
      it.endpoint.kind === 'stream'
        ? await openAndClose(path, it.who)
        : await call?.(it.endpoint.method, path, body, headers);
    if (!answer) throw new Error('nobody to call');
    checkReply(it, answer);
    return answer;
  }

  function checkReply(it: Cell, answer: { status: number; body: Answer['body'] }): void {
    const { at } = it;
    const [capability, ...roles] = it.expected.only ?? [undefined, ...everyRole];
    const sees = it.letter !== 'X' && it.who.reaches.includes(it.letter);
    if (it.expected.answersAnybody)
      return expect([answer.status, answer.body['code']], it.cell).toEqual(it.expected.answersAnybody);
    if (it.expected.answersInProduct) {
      const isItsProduct = (it.letter === 'X') === (it.slug === other.slug);
      return expect([answer.status, answer.body['code']], it.cell).toEqual(
        isItsProduct ? it.expected.answersInProduct : [404, 'NOT_FOUND'],
      );
    }
    if (it.expected.isPublic)
      return expect([answer.status, answer.body['code']], it.cell).toEqual([401, 'INVALID_CREDENTIALS']);
    if (it.expected.forGuests) return checkGuestReply(it, answer);
    if (it.expected.forChannels) {
      if (!it.who.isChannel)
        return expect([answer.status, answer.body['code']], it.cell).toEqual([401, 'API_KEY_INVALID']);
    } else if (it.who.role === null) {
      return expect([answer.status, answer.body['code']], it.cell).toEqual([401, 'NOT_SIGNED_IN']);
    }
    if (it.expected.answersPeople)
      return expect([answer.status, answer.body['code']], it.cell).toEqual(it.expected.answersPeople);
    if (it.slug !== shop.slug) return expect([answer.status, answer.body['code']], it.cell).toEqual([404, 'NOT_FOUND']);
    const isHidden = it.expected.isCheckedAfterRow === true && !sees;
    if (it.who.role !== null && !roles.includes(it.who.role) && !isHidden) {
      return expect([answer.status, answer.body['code'], answer.body['capability']], it.cell).toEqual([
        403,
        'CAPABILITY_MISSING',
        capability,
      ]);
    }
    if (it.expected.names === 'row' && !sees)
      return expect([answer.status, answer.body['code']], it.cell).toEqual([404, 'NOT_FOUND']);
    if (it.expected.answersPermitted)
      return expect([answer.status, answer.body['code']], it.cell).toEqual(it.expected.answersPermitted);
    // Each reservation has a separate code.
    expect([answer.status, answer.status === 200 ? undefined : answer.body['code']], it.cell).toEqual([200, undefined]);
    if (it.expected.names === 'rows-to-confirm')
      return expect(Number(answer.body['confirmed']) > 0, it.cell).toBe(sees);
    if (it.name === 'createStore') createdStores.add(String(answer.body['id']));
    if (it.expected.isSilent) return;
    if (it.expected.names === 'row') {
      const storeId: unknown = answer.body['storeId'];
      return expect(storeId, it.cell).toBe(at.storeId);
    }
    if (answer.body['items']) {
      const visible = it.who.reaches.split('').map((letter) => shop.stores[letter === 'A' ? 0 : 1]?.id);
      if (it.who.reaches === 'AB') visible.push(...createdStores);
      const found = answer.body['items'].map((item) => String(item['storeId'] ?? item['id']));
      expect(
        found.filter((storeId) => !visible.includes(storeId)),
        it.cell,
      ).toEqual([]);
      expect(found.length > 0, it.cell).toBe(it.expected.names === 'nothing' || sees);
      if (it.expected.names === 'filter')
        expect(
          found.every((storeId) => storeId === at.storeId),
          it.cell,
        ).toBe(true);
    }
  }

  /** A guest reaches their own reservation in store A, also if the request names another store. */
  function checkGuestReply(it: Cell, answer: { status: number; body: Answer['body'] }): void {
    const got = [answer.status, answer.status === 200 ? undefined : answer.body['code']];
    if (!it.who.isGuest && !it.who.isCompanion) return expect(got, it.cell).toEqual([401, 'GUEST_TOKEN_INVALID']);
    if (it.who.isCompanion && !OPEN_TO_COMPANIONS.has(it.name))
      return expect(got, it.cell).toEqual([403, 'NOT_FOR_COMPANIONS']);
    const isForeign = it.slug !== shop.slug || (it.expected.names === 'row' && it.letter !== 'A');
    if (isForeign) return expect(got, it.cell).toEqual([404, 'NOT_FOUND']);
    expect(got, it.cell).toEqual(it.expected.answersGuest ?? [200, undefined]);
    if (answer.status !== 200 || it.expected.isSilent) return;
    const storeIds = [answer.body, answer.body['reservation'] ?? {}]
      .concat(answer.body['items'] ?? [])
      .flatMap(({ storeId }) => storeId ?? []);
    expect(new Set(storeIds), it.cell).toEqual(new Set([shop.stores[0]?.id]));
  }

  async function openAndClose(path: string, who: Who): Promise<{ status: number; body: Record<string, never> }> {
    const stop = new AbortController();
    const token = await tokenOf(who);
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/api/v2${path}`, { headers, signal: stop.signal });
    const body = response.ok ? {} : ((await response.json()) as Record<string, never>);
    stop.abort();
    return { status: response.status, body };
  }
});

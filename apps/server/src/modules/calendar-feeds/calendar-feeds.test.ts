import type { BlockReason, ReservationState } from '@munjigi/contract';
import ICAL from 'ical.js';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import { guestColumns } from '../reservations/index.ts';
import {
  fakeClock,
  startTestServer,
  type Caller,
  type Shop,
  type TestServer,
  readKeptReplies,
} from '../../testing/index.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('calendar feeds (RV-8)', () => {
  const clock = fakeClock(new Date('2026-11-21T14:30:00Z'));
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  interface CreatedReservation {
    readonly id: string;
    readonly code: string;
  }
  interface FeedReservation {
    readonly store?: number;
    readonly room?: number;
    readonly startsAt?: string;
    readonly endsAt?: string;
    readonly state?: ReservationState;
    readonly blockReason?: BlockReason;
  }

  async function reserve(shop: Shop, it: FeedReservation = {}): Promise<CreatedReservation> {
    const store = shop.stores[it.store ?? 0] ?? expect.fail();
    const reservation = { id: uuidv7(), code: `C${uuidv7().slice(-8)}` };
    const startsAt = new Date(it.startsAt ?? '2026-11-21T14:30:00Z');
    const endsAt = new Date(it.endsAt ?? startsAt.getTime() + 60 * MINUTE);
    await server.withActor(storeActor(shop.productId, store.id), (tx) =>
      tx
        .insertInto('reservations')
        .values({
          ...reservation,
          product_id: shop.productId,
          store_id: store.id,
          room_id: store.rooms[it.room ?? 0]?.id ?? '',
          kind: it.blockReason === undefined ? 'GUEST' : 'BLOCK',
          state: it.state ?? 'CONFIRMED',
          starts_at: startsAt,
          ends_at: endsAt,
          buffer_ends_at: endsAt,
          business_date: '2026-11-21',
          ...guestColumns(tx, { guest_name: '홍길동', guest_phone: '010-1234-5678' }),
          head_count: 2,
          channel: 'STAFF',
          block_reason: it.blockReason ?? null,
          memo: '비밀 메모',
          price_amount: 10_000,
          price_lines: '[]',
          hold_expires_at: it.state === 'PENDING' ? endsAt : null,
          series_id: null,
          refund_percent: null,
          refund_amount: null,
          created_at: clock.now(),
        })
        .execute(),
    );
    return reservation;
  }

  const change = (shop: Shop, id: string, to: { state?: ReservationState; room_id?: string }) =>
    server.withActor(storeActor(shop.productId, shop.stores[0]?.id ?? ''), (tx) =>
      tx
        .updateTable('reservations')
        .set((it) => ({ ...to, hold_expires_at: null, version: it('version', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    );

  async function makeFeed(
    shop: Shop,
    { call }: Caller,
    room: number | null = null,
    store = 0,
  ): Promise<{ id: string; url: string }> {
    const { status, body } = await call('POST', `/${shop.slug}/calendar-feed`, {
      storeId: shop.stores[store]?.id,
      roomId: room === null ? null : shop.stores[store]?.rooms[room]?.id,
    });
    expect(status).toBe(200);
    return { id: String(body['feed']?.['id']), url: `${server.url}${String(body['path'])}` };
  }

  interface Read {
    readonly summary: string;
    readonly status: string;
    readonly startsAt: string;
    readonly endsAt: string;
    readonly sequence: number;
  }

  /** Parses the feed as a calendar client does, into events by their uid. */
  async function read(url: string): Promise<Map<string, Read>> {
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const root = new ICAL.Component(ICAL.parse(await response.text()));
    return new Map(
      root.getAllSubcomponents('vevent').map((vevent) => {
        const event = new ICAL.Event(vevent);
        return [
          event.uid,
          {
            summary: event.summary,
            status: String(vevent.getFirstPropertyValue('status')),
            startsAt: event.startDate.toJSDate().toISOString(),
            endsAt: event.endDate.toJSDate().toISOString(),
            sequence: event.sequence,
          },
        ];
      }),
    );
  }

  async function refusal(url: string): Promise<[number, unknown]> {
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const body = (await response.json()) as { code?: string };
    return [response.status, body.code];
  }

  it('returns correct times, also across midnight, and no data of a guest', async () => {
    const shop = await server.makeShop();
    const feed = await makeFeed(shop, await server.signIn(shop, ['ADMIN']));
    // 22:30 to 02:00 in Seoul, across midnight.
    const late = await reserve(shop, { startsAt: '2026-11-21T13:30:00.000Z', endsAt: '2026-11-21T17:00:00.000Z' });
    const block = await reserve(shop, { room: 1, blockReason: 'CLEANING' });
    const held = await reserve(shop, { room: 1, startsAt: '2026-11-22T03:00:00Z', state: 'PENDING' });
    const events = await read(feed.url);
    expect(events.size).toBe(3);
    expect(events.get(`${late.id}@munjigi`)).toEqual({
      summary: `Room 1 · ${late.code}`,
      status: 'CONFIRMED',
      startsAt: '2026-11-21T13:30:00.000Z',
      endsAt: '2026-11-21T17:00:00.000Z',
      sequence: 0,
    });
    expect(events.get(`${block.id}@munjigi`)?.summary).toBe('Room 2 · 청소 Cleaning');
    expect(events.get(`${held.id}@munjigi`)?.status).toBe('TENTATIVE');
    const text = await (await fetch(feed.url)).text();
    expect(text).toContain('X-WR-TIMEZONE:Asia/Seoul\r\n');
    expect(text).toContain('X-WR-CALNAME:Store 1\r\n');
    for (const secret of ['홍길동', '홍*동', '010-1234-5678', '01012345678', '010-****-5678', '메모'])
      expect(text).not.toContain(secret);
  });

  it('keeps a cancelled event as cancelled, with the same uid after each change', async () => {
    const shop = await server.makeShop();
    const feed = await makeFeed(shop, await server.signIn(shop, ['ADMIN']));
    const { id } = await reserve(shop, { state: 'PENDING' });
    await change(shop, id, { state: 'CONFIRMED' });
    expect((await read(feed.url)).get(`${id}@munjigi`)).toMatchObject({ status: 'CONFIRMED', sequence: 1 });
    await change(shop, id, { state: 'CANCELLED' });
    expect((await read(feed.url)).get(`${id}@munjigi`)).toMatchObject({ status: 'CANCELLED', sequence: 2 });
  });

  it('contains 30 days back and up to the booking horizon, and nothing of another store', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const feed = await makeFeed(shop, await server.signIn(shop, ['ADMIN']));
    const at = (days: number) => new Date(clock.now().getTime() + days * DAY).toISOString();
    const [, first, last] = [
      await reserve(shop, { startsAt: at(-31) }),
      await reserve(shop, { startsAt: at(-29) }),
      await reserve(shop, { startsAt: at(59) }),
      await reserve(shop, { startsAt: at(61) }),
      await reserve(shop, { store: 1 }),
    ];
    expect([...(await read(feed.url)).keys()]).toEqual([`${first?.id}@munjigi`, `${last?.id}@munjigi`]);
  });

  it('of a room includes reservations of its parts and of the composite room it belongs to', async () => {
    const shop = await server.makeShop({ rooms: 4 });
    const [whole, part] = shop.stores[0]?.rooms ?? [];
    await server.withActor(storeActor(shop.productId, shop.stores[0]?.id ?? ''), (tx) =>
      tx
        .insertInto('room_parts')
        .values({
          product_id: shop.productId,
          store_id: shop.stores[0]?.id ?? '',
          room_id: whole?.id ?? '',
          part_room_id: part?.id ?? '',
        })
        .execute(),
    );
    const admin = await server.signIn(shop, ['ADMIN']);
    const [ofWhole, ofPart, ofOther] = [
      await makeFeed(shop, admin, 0),
      await makeFeed(shop, admin, 1),
      await makeFeed(shop, admin, 2),
    ];
    const [inWhole, inPart] = [
      await reserve(shop, { room: 0 }),
      await reserve(shop, { room: 1, startsAt: '2026-11-23T03:00:00Z' }),
    ];
    await reserve(shop, { room: 3 });
    const both = [`${inWhole.id}@munjigi`, `${inPart.id}@munjigi`];
    expect([...(await read(ofWhole.url)).keys()]).toEqual(both);
    expect([...(await read(ofPart.url)).keys()]).toEqual(both);
    expect((await read(ofOther.url)).size).toBe(0);
    expect(await (await fetch(ofPart.url)).text()).toContain('X-WR-CALNAME:Store 1 · Room 2\r\n');
  });

  it('answers 304 until something changes, and HEAD like GET without a body', async () => {
    const shop = await server.makeShop();
    const feed = await makeFeed(shop, await server.signIn(shop, ['ADMIN']));
    const { id } = await reserve(shop);
    const first = await fetch(feed.url);
    const etag = first.headers.get('etag') ?? expect.fail('no etag');
    expect(first.headers.get('cache-control')).toBe('private, max-age=300');
    const second = await fetch(feed.url, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await fetch(feed.url, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('etag'), head.headers.get('content-type')]).toEqual([
      200,
      '',
      etag,
      'text/calendar; charset=utf-8',
    ]);
    await change(shop, id, { state: 'CANCELLED' });
    const changed = await fetch(feed.url, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('answers 410 after revocation, and 404 for a wrong secret, feed or product', async () => {
    const [shop, other] = [await server.makeShop(), await server.makeShop()];
    const admin = await server.signIn(shop, ['ADMIN']);
    const feed = await makeFeed(shop, admin);
    const guessed = feed.url.replace(/[^/]+$/, '1b4e28ba-2fa1-4d2b-883f-0016d3cca427');
    expect(await refusal(guessed)).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(feed.url.replace(feed.id, uuidv7()))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(feed.url.replace(shop.slug, other.slug))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(feed.url.replace(/[^/]+$/, 'not-a-uuid'))).toEqual([404, 'NOT_FOUND']);

    const revoked = await admin.call('DELETE', `/${shop.slug}/calendar-feed/${feed.id}`);
    expect([revoked.status, revoked.body['id']]).toEqual([200, feed.id]);
    expect(await refusal(feed.url)).toEqual([410, 'FEED_REVOKED']);
    expect(await refusal(guessed)).toEqual([404, 'NOT_FOUND']);
    expect((await admin.call('DELETE', `/${shop.slug}/calendar-feed/${feed.id}`)).status).toBe(404);
    expect((await admin.call('GET', `/${shop.slug}/calendar-feed`)).body).toEqual({ total: 0, items: [] });
  });

  it('records its last read at most once a minute, and is listed without the secret', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const feed = await makeFeed(shop, admin);
    const listed = async () => (await admin.call('GET', `/${shop.slug}/calendar-feed`)).body;
    expect((await listed())['items']?.[0]).toMatchObject({ id: feed.id, lastReadAt: null });
    const firstReadAt = clock.now().toISOString();
    await read(feed.url);
    clock.advance(59_000);
    await read(feed.url);
    expect((await listed())['items']?.[0]?.['lastReadAt']).toBe(firstReadAt);
    clock.advance(2000);
    await read(feed.url);
    expect((await listed())['items']?.[0]?.['lastReadAt']).toBe(clock.now().toISOString());
    expect(JSON.stringify(await listed())).not.toContain(feed.url.split('/').at(-1));
  });

  it('returns its path once for an Idempotency-Key, and stores only a hash of the secret', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const ask = () =>
      admin.call(
        'POST',
        `/${shop.slug}/calendar-feed`,
        { storeId: shop.stores[0]?.id, roomId: null },
        { 'idempotency-key': 'feed-1' },
      );
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toEqual({ feed: first.body['feed'], path: null });
    const kept = await server.withActor(admin.actor, (tx) => readKeptReplies(tx, 'feed-1'));
    const rows = await server.withActor(admin.actor, (tx) => tx.selectFrom('calendar_feeds').selectAll().execute());
    expect(kept).toHaveLength(1);
    expect(JSON.stringify([kept, rows])).not.toContain(String(first.body['path']).split('/').at(-1));
  });

  it('requires stores:write at the store: 403, 404 or 400 otherwise', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const path = `/${shop.slug}/calendar-feed`;
    const [own, foreign] = shop.stores;
    for (const role of ['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const) {
      const { status, body } = await (
        await server.signIn(shop, [role])
      ).call('POST', path, { storeId: own?.id, roomId: null });
      expect([status, body['capability']]).toEqual([403, 'stores:write']);
    }
    expect((await owner.call('POST', path, { storeId: foreign?.id, roomId: null })).status).toBe(404);
    const mixed = await owner.call('POST', path, { storeId: own?.id, roomId: foreign?.rooms[0]?.id });
    expect([mixed.status, mixed.body['errors']?.[0]?.['path']]).toEqual([400, 'roomId']);
    expect((await owner.call('POST', path, { storeId: own?.id })).status).toBe(400);

    const theirs = await makeFeed(shop, await server.signIn(shop, ['ADMIN']), null, 1);
    const mine = await makeFeed(shop, owner);
    expect((await owner.call('GET', path)).body['items']?.map((item) => item['id'])).toEqual([mine.id]);
    expect((await owner.call('DELETE', `${path}/${theirs.id}`)).status).toBe(404);
    const audited = await server.withActor(owner.actor, (tx) =>
      tx.selectFrom('audit_log').select('action').where('subject_id', '=', mine.id).execute(),
    );
    expect(audited).toEqual([{ action: 'calendar-feed.created' }]);
  });
});

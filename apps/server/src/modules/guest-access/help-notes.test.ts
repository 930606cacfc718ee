// @sweep 1/8 (decision 086)
import { randomBytes } from 'node:crypto';
import { guestPage, helpDeskPage, listRaisedCases, type GuestPage } from '@munjigi/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEALED_TABLES } from '../../app.ts';
import {
  fakeClock,
  makeGuest,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { connectOwner } from '../../testing/peers/raw-events.ts';
import { eraseDue } from '../personal-data/index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const problem = ({ status, body }: Answer) => [status, body['code']];
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 90, b: 10 } } });

describe('what a guest writes and photographs for the help desk (GT-9)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  let kim: Caller;
  let ownerOfB: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    const shop = await server.makeShop({ stores: 2, rooms: 12 });
    desk = await openBookingDesk(server, { shop });
    kim = await server.signIn(shop, ['CUSTOMER_MANAGER'], [], 90 * 24);
    ownerOfB = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1), 90 * 24);
  });
  afterAll(() => server.close());

  let room = -1;
  /** A guest in another room each time, with what they and staff do. */
  async function scene() {
    clock.set(NOW);
    const of = await desk.createReservation({ roomId: desk.roomIds[(room += 1)], state: 'CONFIRMED' });
    const id = String(of['id']);
    const guest = await makeGuest(server, desk.shop, desk.storeId, id);
    const at = (more: string) => `/${desk.shop.slug}/help-desk/reservation/${id}${more}`;
    return {
      id,
      ask: (body: object = {}) => guest.call('POST', `/${desk.shop.slug}/guest/help`, body),
      async send(bytes: Buffer, type = 'image/jpeg') {
        const reply = await fetch(`${server.url}/api/v2/${desk.shop.slug}/guest/help/photo`, {
          method: 'POST',
          headers: { authorization: `Bearer ${guest.token}`, 'content-type': type },
          body: new Uint8Array(bytes),
        });
        return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
      },
      help: async (): Promise<GuestPage['help']> => guestPage.parse((await guest.call('GET', '/guest/page')).body).help,
      page: async () => helpDeskPage.parse((await kim.call('GET', at(''))).body),
      resolve: () => kim.call('POST', at('/resolve'), { outcome: 'EXPLAINED' }),
      photo: (photoId: unknown, by = kim) =>
        fetch(`${server.url}/api/v2${at(`/photo/${String(photoId)}`)}`, {
          headers: { authorization: `Bearer ${by.token}` },
        }),
    };
  }

  it('opens a case about the equipment with a few words, which the help desk reads', async () => {
    const it = await scene();
    expect((await it.ask({ trouble: 'EQUIPMENT', text: ' 빔프로젝터가 안 돼요 ' })).status).toBe(200);
    const notes = [{ text: '빔프로젝터가 안 돼요', photo: null, at: NOW.toISOString() }];
    expect(await it.help()).toMatchObject({ trouble: 'EQUIPMENT', notes });
    expect((await it.page()).guestHelp).toMatchObject({ trouble: 'EQUIPMENT', notes });
    const raised = listRaisedCases.reply.parse((await kim.call('GET', `/${desk.shop.slug}/help-desk/raised`)).body);
    expect(raised.items.find(({ reservationId }) => reservationId === it.id)?.trouble).toBe('EQUIPMENT');
  });

  it('adds words to the open case, keeps its trouble, and begins a new case after it is resolved', async () => {
    const it = await scene();
    await it.ask({ trouble: 'OTHER' });
    clock.advance(MINUTE_MS);
    await it.ask({ trouble: 'DOOR', text: '아직 추워요' });
    expect(await it.help()).toMatchObject({ trouble: 'OTHER', notes: [{ text: '아직 추워요' }] });
    expect((await it.help())?.openedAt).toBe(NOW.toISOString());
    await it.resolve();
    clock.advance(MINUTE_MS);
    await it.ask();
    expect(await it.help()).toMatchObject({ trouble: 'DOOR', notes: [] });
  });

  it('refuses an unknown trouble and a text that is too long (400), and a twenty-first note (409)', async () => {
    const it = await scene();
    for (const body of [{ trouble: 'FIRE' }, { text: 'x'.repeat(301) }, { text: 5 }, { text: 'a\u0000b' }, { more: 1 }])
      expect(problem(await it.ask(body))).toEqual([400, 'INVALID_INPUT']);
    for (let count = 0; count < 20; count += 1)
      expect((await it.ask({ text: `글 ${String(count)}` })).status).toBe(200);
    expect(problem(await it.ask({ text: '하나 더' }))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await it.ask()).status).toBe(200);
  });

  it('re-encodes a photo without metadata, and shows it to people of the store only', async () => {
    const it = await scene();
    await it.ask();
    const turned = await picture(400, 200)
      .withExif({ IFD0: { Copyright: 'Secret Street 7' }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const sent = await it.send(turned);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const { photoId } = sent.body;
    expect((await it.page()).guestHelp?.notes).toEqual([
      { text: '', photo: { id: photoId, width: 200, height: 400 }, at: NOW.toISOString(), companion: null },
    ]);
    const reply = await it.photo(photoId);
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('vary')]).toEqual([
      200,
      'image/webp',
      'authorization',
    ]);
    const { exif, orientation, width } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect([exif, orientation, width]).toEqual([undefined, undefined, 200]);
    expect((await it.photo(photoId, ownerOfB)).status).toBe(404);
    const other = await scene();
    expect((await other.photo(photoId)).status).toBe(404);
  });

  it('refuses a photo without an open case (409), what is no picture, and a fourth photo', async () => {
    const it = await scene();
    const small = await picture(20, 20).png().toBuffer();
    expect(await it.send(small, 'image/png')).toMatchObject({ status: 409, body: { code: 'STATE_NOT_ALLOWED' } });
    await it.ask();
    for (const bytes of [randomBytes(500), Buffer.from('no picture'), small.subarray(0, small.length / 2)])
      expect(await it.send(bytes, 'image/png')).toMatchObject({ body: { code: 'PHOTO_INVALID' } });
    expect((await it.send(small, 'text/plain')).status).toBe(415);
    const answers = await Promise.all(Array.from({ length: 5 }, () => it.send(small, 'image/png')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422]);
    expect(answers.filter(({ status }) => status === 422).every(({ body }) => body['code'] === 'TOO_MANY_PHOTOS')).toBe(
      true,
    );
  });

  it('seals texts and photos, and erases both with the names of guests (PD-2, PD-3)', async () => {
    const it = await scene();
    const secret = '비밀 사연';
    await it.ask({ text: secret });
    const { photoId } = (await it.send(await picture(20, 20).png().toBuffer(), 'image/png')).body;
    const client = await connectOwner(server.databaseUrl);
    try {
      await client.query("set app.backup = 'on'");
      for (const table of ['guest_help_notes', 'events', 'audit_log'])
        expect(
          (await client.query(`select from ${table} t where strpos(t::text, $1) > 0`, [secret])).rowCount,
          table,
        ).toBe(0);
      const { rows } = await client.query<{ photo: Buffer }>('select photo from guest_help_notes where id = $1', [
        photoId,
      ]);
      expect(rows[0]?.photo.includes('WEBP')).toBe(false);
    } finally {
      await client.end();
    }
    clock.set(new Date(NOW.getTime() + 4000 * 24 * 3600_000));
    await eraseDue({ db: server.app.db, clock, tables: SEALED_TABLES });
    const left = await server.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('guest_help_notes')
        .select(['note_text', 'photo', 'photo_width'])
        .where('reservation_id', '=', it.id)
        .execute(),
    );
    expect(left.map(({ note_text: text, photo, photo_width: width }) => [text, photo.length, width])).toEqual([
      ['', 0, null],
      ['', 0, null],
    ]);
  });
});

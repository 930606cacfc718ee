// @sweep 1/12 (decision 086)
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { problemBody, room as roomShape, type Room } from '@munjigi/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenToEvents, startTestServer, type Caller, type Shop, type TestServer } from '../../testing/index.ts';

describe('photos of a room (RM-3)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let roomId: string;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
    roomId = shop.stores[0]?.rooms[0]?.id ?? '';
  });

  const url = (more = '', id = roomId) => `${server.url}/api/v2/${shop.slug}/room/${id}/photo${more}`;
  interface Sending {
    /** The media type of the upload; `null` sends no header. */
    readonly type?: string | null;
    readonly by?: Caller;
    readonly headers?: Record<string, string>;
    readonly id?: string;
  }
  async function send(
    bytes: Buffer | string,
    { type = 'image/jpeg', by = admin, headers = {}, id = roomId }: Sending = {},
  ): Promise<{ status: number; body: unknown }> {
    const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    const response = await fetch(url('', id), {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token}`, ...(type === null ? {} : { 'content-type': type }), ...headers },
      body: new Uint8Array(body),
    });
    return { status: response.status, body: await response.json() };
  }
  async function added(bytes: Buffer, type?: string): Promise<Room> {
    const answer = await send(bytes, type === undefined ? {} : { type });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return roomShape.parse(answer.body);
  }
  async function refused(answer: Promise<{ status: number; body: unknown }>): Promise<[number, string]> {
    const { status, body } = await answer;
    return [status, problemBody.parse(body).code];
  }
  const get = (photoId: string, { size = '', by = admin, id = roomId, method = 'GET' } = {}) =>
    fetch(url(`/${photoId}${size}`, id), { method, headers: { authorization: `Bearer ${by.token}` } });
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: { r: 200, g: 90, b: 10 } } });

  it('are stored in two bounded sizes as WebP', async () => {
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const photo = await added(await picture(6000, 4000).jpeg().toBuffer());
    expect([photo.version, photo.photos]).toEqual([2, [{ id: expect.any(String), width: 1600, height: 1067 }]]);
    const id = photo.photos[0]?.id ?? '';
    for (const [size, width, height] of [
      ['', 1600, 1067],
      ['?size=large', 1600, 1067],
      ['?size=small', 480, 320],
    ] as const) {
      const reply = await get(id, { size });
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect(
        Object.fromEntries(
          ['content-type', 'cache-control', 'x-content-type-options', 'vary'].map((name) => [
            name,
            reply.headers.get(name),
          ]),
        ),
      ).toEqual({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'authorization',
      });
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
    }
    expect((await get(id, { method: 'HEAD' })).status).toBe(200);
    expect((await stream.first('room.changed')).data).toEqual(photo);
    stream.close();
    expect(roomShape.parse((await admin.call('GET', `/${shop.slug}/room/${roomId}`)).body)).toEqual(photo);
  });

  it('are rotated upright and lose their EXIF data', async () => {
    const turned = await picture(400, 200)
      .withExif({ IFD0: { Copyright: 'Secret Street 7' }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await sharp(turned).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
    const photo = await added(turned);
    expect(photo.photos.map(({ width, height }) => [width, height])).toEqual([[200, 400]]);
    const bytes = Buffer.from(await (await get(photo.photos[0]?.id ?? '')).arrayBuffer());
    const { exif, orientation, xmp, iptc } = await sharp(bytes).metadata();
    expect([exif, orientation, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('are not enlarged, and keep the first frame of an animation', async () => {
    expect((await added(await picture(20, 10).png().toBuffer(), 'image/png')).photos.map((it) => it.width)).toEqual([
      20,
    ]);
    const frames = await sharp(
      await Promise.all([picture(30, 30).png().toBuffer(), picture(30, 30).negate().png().toBuffer()]),
      { join: { animated: true } },
    )
      .webp()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    const photo = await added(frames, 'image/webp');
    expect(photo.photos.map(({ width, height }) => [width, height])).toEqual([
      [20, 10],
      [30, 30],
    ]);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a text file named .jpg', () => Buffer.from('This is no picture, whatever its name says.')],
    ['nothing but the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    [
      'half a picture',
      async () => {
        const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
          .jpeg()
          .toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    [
      'an SVG',
      () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
    ],
    ['a small PNG of 30,000 × 30,000 pixels', () => bomb(30_000, 30_000)],
    ['noise', () => randomBytes(5000)],
  ])('reject %s', async (_what, make) => {
    expect(await refused(send(await make()))).toEqual([422, 'PHOTO_INVALID']);
    expect((await admin.call('GET', `/${shop.slug}/room/${roomId}`)).body['photos']).toEqual([]);
  });

  it('reject more than 10 MB, other media types and a missing media type', async () => {
    expect(await refused(send(Buffer.alloc(10 * 1024 * 1024 + 1)))).toEqual([413, 'BODY_TOO_LARGE']);
    expect(await refused(send(Buffer.alloc(10 * 1024 * 1024)))).toEqual([422, 'PHOTO_INVALID']);
    for (const type of ['image/gif', 'image/svg+xml', 'application/json', 'text/plain', null]) {
      expect(await refused(send('{}', { type })), String(type)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it('are limited to ten, also under concurrent uploads', async () => {
    const small = await picture(8, 8).png().toBuffer();
    for (let number = 1; number <= 9; number += 1) await added(small, 'image/png');
    const answers = await Promise.all([1, 2, 3].map(() => send(small, { type: 'image/png' })));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 422, 422]);
    expect(await refused(send(small, { type: 'image/png' }))).toEqual([422, 'TOO_MANY_PHOTOS']);
    expect((await admin.call('GET', `/${shop.slug}/room/${roomId}`)).body['photos']).toHaveLength(10);
  });

  it('are added once for one Idempotency-Key, and another picture with that key is rejected (AP-3)', async () => {
    const [one, other] = [await picture(8, 8).png().toBuffer(), await picture(9, 9).png().toBuffer()];
    const headers = { 'idempotency-key': 'a-photo' };
    const first = await send(one, { type: 'image/png', headers });
    expect(await send(one, { type: 'image/png', headers })).toEqual(first);
    expect(await refused(send(other, { type: 'image/png', headers }))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await admin.call('GET', `/${shop.slug}/room/${roomId}`)).body['photos']).toHaveLength(1);
  });

  it('are deleted once, and not through another room', async () => {
    const photo = await added(await picture(8, 8).png().toBuffer(), 'image/png');
    const id = photo.photos[0]?.id ?? '';
    const path = `/${shop.slug}/room/${roomId}/photo/${id}`;
    const elsewhere = shop.stores[0]?.rooms[1]?.id;
    expect((await admin.call('DELETE', `/${shop.slug}/room/${elsewhere}/photo/${id}`)).status).toBe(404);
    const gone = await admin.call('DELETE', path);
    expect([gone.status, gone.body['photos'], gone.body['version']]).toEqual([200, [], 3]);
    expect((await admin.call('DELETE', path)).status).toBe(404);
    expect((await get(id)).status).toBe(404);
    const log = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('action').orderBy('seq').execute(),
    );
    expect(log.map((row) => row.action)).toEqual(['room-photo.added', 'room-photo.removed']);
  });

  it('are readable for everyone who can read the room, and writable for head office and the owner only', async () => {
    const small = await picture(8, 8).png().toBuffer();
    const id = (await added(small, 'image/png')).photos[0]?.id ?? '';
    for (const role of ['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const) {
      const by = await server.signIn(shop, [role]);
      expect((await get(id, { by })).status).toBe(200);
      expect(await refused(send(small, { by, type: 'image/png' }))).toEqual([403, 'CAPABILITY_MISSING']);
    }
    const [mine, foreign] = shop.stores;
    const owner = await server.signIn(shop, ['FRANCHISEE'], mine ? [mine] : []);
    expect((await send(small, { by: owner, type: 'image/png' })).status).toBe(200);
    const other = await server.signIn(shop, ['FRANCHISEE'], foreign ? [foreign] : []);
    expect((await get(id, { by: other })).status).toBe(404);
    expect(await refused(send(small, { by: other, type: 'image/png' }))).toEqual([404, 'NOT_FOUND']);
    expect((await fetch(url(`/${id}`))).status).toBe(401);
  });
});

/** A PNG that declares this size, with well compressed black pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // One bit of grey per pixel.
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

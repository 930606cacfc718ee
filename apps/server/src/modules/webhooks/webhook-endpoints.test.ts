// @sweep 1/8 (decision 086)
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  HOUR_MS,
  openBookingDesk,
  startTestServer,
  until,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { webhookAddresses } from './webhook-address.ts';
import { signatureOf } from './webhook-send.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('outgoing webhooks (AP-7)', () => {
  // Far enough back that the cleanup, which uses the time of the database, deletes nothing during the test.
  const clock = fakeClock(new Date(Math.floor(Date.now() / HOUR_MS - 90 * 24) * HOUR_MS));
  let server: TestServer;
  let beside: TestServer;
  let desk: BookingDesk;
  let receiver: Server;
  let base: string;
  const received: Received[] = [];
  /** The answer of the receiver by path; 200 by default. */
  const answers = new Map<string, number | 'hang' | 'redirect'>();

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url ?? '';
        received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
        const answer = answers.get(path) ?? 200;
        if (answer === 'hang') return;
        if (answer === 'redirect') response.writeHead(302, { location: `${base}/elsewhere` }).end();
        else response.writeHead(answer).end('x'.repeat(100));
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
    desk = await openBookingDesk(server);
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
    await new Promise((resolve) => receiver.close(resolve));
  });

  const path = (rest = '') => `/${desk.shop.slug}/webhook-endpoint${rest}`;
  async function createEndpoint(
    name: string,
    types: readonly string[] = ['reservation.changed'],
    by: Caller = desk.admin,
  ) {
    const { status, body } = await by.call('POST', path(), { url: `${base}/${name}`, types });
    expect(status, JSON.stringify(body)).toBe(200);
    return { id: body['endpoint']?.['id'] as unknown as string, secret: String(body['secret']) };
  }
  const at = (name: string) => received.filter((it) => it.path === `/${name}`);
  const arrived = (name: string, count = 1) =>
    until(`${count} at ${name}`, () => (at(name).length >= count ? at(name) : null));
  const deliveries = async (endpointId: string) =>
    (await desk.admin.call('GET', `/${desk.shop.slug}/webhook-delivery?endpointId=${endpointId}`)).body['items'] ?? [];
  const settled = (endpointId: string, state: string) =>
    until(`${state} at ${endpointId}`, async () => {
      const all = await deliveries(endpointId);
      return all.length > 0 && all.every((it) => String(it['state']) === state) ? all : null;
    });

  const underWay = () =>
    server.withActor(
      SYSTEM,
      async (tx) =>
        (
          await tx
            .selectFrom('jobs')
            .select('id')
            .where('kind', '=', 'webhooks.deliver')
            .where('locked_until', 'is not', null)
            .execute()
        ).length,
    );

  it('sends an event once from two processes, signed by Standard Webhooks, with the guest masked', async () => {
    const { secret, id } = await createEndpoint('signed');
    const reservation = await desk.createReservation();
    const [message] = await arrived('signed');
    if (!message) throw new Error('nothing came');
    const payload = JSON.parse(message.body) as {
      type: string;
      storeId: string;
      data: { id: string; guestName: string };
    };
    expect(payload).toMatchObject({
      type: 'reservation.changed',
      storeId: desk.storeId,
      data: { id: reservation['id'], guestName: '홍*동' },
    });
    expect(message.body).not.toMatch(/홍길동|010-1234-5678|01012345678/);
    const { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = message.headers;
    // The library of Standard Webhooks signs the same message the same.
    const signed = new Webhook(secret).sign(String(messageId), new Date(Number(timestamp) * 1000), message.body);
    expect(signature).toBe(signed);
    expect(Number(timestamp)).toBe(Math.floor(clock.now().getTime() / 1000));
    await settled(id, 'DELIVERED');
    await server.app.jobs.runDue();
    await beside.app.jobs.runDue();
    expect(new Set(at('signed').map((it) => it.headers['webhook-id'])).size).toBe(at('signed').length);
    const listed = (await desk.admin.call('GET', path())).body;
    expect(JSON.stringify(listed)).not.toContain(secret);
  });

  it('signs the example of the specification correctly', () => {
    expect(
      signatureOf(
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}',
      ),
    ).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('sends each endpoint its types, and nothing of another product', async () => {
    const other = await openBookingDesk(server);
    const [wants, alarms] = [await createEndpoint('wants'), await createEndpoint('alarms', ['alarm.changed'])];
    await other.createReservation();
    const mine = await desk.createReservation({ ...desk.time(30), memo: 'mine' });
    await arrived('wants');
    await settled(wants.id, 'DELIVERED');
    expect(at('wants').map((it) => (JSON.parse(it.body) as { data: { id: string } }).data.id)).toEqual([mine['id']]);
    expect(await deliveries(alarms.id)).toEqual([]);
  });

  it('retries with growing pauses, gives up after eleven attempts, and replays with the same id and body', async () => {
    answers.set('/fails', 500);
    const { id } = await createEndpoint('fails', ['alarm.changed']);
    expect((await desk.admin.call('POST', path(`/${id}/test`), {})).body).toMatchObject({
      state: 'PENDING',
      attempts: 0,
    });
    for (let tries = 1; tries <= 11; tries += 1) {
      await arrived('fails', tries);
      await until(
        `try ${tries} is written down`,
        async () => Number((await deliveries(id))[0]?.['attempts']) === tries,
      );
      // A running job whose lease expires passes to another worker, so the clock advances by a day only between jobs.
      await until('its job is over', async () => (await underWay()) === 0);
      clock.advance(24 * HOUR_MS);
    }
    const [failed] = await settled(id, 'FAILED');
    expect(failed).toMatchObject({
      attempts: 11,
      nextAt: null,
      tries: expect.arrayContaining([expect.objectContaining({ status: 500, error: null })]),
    });
    // No delivery succeeded since the message was created, so the endpoint is switched off.
    const [listed] =
      (await desk.admin.call('GET', path('?limit=50'))).body['items']?.filter((it) => String(it['id']) === id) ?? [];
    expect(listed?.['state']).toBe('FAILING');
    const replay = () =>
      desk.admin.call('POST', `/${desk.shop.slug}/webhook-delivery/${String(failed?.['id'])}/replay`, {});
    expect((await replay()).body).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    answers.delete('/fails');
    expect(
      (await desk.admin.call('PATCH', path(`/${id}`), { version: listed?.['version'], isEnabled: true })).status,
    ).toBe(200);
    expect((await replay()).body).toMatchObject({ state: 'PENDING', attempts: 0 });
    await settled(id, 'DELIVERED');
    expect(new Set(at('fails').map((it) => `${String(it.headers['webhook-id'])} ${it.body}`)).size).toBe(1);
    expect(at('fails')).toHaveLength(12);
  });

  it('follows no redirect, and switches off an endpoint that answers 410', async () => {
    answers.set('/moved', 'redirect').set('/gone', 410);
    const [moved, gone] = [await createEndpoint('moved'), await createEndpoint('gone')];
    await desk.createReservation({ ...desk.time(50) });
    await arrived('moved');
    await settled(gone.id, 'FAILED');
    await until('the answer is written down', async () => (await deliveries(moved.id))[0]?.['tries']?.length === 1);
    expect((await deliveries(moved.id))[0]?.['tries']?.[0]).toMatchObject({ status: 302 });
    expect(at('elsewhere')).toEqual([]);
    const states = new Map(
      ((await desk.admin.call('GET', path('?limit=50'))).body['items'] ?? []).map((it) => [
        String(it['id']),
        String(it['state']),
      ]),
    );
    expect([states.get(moved.id), states.get(gone.id)]).toEqual(['ENABLED', 'FAILING']);
  });

  it('signs with both secrets for a day after a renewal, and returns the new secret once', async () => {
    const { id, secret } = await createEndpoint('renewed');
    const renewed = await desk.admin.call(
      'POST',
      path(`/${id}/secret`),
      { version: 1 },
      { 'idempotency-key': 'renew-once' },
    );
    const next = String(renewed.body['secret']);
    expect(
      (await desk.admin.call('POST', path(`/${id}/secret`), { version: 1 }, { 'idempotency-key': 'renew-once' })).body[
        'secret'
      ],
    ).toBeNull();
    expect((await desk.admin.call('POST', path(`/${id}/secret`), { version: 1 })).body).toMatchObject({
      code: 'STALE',
      current: { version: 2 },
    });
    const signatures = async (count: number) => {
      expect((await desk.admin.call('POST', path(`/${id}/test`), {})).status).toBe(200);
      const message = (await arrived('renewed', count))[count - 1];
      const content = `${String(message?.headers['webhook-id'])}.${String(message?.headers['webhook-timestamp'])}.${message?.body ?? ''}`;
      expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'webhook.test' });
      const sent = String(message?.headers['webhook-signature']).split(' ');
      return [secret, next].map((it) => sent.includes(`v1,${signatureOf(it, content)}`));
    };
    expect(await signatures(1)).toEqual([true, true]);
    clock.advance(25 * HOUR_MS);
    expect(await signatures(2)).toEqual([false, true]);
  });

  it('shows since when deliveries fail, and replays each missed delivery once', async () => {
    answers.set('/outage', 503);
    const { id } = await createEndpoint('outage', ['alarm.changed']);
    const endpoint = async () =>
      ((await desk.admin.call('GET', path('?limit=50'))).body['items'] ?? []).find((it) => String(it['id']) === id);
    const send = async () => String((await desk.admin.call('POST', path(`/${id}/test`), {})).body['id']);
    expect((await endpoint())?.['failingSince']).toBeNull();
    const before = await send();
    const beganAt = clock.now().toISOString();
    await until('the first try failed', async () => (await endpoint())?.['failingSince'] !== null);
    expect((await endpoint())?.['failingSince']).toBe(beganAt);
    clock.advance(HOUR_MS);
    const since = clock.now().toISOString();
    const missed = [await send(), await send()];
    await until('all were tried', async () => (await deliveries(id)).every((it) => Number(it['attempts']) > 0));
    expect((await endpoint())?.['failingSince'], 'the first try counts').toBe(beganAt);
    const replay = (from: string, by: Caller = desk.admin) => by.call('POST', path(`/${id}/replay`), { since: from });
    expect((await replay(since)).body, 'what is under way is sent anyway').toEqual({ replayed: 0, remaining: 0 });
    expect((await desk.admin.call('PATCH', path(`/${id}`), { version: 1, isEnabled: false })).status).toBe(200);
    clock.advance(3 * HOUR_MS);
    await settled(id, 'DROPPED');
    expect((await replay(since)).body).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    answers.delete('/outage');
    expect((await desk.admin.call('PATCH', path(`/${id}`), { version: 2, isEnabled: true })).body).toMatchObject({
      failingSince: null,
    });
    const tries = at('outage').length;
    const both = await Promise.all([
      replay(since),
      beside.caller(desk.admin.token)('POST', path(`/${id}/replay`), { since }),
    ]);
    expect(both.map((it) => Number(it.body['replayed'])).sort()).toEqual([0, 2]);
    await until(
      'both came through',
      async () => (await deliveries(id)).filter((it) => String(it['state']) === 'DELIVERED').length === 2,
    );
    expect(at('outage')).toHaveLength(tries + 2);
    const listed = async (query: string) =>
      (
        (await desk.admin.call('GET', `/${desk.shop.slug}/webhook-delivery?endpointId=${id}&${query}`)).body['items'] ??
        []
      ).map((it) => String(it['id']));
    expect(await listed('state=DELIVERED')).toEqual([...missed].reverse());
    expect(await listed(`to=${encodeURIComponent(since)}`)).toEqual([before]);
    expect(await listed(`from=${encodeURIComponent(since)}&type=webhook.test`)).toEqual([...missed].reverse());
    expect(await listed('type=alarm.changed')).toEqual([]);
    expect((await desk.admin.call('GET', `/${desk.shop.slug}/webhook-delivery?type=message.changed`)).status).toBe(400);
    expect((await replay('yesterday')).status).toBe(400);
    expect((await desk.admin.call('POST', path(`/${id}/replay`), { since, all: true })).status).toBe(400);
    expect((await replay(since, (await openBookingDesk(server)).admin)).status).toBe(404);
    const audited = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('detail').where('action', '=', 'webhook-endpoint.replayed').execute(),
    );
    expect(audited.map((it) => it.detail)).toEqual([{ since, count: 2 }]);
  });

  it('drops pending deliveries of a disabled endpoint, and never sends events of that time', async () => {
    answers.set('/off', 503);
    const { id } = await createEndpoint('off');
    await desk.createReservation({ ...desk.time(60) });
    await arrived('off');
    await until('it is written down', async () => Number((await deliveries(id))[0]?.['attempts']) === 1);
    expect((await desk.admin.call('PATCH', path(`/${id}`), { version: 1, isEnabled: false })).body).toMatchObject({
      state: 'DISABLED',
    });
    clock.advance(HOUR_MS);
    await settled(id, 'DROPPED');
    await desk.createReservation({ ...desk.time(70) });
    answers.delete('/off');
    expect((await desk.admin.call('PATCH', path(`/${id}`), { version: 2, isEnabled: true })).body).toMatchObject({
      state: 'ENABLED',
    });
    const later = await desk.createReservation({ ...desk.time(80) });
    await arrived('off', 2);
    expect(
      at('off')
        .slice(1)
        .map((it) => (JSON.parse(it.body) as { data: { id: string } }).data.id),
    ).toEqual([later['id']]);
  });

  it('rejects private and invalid addresses', async () => {
    const refused = async (url: string) => {
      const { body } = await desk.admin.call('POST', path(), { url, types: ['alarm.changed'] });
      return body['errors']?.[0]?.['code'];
    };
    expect(await refused('http://169.254.169.254/latest/meta-data')).toBe('private_address');
    expect(await refused('https://[::1]/')).toBe('private_address');
    expect(await refused('http://0x0a000001/')).toBe('private_address');
    expect(await refused('http://8.8.8.8/')).toBe('not_https');
    expect(await refused('https://user:password@hooks.example.com/')).toBe('credentials_in_url');
    expect(await refused('ftp://hooks.example.com/')).toBeDefined();
    expect(await refused(`https://hooks.example.com/${'x'.repeat(2000)}`)).toBeDefined();
    expect((await desk.admin.call('POST', path(), { url: `${base}/x`, types: ['message.changed'] })).status).toBe(400);
    expect((await desk.admin.call('POST', path(), { url: `${base}/x`, types: [] })).status).toBe(400);
  });

  it('rejects private names, and names that resolve to a private address', async () => {
    const addresses = webhookAddresses([]);
    const publicOnly = (url: string) => addresses.faultOf(url);
    expect(
      [
        'https://localhost/',
        'https://printer.local/',
        'https://db.internal/',
        'https://intranet/',
        'https://127.1/',
        'https://[::ffff:10.0.0.1]/',
        'https://[fd00::1]/',
        'https://[2002:a00:1::]/',
      ].map(publicOnly),
    ).toEqual(Array.from({ length: 8 }, () => 'PRIVATE_ADDRESS'));
    expect([
      publicOnly('https://93.184.216.34/'),
      publicOnly('https://hooks.example.com/'),
      publicOnly('http://hooks.example.com/'),
    ]).toEqual([null, null, 'NOT_HTTPS']);
    // Stands for a name that looks public and resolves to 127.0.0.1.
    expect(await addresses.resolve(new URL('https://localhost/'), new AbortController().signal)).toBe(
      'PRIVATE_ADDRESS',
    );
    expect(
      await webhookAddresses(['127.0.0.0/8', '::1']).resolve(
        new URL('http://localhost/'),
        new AbortController().signal,
      ),
    ).toMatchObject({ addresses: expect.any(Array) });
  });

  it('resumes when its position is ahead of a restored database', async () => {
    const { id } = await createEndpoint('restored');
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('webhook_endpoints').set({ after_position: 9_000_000_000_000 }).where('id', '=', id).execute(),
    );
    await until('the place is put right', async () => {
      await server.app.jobs.runDue();
      clock.advance(6000);
      const { after_position: place } = await server.withActor(SYSTEM, (tx) =>
        tx.selectFrom('webhook_endpoints').select('after_position').where('id', '=', id).executeTakeFirstOrThrow(),
      );
      return place < 9_000_000_000_000;
    });
    clock.set(new Date(Math.ceil(clock.now().getTime() / HOUR_MS) * HOUR_MS)); // prices are per slot
    await desk.createReservation({ ...desk.time(90) });
    await arrived('restored');
  });

  it('is limited to head office, and to twenty endpoints', async () => {
    const owner = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores);
    const sub = await server.signIn(desk.shop, ['SUB_ADMIN']);
    expect((await owner.call('GET', path())).status).toBe(403);
    expect((await sub.call('POST', path(), { url: `${base}/x`, types: ['alarm.changed'] })).status).toBe(403);
    expect((await sub.call('GET', path())).status).toBe(200);
    const alone = await openBookingDesk(server);
    const add = () =>
      alone.admin.call('POST', `/${alone.shop.slug}/webhook-endpoint`, { url: `${base}/x`, types: ['store.changed'] });
    const all = await Promise.all(Array.from({ length: 24 }, add));
    expect(all.filter((it) => it.status === 200)).toHaveLength(20);
    expect(all.find((it) => it.status !== 200)?.body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: 'url', code: 'too_many' }],
    });
    const audited = await server.withActor(alone.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('action').where('action', 'like', 'webhook-endpoint.%').execute(),
    );
    expect(audited).toHaveLength(20);
  });
});

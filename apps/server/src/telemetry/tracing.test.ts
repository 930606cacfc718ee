/** @module-tag engines */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../testing/peers/otlp-receiver.ts';
import {
  makeVirtualDoor,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../testing/index.ts';

const SECRET_HEADERS = 'api-key=of-the-collector,x-tenant=one';

beforeAll(() => {
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe('traces to an OTLP receiver', () => {
  let receiver: OtlpReceiver;
  /** Listens to the devices. */
  let listener: TestServer;
  /** Serves the click. */
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let door: VirtualDoor;
  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    const config = { otlp: { endpoint: `${receiver.url}/`, headers: SECRET_HEADERS } };
    listener = await startTestServer({ config });
    shop = await listener.makeShop();
    door = await makeVirtualDoor(listener, shop, await listener.signIn(shop, ['ADMIN']), { name: 'traced' });
    server = await startTestServer({ beside: listener, config });
    admin = { ...(await listener.signIn(shop, ['ADMIN'])) };
    admin = { ...admin, call: server.caller(admin.token) };
  });
  afterAll(async () => {
    await door.lock.stop();
    await server.close();
    await listener.close();
    await receiver.close();
  });

  const newTrace = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') });
  const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);
  const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

  it('lead from the click at one process to the answer of the lock at another, with the request id', async () => {
    const { traceId, spanId } = newTrace();
    const answer = await admin.call(
      'POST',
      `/${shop.slug}/door/open`,
      { doorId: door.doorId },
      { traceparent: `00-${traceId}-${spanId}-01` },
    );
    expect(answer.body['status']).toBe('EXECUTED');
    await until('the spans arrive', async () => named(spansOf(traceId), 'device command OPEN').length === 1);
    await until('the answer arrives', async () => named(spansOf(traceId), 'answer of the device').length === 1);
    await until(
      'the request arrives',
      async () => named(spansOf(traceId), 'POST /api/v2/:product/door/open').length === 1,
    );
    const spans = spansOf(traceId);
    const [request] = named(spans, 'POST /api/v2/:product/door/open');
    const [command] = named(spans, 'device command OPEN');
    const [sending] = named(spans, 'send to the broker');
    const [reply] = named(spans, 'answer of the device');
    expect(request).toMatchObject({ parentSpanId: spanId, kind: 'SERVER', isError: false });
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v2/:product/door/open',
      'munjigi.request_id': answer.headers.get('x-request-id'),
      'http.response.status_code': '200',
    });
    expect(command).toMatchObject({ parentSpanId: request?.spanId, kind: 'PRODUCER', isError: false });
    expect(command?.attributes).toMatchObject({ 'munjigi.driver': 'ha-mqtt', 'munjigi.status': 'EXECUTED' });
    expect(sending).toMatchObject({ parentSpanId: command?.spanId, kind: 'PRODUCER' });
    expect(reply).toMatchObject({ parentSpanId: command?.spanId, kind: 'CONSUMER' });
    for (const span of spans) expect(span.endNanos).toBeGreaterThanOrEqual(span.startNanos);
    const transactions = named(spans, 'transaction');
    expect(transactions.length).toBeGreaterThan(0);
    for (const { parentSpanId, attributes } of transactions) {
      expect(parentSpanId).toBe(request?.spanId);
      expect(attributes['db.system.name']).toBe('postgresql');
    }
  });

  it('carry the status of a command that failed', async () => {
    const { traceId, spanId } = newTrace();
    door.lock.jammed(true);
    const answer = await admin.call(
      'POST',
      `/${shop.slug}/door/lock`,
      { doorId: door.doorId },
      { traceparent: `00-${traceId}-${spanId}-01` },
    );
    door.lock.jammed(false);
    expect(answer.body['status']).toBe('FAILED');
    await until('the command arrives', async () => named(spansOf(traceId), 'device command LOCK').length === 1);
    expect(named(spansOf(traceId), 'device command LOCK')[0]).toMatchObject({
      isError: true,
      attributes: { 'error.type': 'JAMMED', 'munjigi.status': 'FAILED' },
    });
  });

  it.each(['', 'garbage', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`])(
    'begin with the request for the unreadable traceparent «%s»',
    async (traceparent) => {
      const answer = await admin.call('GET', `/${shop.slug}/reservation3?storeId=${shop.stores[0]?.id}`, undefined, {
        ...(traceparent !== '' && { traceparent }),
      });
      const requestId = answer.headers.get('x-request-id');
      const find = () => receiver.spans.find(({ attributes }) => attributes['munjigi.request_id'] === requestId);
      await until('the span arrives', async () => find() !== undefined);
      expect(find()).toMatchObject({ parentSpanId: '' });
    },
  );

  it('name the service, its version and the headers of the receiver', async () => {
    await until('a batch arrives', async () => receiver.resources.length > 0);
    expect(receiver.resources[0]).toMatchObject({ 'service.name': 'munjigi', 'service.version': expect.any(String) });
    expect(receiver.headers[0]).toMatchObject({ 'api-key': 'of-the-collector', 'x-tenant': 'one' });
  });

  it('contain no path, no token and no address of a client', async () => {
    const secret = 'mjg_of-a-guest-and-of-nothing-else';
    const reply = await fetch(`${server.url}/api/v2/guest/reservation?token=${secret}`, {
      headers: { authorization: `Bearer ${secret}`, 'x-forwarded-for': '203.0.113.7' },
    });
    const requestId = reply.headers.get('x-request-id');
    await fetch(`${server.url}/g/${secret}`);
    await fetch(`${server.url}/d/${secret}`);
    await fetch(`${server.url}/api/v2/unknown/${secret}`);
    await until(
      'the span arrives',
      async () =>
        receiver.spans.some(({ attributes }) => attributes['munjigi.request_id'] === requestId) || reply.status === 404,
    );
    await admin.call('GET', `/${shop.slug}/door`);
    await until('a later span arrives', async () => named(receiver.spans, 'GET /api/v2/:product/door').length > 0);
    const all = JSON.stringify(receiver.spans, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const part of [secret, '203.0.113.7', admin.token, shop.slug]) expect(all).not.toContain(part);
  });
});

describe('an OTLP receiver that fails', () => {
  it.each(['refuses', 'hangs', 'away'] as const)(
    'neither delays a request nor fills the log when it %s',
    async (mode) => {
      const receiver = await startOtlpReceiver();
      if (mode === 'away') await receiver.close();
      else receiver.mode = mode;
      const logLines: string[] = [];
      const server = await startTestServer({ config: { otlp: { endpoint: receiver.url, headers: '' } }, logLines });
      try {
        const shop = await server.makeShop();
        const admin = await server.signIn(shop, ['ADMIN']);
        for (let number = 0; number < 20; number += 1) {
          const { status } = await admin.call(
            'GET',
            `/${shop.slug}/reservation3?storeId=${shop.stores[0]?.id}&limit=${number + 1}`,
          );
          expect(status).toBe(200);
        }
        if (mode !== 'hangs')
          await until('the loss is counted', async () =>
            /munjigi_trace_spans_lost_total [1-9]/.test(await (await fetch(`${server.url}/metrics`)).text()),
          );
      } finally {
        await server.close();
        if (mode !== 'away') await receiver.close();
      }
      expect(logLines.filter((line) => line.includes('OTLP')).length).toBeLessThanOrEqual(1);
    },
  );

  it('has no part in a server without an endpoint', async () => {
    const server = await startTestServer();
    try {
      expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('munjigi_trace');
    } finally {
      await server.close();
    }
  });
});

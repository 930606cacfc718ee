import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor, SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  startPushService,
  startTestServer,
  until,
  type Caller,
  type FakePushService,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';
import { addNotification } from '../payments/index.ts';
import { postGuarded } from '../webhooks/index.ts';
import { pushAddresses } from './push-addresses.ts';

describe('addresses of push services', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let service: FakePushService;
  let shop: Shop;
  let support: Caller;
  let key: string;
  beforeAll(async () => {
    // Webhooks may reach internal networks that the operator allows; push never does.
    server = await startTestServer({
      clock,
      config: {
        webhookAllow: ['127.0.0.1', '10.0.0.0/8', '169.254.0.0/16'],
        pushTestNetworks: [],
        pushAllowHosts: ['*.push.example.com'],
      },
    });
    service = await startPushService(clock.now);
    shop = await server.makeShop();
    support = await server.signIn(shop, ['CUSTOMER_MANAGER'], [], 24 * 60);
    key = String((await support.call('GET', '/auth/push')).body['publicKey']);
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });

  const subscribe = async (endpoint: string) =>
    (await support.call('POST', '/auth/push', { ...service.subscribe(key).subscription, endpoint, kinds: ['MONEY'] }))
      .body;
  const codeOf = async (endpoint: string) => (await subscribe(endpoint))['errors']?.[0]?.['code'];

  it('rejects an address on this machine or in an internal network, even with WEBHOOK_ALLOW', async () => {
    for (const endpoint of [
      service.subscribe(key).subscription.endpoint,
      'http://127.0.0.1:5432/',
      'https://127.0.0.1/',
      'https://10.0.0.1/push',
      'https://10.0.0.1:8443/push',
      'https://169.254.169.254/latest',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://2130706433/',
    ]) {
      expect([endpoint, await codeOf(endpoint)]).toEqual([endpoint, 'private_address']);
    }
  });

  it('rejects an unknown push service, another port, plain HTTP and an address without a host name', async () => {
    for (const endpoint of [
      'https://localhost/x',
      'https://munjigi.internal/x',
      'https://intranet/x',
      'https://evil.example/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://evilnotify.windows.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://8.8.8.8/x',
      'https://push.example.com/x',
      'https://fcm.googleapis.com./x',
    ])
      expect([endpoint, await codeOf(endpoint)]).toEqual([endpoint, 'unknown_push_service']);
    expect(await codeOf('http://fcm.googleapis.com/x')).toBe('not_https');
    expect(await codeOf('https://user:word@fcm.googleapis.com/x')).toBe('credentials_in_url');
  });

  it('accepts the push services of the browsers and of the configuration', async () => {
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/x',
      'https://updates.push.services.mozilla.com/wpush/v2/x',
      'https://wns2-sg2p.notify.windows.com/w/?token=x',
      'https://web.push.apple.com/x',
      'https://fcm.googleapis.com:443/y',
      'https://eu.push.example.com/x',
    ])
      expect([endpoint, (await subscribe(endpoint))['id']]).toEqual([endpoint, expect.any(String)]);
  });

  it('does not connect to a name that resolves to any internal address', async () => {
    const message = { url: 'https://fcm.googleapis.com/x', headers: {}, body: Buffer.from('x') };
    for (const addresses of [
      ['169.254.169.254'],
      ['127.0.0.1'],
      ['8.8.8.8', '10.0.0.1'],
      ['fd00::1'],
      ['::ffff:127.0.0.1'],
    ]) {
      const lookupAll = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const guarded = pushAddresses({ pushAllowHosts: [], pushTestNetworks: ['127.0.0.1'], lookupAll });
      expect([addresses, await postGuarded(guarded, message, 1000)]).toEqual([
        addresses,
        { status: null, error: 'PRIVATE_ADDRESS' },
      ]);
    }
    const nowhere = pushAddresses({
      pushAllowHosts: [],
      pushTestNetworks: [],
      lookupAll: () => Promise.reject(new Error('ENOTFOUND')),
    });
    expect(await postGuarded(nowhere, message, 1000)).toEqual({ status: null, error: 'UNKNOWN_HOST' });
  });

  it('sends nothing to an address that the current configuration does not allow, and does not retry', async () => {
    const before = await startTestServer({ beside: server, config: { pushTestNetworks: ['127.0.0.1'] } });
    const browser = service.subscribe(key);
    const who = await server.signIn(shop, ['ADMIN'], [], 24 * 60);
    const { body } = await before.caller(who.token)('POST', '/auth/push', {
      ...browser.subscription,
      kinds: ['MONEY'],
    });
    await before.close();
    const id = String(body['id']);
    const [store] = shop.stores;
    await server.withActor(storeActor(shop.productId, store?.id ?? ''), (tx) =>
      addNotification(tx, {
        productId: shop.productId,
        storeId: store?.id ?? '',
        kind: 'PAID',
        reservationId: null,
        amount: 30_000,
        text: '홍*동 님 결제',
        at: clock.now(),
      }),
    );
    const turns = () =>
      server.withActor(SYSTEM, (tx) =>
        tx.selectFrom('push_turns').selectAll().where('subscription_id', '=', id).execute(),
      );
    await until('a message is due', async () => (await turns()).some((turn) => turn.due_at !== null));
    await until('its turn is over', async () => {
      clock.advance(2000);
      return (await turns()).every((turn) => turn.due_at === null);
    });
    expect([browser.requestCount(), (await turns())[0]?.attempts]).toEqual([0, 0]);
  });
});

import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  itemsOf,
  startTestBroker,
  startTestServer,
  until,
  type Caller,
  type JsonBody,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

/** Accounts of devices at the embedded broker, from the form to the connection (DR-80). */
describe('device accounts', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ hasEmbeddedBroker: true });
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(() => server.close());

  const pathOf = (number = 0) => `/${shop.slug}/store/${shop.stores[number]?.id ?? ''}/broker`;
  const create = async (name: string, number = 0): Promise<JsonBody> => {
    const { status, body } = await admin.call('POST', `${pathOf(number)}/account`, { name });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const connect = (account: JsonBody, password = String(account['password'])) =>
    mqtt.connectAsync(`mqtt://127.0.0.1:${new URL(server.mqttUrl).port}`, {
      username: String(account['userName']),
      password,
      reconnectPeriod: 0,
    });

  it('reads the address that a lock of the store connects to', async () => {
    const { body } = await admin.call('GET', pathOf());
    expect(body).toMatchObject({
      host: '127.0.0.1',
      port: Number(new URL(server.mqttUrl).port),
      isEncrypted: false,
      isEmbedded: true,
      isLoopback: true,
      topicPrefix: shop.stores[0]?.mqttPrefix,
      accounts: [],
    });
    expect(JSON.stringify(body)).not.toContain(new URL(server.mqttUrl).password);
  });

  it('creates an account that connects below the prefix of its store only, and shows its password once', async () => {
    const account = await create('앞문');
    expect(account).toMatchObject({ name: '앞문', revokedAt: null });
    const client = await connect(account);
    const prefix = shop.stores[0]?.mqttPrefix ?? '';
    const [granted] = await client.subscribeAsync(`${prefix}/lock/set`);
    expect(granted?.qos).toBe(0);
    await expect(client.subscribeAsync(`${shop.stores[1]?.mqttPrefix ?? ''}/lock/set`)).rejects.toThrow(
      /Unspecified error|Not authorized/,
    );
    await client.endAsync();
    await expect(connect(account, 'wrong')).rejects.toThrow(/Bad username or password|Not authorized/);

    const { body } = await admin.call('GET', pathOf());
    const listed = (body['accounts'] ?? []) as unknown as JsonBody[];
    expect(listed[0]).toMatchObject({ id: account['id'], name: '앞문' });
    expect(JSON.stringify(body)).not.toContain(String(account['password']));
    const log = await admin.call('GET', `/${shop.slug}/audit?action=device-account&limit=20`);
    expect(itemsOf(log.body).map((entry) => entry['action'])).toContain('device-account.created');
    expect(JSON.stringify(log.body)).not.toContain(String(account['password']));
  });

  it('does not repeat the password for a repeated request', async () => {
    const repeat = () =>
      admin.call('POST', `${pathOf()}/account`, { name: '뒷문' }, { 'idempotency-key': 'the-same-account' });
    const first = await repeat();
    const second = await repeat();
    expect(second.body).toEqual({ ...first.body, password: null });
  });

  it('ends the connection of a revoked account at once, and refuses its next one', async () => {
    const account = await create('잃어버린 브리지');
    const client = await connect(account);
    const revoked = await admin.call('DELETE', `/${shop.slug}/device-account/${String(account['id'])}`);
    expect([revoked.status, typeof revoked.body['revokedAt']]).toEqual([200, 'string']);
    await until('the connection has ended', () => !client.connected);
    await expect(connect(account)).rejects.toThrow(/Bad username or password|Not authorized/);
    expect((await admin.call('DELETE', `/${shop.slug}/device-account/${String(account['id'])}`)).status).toBe(404);
    await client.endAsync(true);
  });

  it('is refused to a person without the right, and hides other stores (AC-1)', async () => {
    const support = await server.signIn(shop, ['CUSTOMER_MANAGER']);
    expect((await support.call('POST', `${pathOf()}/account`, { name: 'x' })).status).toBe(403);
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    expect((await owner.call('GET', pathOf())).status).toBe(404);
    expect((await owner.call('POST', `${pathOf()}/account`, { name: 'x' })).status).toBe(404);
    const account = await create('남의 것');
    expect((await owner.call('DELETE', `/${shop.slug}/device-account/${String(account['id'])}`)).status).toBe(404);
    const client = await connect(account);
    expect(client.connected).toBe(true);
    await client.endAsync();
  });

  it('names an external broker without its password, and creates no account there', async () => {
    const broker = await startTestBroker();
    const beside = await startTestServer({ mqttUrl: broker.url });
    const other = await beside.makeShop();
    const boss = await beside.signIn(other, ['ADMIN']);
    const path = `/${other.slug}/store/${other.stores[0]?.id ?? ''}/broker`;
    expect((await boss.call('GET', path)).body).toMatchObject({ isEmbedded: false, port: broker.port });
    expect((await boss.call('POST', `${path}/account`, { name: 'x' })).body['code']).toBe('BROKER_ELSEWHERE');
    await beside.close();
    await broker.close();
  });
});

/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { embeddedBrokerFault, loadConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import { launchServer } from '../../launch.ts';
import type { EmbeddedBroker } from '../../mqtt/index.ts';
import {
  listenToEvents,
  makeVirtualDoor,
  startTestBroker,
  startTestServer,
  until,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const it of open.splice(0).reverse()) await it.close();
});

async function startOnBroker(): Promise<{
  broker: EmbeddedBroker;
  server: TestServer;
  shop: Shop;
  door: VirtualDoor;
  logLines: string[];
}> {
  const broker = await startTestBroker();
  open.push(broker);
  const logLines: string[] = [];
  const server = await startTestServer({ mqttUrl: broker.url, logLines });
  open.push(server);
  const shop = await server.makeShop();
  const admin = await server.signIn(shop, ['ADMIN']);
  const door = await makeVirtualDoor(server, shop, admin, { name: 'front' });
  open.push({ close: () => door.lock.stop() });
  return { broker, server, shop, door, logLines };
}

async function connectTo({ databaseUrl }: TestServer): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  open.push({ close: () => client.end() });
  return client;
}

/**
 * Returns the tables with a row that contains one of the words, as text or as bytes. Runs as the owner of the tables,
 * who sees all rows.
 */
async function tablesWith(client: pg.Client, words: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  const patterns = words.flatMap((word) => [`%${word}%`, `%${Buffer.from(word).toString('hex')}%`]);
  const found: string[] = [];
  for (const { name } of rows) {
    await client.query(`alter table ${name} no force row level security`);
    const { rowCount } = await client.query(`select from ${name} as it where it::text like any ($1) limit 1`, [
      patterns,
    ]);
    if (rowCount) found.push(name);
  }
  expect(rows.length).toBeGreaterThan(50);
  return found;
}

async function mqttOf({ url }: TestServer): Promise<{ status: number; mqtt: string }> {
  const reply = await fetch(`${url}/readyz`);
  return { status: reply.status, mqtt: ((await reply.json()) as { mqtt: string }).mqtt };
}

describe('the lease of a broker', () => {
  it('has one leader for two processes that reach the broker by different host names', async () => {
    const { broker, server, door } = await startOnBroker();
    const beside = await startTestServer({ beside: server, mqttUrl: broker.url.replace('127.0.0.1', 'localhost') });
    open.push(beside);
    await until('both are connected', async () =>
      [await mqttOf(server), await mqttOf(beside)].every((it) => it.mqtt === 'connected'),
    );
    for (const it of [server, beside, server, beside]) await it.app.devices.runTick();
    const client = await connectTo(server);
    const { rows } = await client.query('select broker_name, until > now() as held from device_listeners');
    expect(rows).toEqual([{ broker_name: 'main', held: true }]);
    const count = async () => (await door.history()).filter((row) => row['status'] === 'REPORTED').length;
    const before = await count();
    for (const to of ['UNLOCKED', 'LOCKED'] as const) {
      door.lock.turn(to);
      await until(`it is ${to}`, async () => (await door.read())['lockState'] === to);
    }
    expect(await count()).toBe(before + 2);
  });

  it('keeps the password of the broker out of tables, log lines, metrics and replies', async () => {
    const { broker, server, door, logLines } = await startOnBroker();
    const { password } = new URL(broker.url);
    await door.operate('open');
    const port = new URL(broker.url).port;
    await broker.close();
    await until('the server says that the broker is away', async () => (await mqttOf(server)).mqtt === 'not connected');
    expect(await door.operate('open')).toMatchObject({ error: { code: 'BROKER_UNREACHABLE' } });
    // The next broker on that port has another password, so each attempt to connect is logged as an error.
    const other = await startTestBroker({
      port: Number(port),
      secret: 'another-secret-of-the-tests-and-of-nothing-else',
    });
    open.push(other);
    await until('the refusal is logged', () => logLines.some((line) => /Bad username or password/i.test(line)));
    const replies = await Promise.all(
      ['/readyz', '/metrics', '/healthz'].map(async (where) => (await fetch(`${server.url}${where}`)).text()),
    );
    expect([...logLines, ...replies].filter((text) => text.includes(password))).toEqual([]);
    const client = await connectTo(server);
    expect(await tablesWith(client, [password])).toEqual([]);
    // The scan finds the name of the broker, which proves that it works.
    expect(await tablesWith(client, ['main'])).toContain('device_listeners');
  });

  it('rejects a row that is keyed by a URL, as a process of the previous version would write it', async () => {
    const server = await startTestServer();
    open.push(server);
    const client = await connectTo(server);
    const insert = (name: string) =>
      client.query('insert into device_listeners (broker_name, holder, until) values ($1, gen_random_uuid(), now())', [
        name,
      ]);
    await insert('second');
    await expect(insert('mqtt://munjigi:secret@broker:1883')).rejects.toThrow('device_listeners_broker_name_check');
    await expect(
      client.query("insert into device_listeners (broker, holder, until) values ('x', gen_random_uuid(), now())"),
    ).rejects.toThrow('column "broker"');
  });
});

describe('two brokers, one down', () => {
  it('keeps the API and the streams of the process without a broker, and the doors of the other broker, in service', async () => {
    const { server, shop, door } = await startOnBroker();
    const nowhere = createServer();
    const port = await new Promise<number>((resolve) =>
      nowhere.listen(0, '127.0.0.1', () => resolve((nowhere.address() as AddressInfo).port)),
    );
    await new Promise((resolve) => nowhere.close(resolve));
    const down = await startTestServer({
      beside: server,
      mqttUrl: `mqtt://me:secret@127.0.0.1:${port}`,
      config: { mqttBrokerName: 'second' },
    });
    open.push(down);
    expect(await mqttOf(down)).toEqual({ status: 200, mqtt: 'not connected' });
    expect(await (await fetch(`${down.url}/metrics`)).text()).toMatch(/^munjigi_mqtt_connected 0$/m);

    const person = await server.signIn(shop, ['ADMIN']);
    const there = { ...person, call: down.caller(person.token) };
    const stream = await listenToEvents(down.url, shop.slug, person.token);
    open.push(stream);
    const room = await there.call('POST', `/${shop.slug}/room`, {
      storeId: shop.stores[0]?.id,
      name: 'Made there',
      capacity: 4,
    });
    expect(room.status).toBe(200);
    expect(await door.operate('open', { by: there })).toMatchObject({
      status: 'REJECTED_OFFLINE',
      error: { code: 'BROKER_UNREACHABLE' },
    });
    expect(await door.operate('open')).toMatchObject({ status: 'EXECUTED' });
    await until('the stream of the one that is down tells of the opening', () =>
      stream.events.some(
        ({ event, data }) =>
          event === 'door.changed' &&
          (data as { id: string; lockState: string }).id === door.doorId &&
          (data as { lockState: string }).lockState === 'UNLOCKED',
      ),
    );
    // Only the connected broker has a listener.
    const client = await connectTo(server);
    const { rows } = await client.query('select broker_name from device_listeners where until > now()');
    expect(rows).toEqual([{ broker_name: 'main' }]);
  });
});

describe('the embedded broker beside DATABASE_URL', () => {
  const env = { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x', TOKEN_SECRET: 'x'.repeat(40) };

  it('is refused before anything is started, with a message that says what to do', async () => {
    const config = loadConfig(null, env);
    const refusal = launchServer(config, { warn: () => undefined } as never, { onDatabaseLost: () => undefined });
    await expect(refusal).rejects.toThrow(ConfigError);
    await expect(refusal).rejects.toThrow(
      /MQTT_URL: it is needed with DATABASE_URL\. Name your broker: mqtts:.*EMBEDDED_BROKER=1/,
    );
  });

  it('is allowed with EMBEDDED_BROKER=1, with MQTT_URL and with the embedded database', () => {
    expect(embeddedBrokerFault(loadConfig(null, { ...env, EMBEDDED_BROKER: '1' }))).toBeNull();
    expect(embeddedBrokerFault(loadConfig(null, { ...env, MQTT_URL: 'mqtts://a:b@broker' }))).toBeNull();
    expect(embeddedBrokerFault(loadConfig(null, { TOKEN_SECRET: 'x'.repeat(40) }))).toBeNull();
  });

  it('has a fixed name, and an external one is called main unless it is named', () => {
    const nameOf = (more: NodeJS.ProcessEnv) => loadConfig(null, { ...env, ...more }).mqttBrokerName;
    expect([
      nameOf({ MQTT_BROKER_NAME: 'busan' }),
      nameOf({ MQTT_URL: 'mqtt://broker' }),
      nameOf({ MQTT_URL: 'mqtt://broker', MQTT_BROKER_NAME: 'busan' }),
    ]).toEqual(['embedded', 'main', 'busan']);
  });
});

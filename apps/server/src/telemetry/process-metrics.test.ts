/** @module-tag engines */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../db/index.ts';
import { makeVirtualDoor, startTestServer, until, type TestServer, type VirtualDoor } from '../testing/index.ts';

describe('the figures of a process in /metrics', () => {
  let server: TestServer;
  let other: TestServer;
  let door: VirtualDoor;
  beforeAll(async () => {
    server = await startTestServer();
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    door = await makeVirtualDoor(server, shop, admin, { name: 'measured', relockMs: 60_000 });
    other = await startTestServer({ beside: server, config: { databasePool: 2 } });
  });
  afterAll(async () => {
    await door.lock.stop();
    await other.close();
    await server.close();
  });

  async function readFigures(of: TestServer = server): Promise<Record<string, number>> {
    const text = await (await fetch(`${of.url}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
  }
  const commands = (action: string, status: string) =>
    `munjigi_device_commands_total{driver="ha-mqtt",action="${action}",status="${status}"}`;
  const ANSWERS = 'munjigi_device_answer_seconds_count{driver="ha-mqtt",action="OPEN"}';

  it('count the commands of every driver from 0 on, by driver, action and final status', async () => {
    const figures = await readFigures();
    for (const driver of ['ha-mqtt', 'shelly', 'tasmota', 'zigbee2mqtt'])
      expect(figures[`munjigi_device_commands_total{driver="${driver}",action="LOCK",status="TIMED_OUT"}`]).toBe(0);
    const before = figures[commands('OPEN', 'EXECUTED')] ?? NaN;
    await door.operate('open');
    const after = await readFigures();
    expect(after[commands('OPEN', 'EXECUTED')]).toBe(before + 1);
    expect(after[ANSWERS]).toBe(1);
    expect(after['munjigi_device_answer_seconds_sum{driver="ha-mqtt",action="OPEN"}']).toBeGreaterThan(0);
  });

  it('count a command that the server refused, and measure no answer of it', async () => {
    await door.lock.offline(true);
    await until('the lock is offline', async () => (await door.read())['online'] === 'DEVICE_OFFLINE');
    const before = await readFigures();
    await door.operate('lock');
    const after = await readFigures();
    expect(after[commands('LOCK', 'REJECTED_OFFLINE')]).toBe((before[commands('LOCK', 'REJECTED_OFFLINE')] ?? NaN) + 1);
    expect(after['munjigi_device_answer_seconds_count{driver="ha-mqtt",action="LOCK"}']).toBeUndefined();
    await door.lock.offline(false);
  });

  it('name the process that holds the lease of the device listener', async () => {
    const LEASE = 'munjigi_lease_held{lease="device_listener"}';
    await until('the server listens', async () => (await readFigures())[LEASE] === 1);
    expect((await readFigures(other))[LEASE]).toBe(0);
    expect((await readFigures())['munjigi_lease_held{lease="messages.send"}']).toBeGreaterThanOrEqual(0);
  });

  it('measure the waits for a connection of a pool whose connections are all in use', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = await readFigures(other);
    expect(before['munjigi_database_connections_max']).toBe(2);
    const holders = [1, 2].map(() => other.withActor(SYSTEM, () => held));
    const waiting = other.withActor(SYSTEM, async () => undefined);
    try {
      // Not by a scrape, which needs a connection itself.
      await until('a transaction waits', async () => {
        const { idle, waiting } = other.app.db.pool();
        return idle === 0 && waiting > 0;
      });
    } finally {
      release();
    }
    await Promise.all([...holders, waiting]);
    const after = await readFigures(other);
    expect(after['munjigi_database_wait_seconds_count']).toBeGreaterThanOrEqual(
      (before['munjigi_database_wait_seconds_count'] ?? NaN) + 3,
    );
    expect(after['munjigi_database_connections_idle']).toBeGreaterThanOrEqual(0);
  });

  it('name the slots of each lane, and the jobs that run in them', async () => {
    const figures = await readFigures();
    expect(figures['munjigi_job_slots{lane="messages"}']).toBe(2);
    expect(figures['munjigi_jobs_running{lane="messages"}']).toBeLessThanOrEqual(2);
  });
});

import { startVirtualLock, type VirtualLock } from '@munjigi/virtual-devices';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Command } from '@munjigi/contract';
import { systemClock } from '../apps/server/src/clock.ts';
import { migrate, startEmbeddedPostgres } from '../apps/server/src/db/index.ts';
import { createTokens } from '../apps/server/src/modules/accounts/index.ts';

/** A product with one store and an ADMIN, its database and broker in processes of their own, and servers to start and kill. */

const root = path.resolve(import.meta.dirname, '..');
const TOKEN_SECRET = 'of-the-measurement-and-of-nothing-else-0000';
const SLUG = 'measured';
export const PREFIX = `${SLUG}/one`;
const agent = new Agent({ keepAlive: true });

export interface Broker {
  readonly url: string;
  start(): Promise<void>;
  /** As `kill -9`. */
  kill(): Promise<void>;
}

export interface Server {
  readonly url: string;
  /** As `kill -9`. */
  kill(): Promise<void>;
}

export interface Rig {
  readonly broker: Broker;
  /** The built server, ready; on the rig's database and broker. */
  startServer(): Promise<Server>;
  call<T>(server: Server, method: string, path: string, body?: object, headers?: Record<string, string>): Promise<T>;
  /** A lock that was approved as a door, opened for so long that nothing locks it but who asks. */
  makeDoor(server: Server, options: { name: string; moveMs: number }): Promise<{ doorId: string; lock: VirtualLock }>;
  stop(): Promise<void>;
}

export async function makeRig(): Promise<Rig> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'munjigi-bench-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run as another user than we do
  const postgres = await startEmbeddedPostgres({ dataDir, password: 'of-the-measurement' });
  await migrate(postgres.url, path.join(root, 'apps/server/src/db/migrations'));
  const token = await fill(postgres.adminUrl.replace(/\/postgres\?/, '/munjigi?'));
  // A copy: servers are started again and again, and a build meanwhile must not change what is tried. Packages are found from here.
  const program = path.join(root, '.cache', `server-of-${process.pid}`);
  cpSync(path.join(root, 'apps/server/dist'), program, { recursive: true });
  const broker = brokerOn(await freePort());
  await broker.start();
  const servers = new Set<Server>();
  const locks: VirtualLock[] = [];

  const rig: Rig = {
    broker,
    async startServer() {
      const server = await startServer(path.join(program, 'main.js'), { DATABASE_URL: postgres.url.replace('@/', '@localhost/'), MQTT_URL: broker.url });
      servers.add(server);
      return server;
    },
    call: (server, method, where, body, headers = {}) => ask(`${server.url}/api/v2/${SLUG}${where}`, method, { authorization: `Bearer ${token}`, ...headers }, body),
    async makeDoor(server, { name, moveMs }) {
      const lock = await startVirtualLock({ url: broker.url, prefix: PREFIX, name, moveMs });
      locks.push(lock);
      const found = await until(async () => {
        const { items } = await rig.call<{ items: { id: string; name: string }[] }>(server, 'GET', '/door/discovered');
        return items.find((item) => item.name === name);
      });
      const door = await rig.call<{ id: string; version: number }>(server, 'POST', '/door', { discoveredLockId: found.id, name, roomId: null });
      await rig.call(server, 'PATCH', `/door/${door.id}`, { version: door.version, openSeconds: 600 });
      await until(() => isOnline(rig, server));
      return { doorId: door.id, lock };
    },
    async stop() {
      for (const lock of locks) await lock.stop();
      for (const server of servers) await server.kill();
      await broker.kill();
      await postgres.stop();
      for (const folder of [dataDir, program]) rmSync(folder, { recursive: true, force: true });
    },
  };
  return rig;
}

export async function isOnline(rig: Rig, server: Server): Promise<boolean> {
  const { items } = await rig.call<{ items: { online: string; lockState: string }[] }>(server, 'GET', '/door');
  return items.length > 0 && items.every((door) => door.online === 'ONLINE' && door.lockState !== 'UNKNOWN');
}

/** All of a door's commands, oldest first. */
export async function readCommands(rig: Rig, server: Server, doorId: string): Promise<Command[]> {
  const found: Command[] = [];
  for (let page = 0; ; page += 1) {
    const { items } = await rig.call<{ items: Command[] }>(server, 'GET', `/device-control/history?targetId=${doorId}&limit=200&page=${page}`);
    found.push(...items.filter((item) => item.action === 'OPEN' || item.action === 'LOCK'));
    if (items.length < 200) return found.reverse();
  }
}

export async function until<T>(ask: () => Promise<T | undefined | false>, timeoutMs = 30_000): Promise<T> {
  for (const endsAt = Date.now() + timeoutMs; Date.now() < endsAt; await sleep(20)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error(`Waited ${timeoutMs} ms in vain`);
}

function brokerOn(port: number): Broker {
  let child: ChildProcess | null = null;
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async start() {
      const next = fork(path.join(import.meta.dirname, 'broker-process.ts'), [String(port)], { execArgv: process.execArgv });
      child = next;
      await new Promise<void>((resolve, reject) => {
        next.once('message', () => resolve());
        next.once('exit', (code) => reject(new Error(`the broker ended: ${code}`)));
      });
    },
    kill: async () => (child ? killed(child) : undefined),
  };
}

async function startServer(program: string, env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', TOKEN_SECRET, DEMO: '0', LOG_LEVEL: process.env['BENCH_LOG'] ?? 'silent', ...env },
    stdio: ['ignore', process.env['BENCH_LOG'] ? 'inherit' : 'ignore', 'inherit'],
  });
  const server = { url: `http://127.0.0.1:${port}`, kill: () => killed(child) };
  await until(async () => {
    if (child.exitCode !== null) throw new Error('The server ended: see above');
    // Until it listens the connection is refused.
    return fetch(`${server.url}/readyz`).then((reply) => reply.ok, () => false);
  });
  return server;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.removeAllListeners('message');
  child.kill('SIGKILL');
  await ended;
}

/** By hand and over one connection, so that little of what is measured is the client's own. */
function ask<T>(url: string, method: string, headers: Record<string, string>, body?: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(
      url,
      { method, agent, headers: { ...headers, ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }) } },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          if (reply.statusCode === 200) resolve(JSON.parse(answer) as T);
          else reject(new Error(`${method} ${url}: ${reply.statusCode} ${answer}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

async function fill(superuserUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const [productId, userId, sessionId] = [uuidv7(), uuidv7(), uuidv7()];
    await client.query('insert into products (id, slug, name, created_at) values ($1, $2, $2, now())', [productId, SLUG]);
    await client.query('insert into stores (product_id, id, name, mqtt_prefix, created_at) values ($1, $2, $3, $4, now())', [productId, uuidv7(), 'One', PREFIX]);
    await client.query(
      `insert into users (id, product_id, email, name, password_hash, roles, created_at) values ($1, $2, 'measured@demo.test', 'Measured', 'none', '{ADMIN}', now())`,
      [userId, productId],
    );
    const expiresAt = new Date(Date.now() + 3 * 3600_000);
    await client.query("insert into sessions (id, user_id, created_at, expires_at, address, user_agent) values ($1, $2, now(), $3, '127.0.0.1', 'bench')", [sessionId, userId, expiresAt]);
    return await createTokens(TOKEN_SECRET, systemClock).sign({ userId, sessionId }, expiresAt);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

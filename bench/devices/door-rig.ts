import { startVirtualLock, type VirtualLock } from '@munjigi/virtual-devices';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Command } from '@munjigi/contract';
import { systemClock } from '../../apps/server/src/clock.ts';
import { migrateDatabase, startEmbeddedPostgres } from '../../apps/server/src/db/index.ts';
import { createTokens } from '../../apps/server/src/modules/accounts/index.ts';
import { brokerUrl, serverAccount } from '../../apps/server/src/mqtt/broker-accounts.ts';
import { keptConnection } from '../support/kept-connection.ts';

/**
 * A product with one store of eight rooms and an ADMIN, a database and a broker in separate processes, and servers that
 * can be started and killed.
 */

const root = path.resolve(import.meta.dirname, '../..');
export const TOKEN_SECRET = 'of-the-measurement-and-of-nothing-else-0000';
const BROKER_SECRET = 'of-the-measured-broker-and-of-nothing-else';
export const SLUG = 'measured';
export const PREFIX = `${SLUG}/one`;
const agent = new Agent({ keepAlive: true });

export interface Broker {
  /** Includes the server's account, where the broker has accounts. */
  readonly url: string;
  start(): Promise<void>;
  /** Sends SIGKILL (`kill -9`). */
  kill(): Promise<void>;
}

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Sends SIGTERM, as systemd does, and waits for the end of the process. Returns its exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL (`kill -9`). */
  kill(): Promise<void>;
}

export interface Rig extends Filled {
  readonly broker: Broker;
  /** A superuser's connection, to read all stored rows. */
  readonly superuserUrl: string;
  /** The session token of the ADMIN. */
  readonly token: string;
  /** The data folder of PostgreSQL. */
  readonly dataDir: string;
  /** Starts the built server, on the rig's database and on its broker or a proxy of it; resolves when it is ready. */
  /** `program`: another build of the server than the product's. `requestLimit`: 0, no limit, by default. */
  startServer(options?: {
    readonly mqttUrl?: string;
    readonly program?: string | undefined;
    readonly requestLimit?: number;
    /** A free one by default. */
    readonly port?: number;
    /** Another way to the rig's database. */
    readonly databaseUrl?: string;
    /** Gets each line that the server logs from the level `info` on. */
    readonly onLogLine?: (line: string) => void;
  }): Promise<Server>;
  /** The database as the servers reach it. */
  readonly databaseUrl: string;
  /** A dedicated connection for sequential requests. */
  connect(server: Server): Promise<{ call<T>(method: string, path: string, body: object): Promise<T>; close(): void }>;
  call<T>(server: Server, method: string, path: string, body?: object, headers?: Record<string, string>): Promise<T>;
  /** A lock that was approved as a door. It stays open so long that only a command locks it. */
  makeDoor(server: Server, options: { name: string; moveMs: number }): Promise<{ doorId: string; lock: VirtualLock }>;
  stop(): Promise<void>;
}

/** An empty database, and the connection of a superuser to it. */
interface RigDatabase {
  readonly url: string;
  readonly superuserUrl: string;
  stop(): Promise<void>;
}

interface RigOptions {
  readonly brokerOn?: (port: number) => Broker;
  readonly database?: RigDatabase;
  /** Those of another release. */
  readonly migrations?: string;
}

/** `brokerOn` starts a broker on a port; the embedded one by default, as is the database. */
export async function makeRig({
  brokerOn = embeddedBrokerOn,
  database,
  migrations = path.join(root, 'apps/server/src/db/migrations'),
}: RigOptions = {}): Promise<Rig> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'munjigi-bench-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run as another user than this process.
  const postgres = database ?? (await startRigDatabase(dataDir));
  const { superuserUrl } = postgres;
  await migrateDatabase(postgres.url, migrations);
  const { token, ...filled } = await fill(superuserUrl);
  // A copy of the bundle: servers are restarted often, and a build meanwhile must not change the tested program.
  // Packages are found from this folder.
  const program = path.join(root, '.cache', `server-of-${process.pid}`);
  cpSync(path.join(root, 'apps/server/dist'), program, { recursive: true });
  const broker = brokerOn(await freePort());
  await broker.start();
  const servers = new Set<Server>();
  const locks: VirtualLock[] = [];

  const databaseUrl = postgres.url.replace('@/', '@localhost/');
  const rig: Rig = {
    ...filled,
    broker,
    superuserUrl,
    token,
    dataDir,
    databaseUrl,
    async startServer({ mqttUrl = broker.url, program: other, requestLimit = 0, onLogLine, port, ...way } = {}) {
      const server = await startServer(
        other ?? path.join(program, 'main.js'),
        {
          DATABASE_URL: way.databaseUrl ?? databaseUrl,
          MQTT_URL: mqttUrl,
          REQUEST_LIMIT: String(requestLimit),
          ...(onLogLine ? { LOG_LEVEL: 'info' } : {}),
          PORT: String(port ?? (await freePort())),
        },
        onLogLine,
      );
      servers.add(server);
      return server;
    },
    async connect(server) {
      const connection = await keptConnection(server.url);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return {
        call: async (method, where, body) =>
          JSON.parse(await connection.ask(method, `/api/v2/${SLUG}${where}`, headers, JSON.stringify(body))),
        close: connection.close,
      };
    },
    call: (server, method, where, body, headers = {}) =>
      ask(`${server.url}/api/v2/${SLUG}${where}`, method, { authorization: `Bearer ${token}`, ...headers }, body),
    async makeDoor(server, { name, moveMs }) {
      const lock = await startVirtualLock({ url: broker.url, prefix: PREFIX, name, moveMs });
      locks.push(lock);
      const found = await until(async () => {
        const { items } = await rig.call<{ items: { id: string; name: string }[] }>(server, 'GET', '/door/discovered');
        return items.find((item) => item.name === name);
      });
      const door = await rig.call<{ id: string; version: number }>(server, 'POST', '/door', {
        discoveredLockId: found.id,
        name,
        roomId: null,
      });
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

async function startRigDatabase(dataDir: string): Promise<RigDatabase> {
  const { url, adminUrl, stop } = await startEmbeddedPostgres({ dataDir, password: 'of-the-measurement' });
  return { url, superuserUrl: adminUrl.replace(/\/postgres\?/, '/munjigi?'), stop };
}

async function isOnline(rig: Rig, server: Server): Promise<boolean> {
  const { items } = await rig.call<{ items: { online: string; lockState: string }[] }>(server, 'GET', '/door');
  return items.length > 0 && items.every((door) => door.online === 'ONLINE' && door.lockState !== 'UNKNOWN');
}

/** All commands of a door, oldest first. */
export async function readCommands(rig: Rig, server: Server, doorId: string): Promise<Command[]> {
  const found: Command[] = [];
  for (let cursor = ''; ;) {
    const page = await rig.call<{ items: Command[]; nextCursor: string | null }>(
      server,
      'GET',
      `/device-control/history?targetId=${doorId}&limit=200${cursor}`,
    );
    found.push(...page.items.filter((item) => item.action === 'OPEN' || item.action === 'LOCK'));
    if (page.nextCursor === null) return found.reverse();
    cursor = `&cursor=${page.nextCursor}`;
  }
}

export async function until<T>(ask: () => Promise<T | undefined | false>, timeoutMs = 60_000): Promise<T> {
  for (const endsAt = Date.now() + timeoutMs; Date.now() < endsAt; await sleep(20)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error(`Waited ${timeoutMs} ms in vain`);
}

function embeddedBrokerOn(port: number): Broker {
  let child: ChildProcess | null = null;
  return {
    url: brokerUrl('127.0.0.1', port, serverAccount(BROKER_SECRET)),
    async start() {
      const next = fork(path.join(import.meta.dirname, 'broker-process.ts'), [String(port), BROKER_SECRET], {
        execArgv: process.execArgv,
      });
      child = next;
      await new Promise<void>((resolve, reject) => {
        next.once('message', () => resolve());
        next.once('exit', (code) => reject(new Error(`the broker ended: ${code}`)));
      });
    },
    kill: async () => (child ? killProcess(child) : undefined),
  };
}

async function startServer(
  program: string,
  env: Record<string, string> & { readonly PORT: string },
  onLogLine?: (line: string) => void,
): Promise<Server> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      TOKEN_SECRET,
      DEMO: '0',
      PROVIDER_TEST_URLS: '1',
      LOG_LEVEL: process.env['BENCH_LOG'] ?? 'silent',
      ...env,
    },
    stdio: ['ignore', onLogLine ? 'pipe' : process.env['BENCH_LOG'] ? 'inherit' : 'ignore', 'inherit'],
  });
  if (child.stdout && onLogLine) createInterface(child.stdout).on('line', onLogLine);
  const server = {
    url: `http://127.0.0.1:${env.PORT}`,
    pid: child.pid ?? 0,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
    kill: () => killProcess(child),
  };
  await until(async () => {
    if (child.exitCode !== null) throw new Error('The server ended: see above');
    // The connection is refused until the server listens.
    return fetch(`${server.url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  });
  return server;
}

/** Sends SIGKILL (`kill -9`) and waits for the end of the process. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.removeAllListeners('message');
  child.kill('SIGKILL');
  await ended;
}

/** A minimal HTTP client over one connection, so that its own time is negligible. */
function ask<T>(url: string, method: string, headers: Record<string, string>, body?: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(
      url,
      {
        method,
        agent,
        headers: {
          ...headers,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          if (reply.statusCode === 200) resolve(JSON.parse(answer) as T);
          else reject(new Error(`${method} ${url}: ${reply.statusCode} ${answer}`, { cause: reply.statusCode }));
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

interface Filled {
  readonly storeId: string;
  readonly roomIds: readonly string[];
}

const ALWAYS_OPEN = JSON.stringify(
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '00:00', closesAt: '00:00' })),
);

async function fill(superuserUrl: string): Promise<Filled & { readonly token: string }> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const [productId, storeId, userId, sessionId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    const roomIds = Array.from({ length: 8 }, () => uuidv7());
    await client.query('insert into products (id, slug, name, created_at) values ($1, $2, $2, now())', [
      productId,
      SLUG,
    ]);
    await client.query(
      `insert into stores (product_id, id, name, mqtt_prefix, created_at, hours, slot_minutes, min_minutes, max_minutes, horizon_days,
         access_after_minutes)
       values ($1, $2, 'One', $3, now(), $4, 30, 30, 720, 400, 0)`,
      [productId, storeId, PREFIX, ALWAYS_OPEN],
    );
    await client.query(
      `insert into rooms (product_id, store_id, id, name, capacity, sort_order, created_at)
       select $1, $2, room, 'Room ' || n, 8, n, now() from unnest($3::uuid[]) with ordinality as rooms (room, n)`,
      [productId, storeId, roomIds],
    );
    await client.query(
      `insert into price_policies (product_id, store_id, id, name, room_ids, weekdays, holidays, from_time, to_time, unit, amount,
         included_head_count, extra_person_amount, priority, created_at)
       values ($1, $2, $3, 'Always', '{}', '{1,2,3,4,5,6,7}', true, '00:00', '00:00', 'SLOT', 5000, 4, 1000, 10, now())`,
      [productId, storeId, uuidv7()],
    );
    await client.query(
      `insert into users (id, product_id, email, name, password_hash, roles, created_at) values ($1, $2, 'measured@demo.test', 'Measured', 'none', '{ADMIN}', now())`,
      [userId, productId],
    );
    const expiresAt = new Date(Date.now() + 6 * 3600_000);
    await client.query(
      "insert into sessions (id, user_id, created_at, expires_at, address, user_agent) values ($1, $2, now(), $3, '127.0.0.1', 'bench')",
      [sessionId, userId, expiresAt],
    );
    return {
      storeId,
      roomIds,
      token: await createTokens(TOKEN_SECRET, systemClock).sign({ userId, sessionId }, expiresAt),
    };
  } finally {
    await client.end();
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

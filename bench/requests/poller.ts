import { fork, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad, type Load } from '../support/keep-alive-load.ts';
import { makePollerDatabase, type PollerDatabase } from '../large-data/poller-database.ts';

/**
 * Benchmarks the notification poll (NT-3) with 1,000,000 stored notifications, compared with a bare `node:http` server
 * that sends the same bytes: each in a separate process, alternating, with the load from this one. Promised: at least
 * half as many requests a second.
 */

/** Headers that `node:http` adds itself. */
const OWN = new Set(['date', 'connection', 'keep-alive']);
const NOTIFICATIONS = Number(process.env['BENCH_NOTIFICATIONS'] ?? 1_000_000);
const PROMISED = 0.5;
const ROUNDS = 3;
/** Number of polling browsers, each with its own session and connection: of one person, whose limit is 100 requests under way. */
const BROWSERS = Number(process.env['BENCH_BROWSERS'] ?? 96);
const MS = Number(process.env['BENCH_MS'] ?? 6000);
const root = path.resolve(import.meta.dirname, '../..');

const database = await makePollerDatabase(NOTIFICATIONS, BROWSERS);
const children: ChildProcess[] = [];
try {
  const product = await startProduct(database);
  const question = `${product.url}/api/v2/${database.slug}/payment/notification?page=0&limit=1`;
  const { tokens } = database;
  const answer = await fetch(question, { headers: { authorization: `Bearer ${tokens[0]}` } });
  const body = await answer.text();
  const { total, unconfirmedCount } = JSON.parse(body) as { total: number; unconfirmedCount: number };
  if (answer.status !== 200 || total !== NOTIFICATIONS || unconfirmedCount !== database.unconfirmed)
    throw new Error(`The count is wrong: ${body}`);
  const bare = await startBare(Object.fromEntries([...answer.headers].filter(([name]) => !OWN.has(name))), body);

  for (const url of [question, bare.url]) await runLoad(url, { tokens, ms: MS / 2 });
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const ours = await measured(product, question);
    const theirs = await measured(bare, bare.url);
    const ratio = ours.requestsPerSecond / theirs.requestsPerSecond;
    ratios.push(ratio);
    console.log(`round ${round}: poller ${said(ours)}; bare node:http ${said(theirs)}; ratio ${ratio.toFixed(2)}`);
  }
  const median = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  console.log(
    `median ratio ${median.toFixed(2)} (promised: ≥ ${PROMISED}) with ${total} notifications, ${unconfirmedCount} of them unconfirmed, ${Buffer.byteLength(body)} bytes`,
  );
  if (median < PROMISED) process.exitCode = 1;
} finally {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  await database.stop();
}

interface Measured extends Load {
  /**
   * Processor time of the answering process for each request; unlike the rate it hardly depends on other work of the
   * machine.
   */
  readonly cpuMicroseconds: number | null;
}

interface Answering {
  readonly url: string;
  readonly pid: number | undefined;
}

async function measured({ pid }: Answering, url: string): Promise<Measured> {
  const before = cpuMs(pid);
  const given = await runLoad(url, { tokens: database.tokens, ms: MS });
  const after = cpuMs(pid);
  return {
    ...given,
    cpuMicroseconds: before === null || after === null ? null : ((after - before) * 1000) / given.requests,
  };
}

/** The processor time of a process so far, as Linux reports it in ticks of 10 ms; `null` on other systems. */
function cpuMs(pid: number | undefined): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function said({ requestsPerSecond, p50, p99, cpuMicroseconds }: Measured): string {
  const cpu = cpuMicroseconds === null ? '' : `, ${cpuMicroseconds.toFixed(0)} µs of CPU`;
  return `${Math.round(requestsPerSecond)}/s (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${cpu})`;
}

async function startProduct({ url, tokenSecret }: PollerDatabase): Promise<Answering> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    MQTT_PORT: '0',
    MQTT_URL: '',
    EMBEDDED_BROKER: '1',
    EMBEDDED_BROKER_SECRET: tokenSecret,
    DATABASE_URL: url,
    TOKEN_SECRET: tokenSecret,
    DEMO: '0',
    LOG_LEVEL: 'info',
    // The limit is on, and high enough for one session to send the whole load.
    REQUEST_LIMIT: '1000000',
  };
  const child = spawn(process.execPath, ['--max-semi-space-size=32', path.join(root, 'apps/server/dist/main.js')], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) break;
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.ok,
      (error: unknown) => {
        // The server is not listening yet. Errors other than a refused connection are thrown.
        if (error instanceof TypeError) return false;
        throw error;
      },
    );
    if (isReady) return { url: `http://127.0.0.1:${port}`, pid: child.pid };
    await sleep(100);
  }
  throw new Error('The server did not become ready: see above');
}

async function startBare(headers: Readonly<Record<string, string>>, body: string): Promise<Answering> {
  const child = fork(path.join(import.meta.dirname, '../support/same-bytes-server.ts'), { execArgv: process.execArgv });
  children.push(child);
  const port = new Promise<number>((resolve) => child.once('message', (address: AddressInfo) => resolve(address.port)));
  child.send({ headers, body });
  return { url: `http://127.0.0.1:${await port}/`, pid: child.pid };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

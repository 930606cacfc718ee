import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRig, SLUG } from '../devices/door-rig.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Measures what a flood of wrong secrets of guests and channels costs staff (issue 35, point 13): RATE requests a second,
 * from one address and from 32, for SECONDS. The baseline of the same run is the same flood at a bare `node:http` server beside
 * the product, because flood, staff and product share the machine; the replies without any flood are printed too.
 */

const RATE = Number(process.env['RATE'] ?? 1245);
const SECONDS = Number(process.env['SECONDS'] ?? 20);
const ADDRESSES = [1, 32];
const STAFF_PAUSE_MS = 20;
/** The p95 of staff beside the flood over that beside the same flood at a bare server. */
const PROMISED = 2;

const rig = await makeRig();
const bare = createServer((_request, reply) => {
  reply.writeHead(401, { 'content-type': 'application/problem+json' });
  reply.end(JSON.stringify({ code: 'GUEST_TOKEN_INVALID', status: 401 }));
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
let networks = 1;

try {
  const server = await rig.startServer({ requestLimit: 60_000 });
  const staff = new Agent({ keepAlive: true, maxSockets: 1 });
  const measure = (ms = SECONDS * 1000) => readAsStaff(server.url, staff, ms);
  await measure(3000);
  const idle = await measure();
  console.log(`staff without a flood: ${words(idle)}`);
  const ratios: number[] = [];
  for (const count of ADDRESSES) {
    const control = await beside(bareUrl, count, measure);
    const flooded = await beside(server.url, count, measure);
    const p95 = percentileOf(flooded.times, 0.95);
    const ratio = p95 / percentileOf(control.times, 0.95);
    ratios.push(ratio);
    console.log(`${count} addresses at a bare server: ${control.flood}; staff ${words(control.times)}`);
    console.log(
      `${count} addresses at the product: ${flooded.flood}; staff ${words(flooded.times)}; p95 ${ratio.toFixed(2)} × that beside the bare server (at most ${PROMISED}), ${(p95 / percentileOf(idle, 0.95)).toFixed(2)} × that without a flood`,
    );
  }
  staff.destroy();
  const isKept = ratios.every((ratio) => ratio <= PROMISED);
  console.log(isKept ? 'kept' : 'NOT kept');
  process.exitCode = isKept ? 0 : 1;
} finally {
  bare.close();
  bare.closeAllConnections();
  await rig.stop();
}

interface Beside {
  readonly times: number[];
  /** The flood in words. */
  readonly flood: string;
}

/** Runs `measure` while wrong secrets arrive from so many addresses at a steady rate. */
async function beside(url: string, count: number, measure: () => Promise<number[]>): Promise<Beside> {
  networks += 1;
  const program = path.join(import.meta.dirname, 'wrong-token-flood.ts');
  const child = fork(program, [url, count, networks, RATE].map(String), { execArgv: process.execArgv });
  await sleep(2000);
  const times = await measure();
  const ended = once(child, 'message');
  child.send('stop');
  const [{ seconds, statuses }] = (await ended) as [{ seconds: number; statuses: Record<string, number> }];
  const answered = Object.values(statuses).reduce((sum, number) => sum + number, 0);
  const counts = Object.entries(statuses).map(([status, number]) => `${number} × ${status}`);
  return { times, flood: `${(answered / seconds).toFixed(0)} a second, ${counts.join(', ')}` };
}

/** Reads the reservations of the store as a person does, and returns the times of the replies. */
async function readAsStaff(url: string, agent: Agent, ms: number): Promise<number[]> {
  const times: number[] = [];
  for (const endsAt = performance.now() + ms; performance.now() < endsAt; await sleep(STAFF_PAUSE_MS)) {
    const from = performance.now();
    const status = await send(`${url}/api/v2/${SLUG}/reservation?storeId=${rig.storeId}&limit=20`, agent);
    if (status !== 200) throw new Error(`Staff got ${status}`);
    times.push(performance.now() - from);
  }
  return times;
}

function words(times: readonly number[]): string {
  return `p50 ${percentileOf(times, 0.5).toFixed(1)} ms, p95 ${percentileOf(times, 0.95).toFixed(1)} ms of ${times.length}`;
}

function send(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${rig.token}` } }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
      reply.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { runLoad, type Load } from '../support/keep-alive-load.ts';
import { makeLargeChain } from '../large-data/large-chain.ts';
import { startProduct, stopChild } from '../support/product.ts';

/**
 * Benchmarks `/reservations/daily`, which the board reads, for 20 and for 200 rooms, at growing numbers of stored
 * reservations. Promised: its time does not grow (p50 at the largest size at most 1.2 × that at the smallest), and for
 * 20 rooms with 32 clients the rate is at least 0.3 of that of a bare `node:http` server that sends the same
 * bytes in the same run.
 */

const SIZES = (process.env['BENCH_SIZES'] ?? '10000,1000000,10000000').split(',').map(Number);
const CLIENTS = 32;
const MS = Number(process.env['BENCH_MS'] ?? 5000);
const PROMISED = { growth: 1.2, share: 0.3 };
/** Headers that `node:http` sets by itself. */
const OWN = new Set(['date', 'connection', 'keep-alive']);

const chain = await makeLargeChain(CLIENTS);
const p50 = new Map<string, number[]>();
let share = 0;
try {
  for (const size of SIZES) {
    const from = performance.now();
    await chain.fillTo(size);
    console.log(
      `${size.toLocaleString('en')} reservations stored after ${((performance.now() - from) / 1000).toFixed(0)} s`,
    );
    const product = await startProduct(chain);
    try {
      for (const store of chain.measured) {
        const question = `${product.url}/api/v2/${chain.slug}/reservations/daily?storeId=${store.id}&date=${chain.today}`;
        const {
          tokens: [token = ''],
        } = chain;
        await runLoad(question, { tokens: [token], ms: 1500 });
        const alone = await runLoad(question, { tokens: [token], ms: MS });
        const rooms = String(store.roomIds.length);
        p50.set(rooms, [...(p50.get(rooms) ?? []), alone.p50]);
        console.log(`  ${rooms.padStart(3)} rooms, 1 client: ${said(alone)}`);
      }
      share = await compare(product.url);
    } finally {
      await product.stop();
    }
  }
} finally {
  await chain.stop();
}

let isKept = share >= PROMISED.share;
console.log(
  `share of node:http with the same bytes, 20 rooms, ${CLIENTS} clients: ${share.toFixed(2)} (promised: ≥ ${PROMISED.share})`,
);
for (const [rooms, times] of p50) {
  const growth = (times.at(-1) ?? 0) / (times[0] ?? 1);
  console.log(
    `${rooms} rooms: p50 at the largest ${growth.toFixed(2)} × that at the smallest (promised: ≤ ${PROMISED.growth})`,
  );
  isKept &&= growth <= PROMISED.growth;
}
if (!isKept) process.exitCode = 1;

async function compare(url: string): Promise<number> {
  const question = `${url}/api/v2/${chain.slug}/reservations/daily?storeId=${chain.measured[0]?.id}&date=${chain.today}`;
  // Uncompressed, like the measured requests.
  const answer = await fetch(question, {
    headers: { authorization: `Bearer ${chain.tokens[0]}`, 'accept-encoding': 'identity' },
  });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${body}`);
  const bare = fork(path.join(import.meta.dirname, '../support/same-bytes-server.ts'), { execArgv: process.execArgv });
  try {
    const address = new Promise<AddressInfo>((resolve) => bare.once('message', resolve));
    bare.send({ headers: Object.fromEntries([...answer.headers].filter(([name]) => !OWN.has(name))), body });
    const theirsAt = `http://127.0.0.1:${(await address).port}/`;
    const options = { tokens: chain.tokens, ms: MS };
    const ratios = [];
    for (let round = 0; round < 3; round += 1) {
      const ours = await runLoad(question, options);
      const theirs = await runLoad(theirsAt, options);
      ratios.push(ours.requestsPerSecond / theirs.requestsPerSecond);
      console.log(
        `  20 rooms, ${CLIENTS} clients, ${Buffer.byteLength(body)} bytes: ${said(ours)}; node:http ${said(theirs)}`,
      );
    }
    return ratios.sort((a, b) => a - b)[1] ?? 0;
  } finally {
    await stopChild(bare);
  }
}

function said({ requestsPerSecond, p50: middle, p99 }: Load): string {
  return `${Math.round(requestsPerSecond)}/s (p50 ${middle.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms)`;
}

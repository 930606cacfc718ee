import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './keep-alive-load.ts';
import { makeLargeChain, withClient } from './large-chain.ts';
import { fillSales, makeSalesStores } from './large-sales.ts';
import { residentMb } from './memory.ts';
import { startProduct } from './product.ts';

/**
 * The questions of the screen of sales at growing numbers of payments: a month of one store, and a day, a month, a quarter and a year of 300
 * stores. Promised: a month of one store costs the same whatever else is stored (p50 at the largest at most 1.3 × that at the smallest), and a
 * year of all of them less than the payments grow. Then a file of a million lines: its time, and memory above idle of at most 150 MB.
 */

const SIZES = (process.env['BENCH_SIZES'] ?? '100000,10000000').split(',').map(Number);
const MS = Number(process.env['BENCH_MS'] ?? 4000);
const PROMISED = 1.3;
const PROMISED_MB = 150;
/** A reservation in each of the chain's own rooms. */
const RESERVATIONS = 20_000;
const MIGRATIONS = path.resolve(import.meta.dirname, '../apps/server/src/db/migrations');

const chain = await makeLargeChain(1);
const { tokens } = chain;
const headers = { authorization: `Bearer ${tokens[0]}` };
const p50 = new Map<string, number[]>();
try {
  await chain.fillTo(RESERVATIONS);
  const it = await withClient(chain.superuserUrl, makeSalesStores);
  const questions = {
    'month of one store': { ...it.month, storeId: it.storeId },
    'day of all': { from: it.year.to, to: it.year.to },
    'month of all': it.month,
    'quarter of all': it.quarter,
    'year of all': it.year,
  };
  for (const size of SIZES) {
    const from = performance.now();
    await withClient(chain.superuserUrl, (client) => fillSales(client, size, it, (name) => readFileSync(path.join(MIGRATIONS, name), 'utf8')));
    console.log(`${size.toLocaleString('en')} payments stored after ${seconds(from)} s`);
    const product = await startProduct(chain);
    try {
      for (const [name, query] of Object.entries(questions)) {
        const url = `${product.url}/api/v2/${chain.slug}/sales?${new URLSearchParams(query).toString()}`;
        await load(url, { tokens, ms: 1000 });
        const { p50: middle, p99, requests } = await load(url, { tokens, ms: MS });
        p50.set(name, [...(p50.get(name) ?? []), middle]);
        console.log(`  ${name}: p50 ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${requests}`);
      }
    } finally {
      await product.stop();
    }
  }
  for (const format of ['csv', 'xlsx']) await exportMillion(`format=${format}&${new URLSearchParams(it.millionLines(SIZES.at(-1) ?? 0)).toString()}`);
} finally {
  await chain.stop();
}

const growth = (name: string) => (p50.get(name)?.at(-1) ?? 0) / (p50.get(name)?.[0] ?? 1);
for (const name of p50.keys()) console.log(`${name}: p50 at the largest ${growth(name).toFixed(2)} × that at the smallest, with ${((SIZES.at(-1) ?? 0) / (SIZES[0] ?? 1)).toFixed(0)} × the payments`);
if (growth('month of one store') > PROMISED) {
  console.log(`a month of one store grows by more than ${PROMISED} ×`);
  process.exitCode = 1;
}

async function exportMillion(query: string): Promise<void> {
  const product = await startProduct(chain);
  try {
    await (await fetch(`${product.url}/api/v2/${chain.slug}/sales/export?${query.replace(/from=[\d-]+/, `from=${/to=([\d-]+)/.exec(query)?.[1]}`)}`, { headers })).arrayBuffer();
    await sleep(1000);
    const idle = residentMb(product.pid) ?? 0;
    let most = idle;
    const watch = setInterval(() => (most = Math.max(most, residentMb(product.pid) ?? 0)), 50);
    const from = performance.now();
    const reply = await fetch(`${product.url}/api/v2/${chain.slug}/sales/export?${query}`, { headers });
    let [bytes, lines] = [0, 0];
    for await (const chunk of reply.body ?? []) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
    }
    clearInterval(watch);
    const isKept = most - idle <= PROMISED_MB;
    console.log(`file: ${reply.status}, ${query}: ${query.includes('csv') ? `${(lines - 1).toLocaleString('en')} lines, ` : ''}${(bytes / 1e6).toFixed(0)} MB in ${seconds(from)} s, memory ${(most - idle).toFixed(0)} MB above idle (promised: ≤ ${PROMISED_MB})`);
    if (!isKept || reply.status !== 200) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1);
}

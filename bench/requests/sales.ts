import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../support/keep-alive-load.ts';
import { makeLargeChain, withClient } from '../large-data/large-chain.ts';
import { fillSales, findLines, makeSalesStores } from '../large-data/large-sales.ts';
import { residentMb } from '../support/memory.ts';
import { startProduct } from '../support/product.ts';
import { countLines, countRows } from '../large-data/saved-table.ts';

/**
 * Benchmarks the queries of the sales screen at growing numbers of payments: a month of one store, and a day, a month,
 * a quarter and a year of 300 stores, the year also filtered by method, by channel and by both. Promised: a month of
 * one store takes the same time at any size (p50 at the largest size at most 1.3 × that at the smallest), the time of a
 * year of all stores grows less than the number of payments, and a filter does not change its class. Then exports files
 * of a million lines: their time, their contents, and at most 150 MB of memory above idle.
 * `npm run bench -- sales --sizes=100000,1000000` uses other numbers of payments.
 */

const SIZES = sizesOf(process.argv.slice(2)) ?? [100_000, 10_000_000];
const [SMALLEST, LARGEST] = [Math.min(...SIZES), Math.max(...SIZES)];
const MS = Number(process.env['BENCH_MS'] ?? 4000);
const PROMISED = 1.3;
/** The most that a filtered year may take, as a multiple of the unfiltered year at the same size. */
const PROMISED_NARROWED = 2;
const PROMISED_MB = 150;
const LINES = 1_000_000;
/** Number of reservations in the rooms of the chain's own stores. */
const RESERVATIONS = 20_000;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../apps/server/src/db/migrations');

const p50 = new Map<string, Map<number, number>>();
const failures: string[] = [];
const chain = await makeLargeChain(1);
const { tokens } = chain;
const headers = { authorization: `Bearer ${tokens[0]}` };
try {
  await chain.fillTo(RESERVATIONS);
  const largeSales = await withClient(chain.superuserUrl, makeSalesStores);
  const questions = {
    'month of one store': { ...largeSales.month, storeId: largeSales.storeId },
    'year of one store by both': { ...largeSales.year, storeId: largeSales.storeId, method: 'CARD', channel: 'STAFF' },
    'year of one room': { ...largeSales.year, roomId: largeSales.roomId },
    'day of all': { from: largeSales.year.to, to: largeSales.year.to },
    'month of all': largeSales.month,
    'quarter of all': largeSales.quarter,
    'year of all': largeSales.year,
    'year of all by method': { ...largeSales.year, method: 'CARD' },
    'year of all by channel': { ...largeSales.year, channel: 'STAFF' },
    'year of all by both': { ...largeSales.year, method: 'CARD', channel: 'STAFF' },
  };
  for (const size of SIZES) {
    const from = performance.now();
    await withClient(chain.superuserUrl, (client) =>
      fillSales(client, size, largeSales, (name) => readFileSync(path.join(MIGRATIONS, name), 'utf8')),
    );
    console.log(`${size.toLocaleString('en')} payments stored after ${seconds(from)} s`);
    await ask(size, questions);
  }
  const lines = await withClient(chain.superuserUrl, (client) => findLines(client, LINES, largeSales));
  for (const format of ['csv', 'xlsx'] as const) await save(format, lines);
} finally {
  await chain.stop();
}

compare();
for (const failure of failures) console.log(`not kept: ${failure}`);
if (failures.length > 0) process.exitCode = 1;

async function ask(size: number, questions: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<void> {
  const product = await startProduct(chain);
  try {
    for (const [name, query] of Object.entries(questions)) {
      const url = `${product.url}/api/v2/${chain.slug}/sales?${new URLSearchParams(query).toString()}`;
      await runLoad(url, { tokens, ms: 1000 });
      const { p50: middle, p99, requests } = await runLoad(url, { tokens, ms: MS });
      p50.set(name, (p50.get(name) ?? new Map<number, number>()).set(size, middle));
      console.log(`  ${name}: p50 ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${requests}`);
    }
  } finally {
    await product.stop();
  }
}

function compare(): void {
  const of = (name: string, size: number) => p50.get(name)?.get(size) ?? 0;
  const times = LARGEST / SMALLEST;
  for (const name of p50.keys()) {
    const growth = of(name, LARGEST) / of(name, SMALLEST);
    console.log(
      `${name}: p50 at the largest ${growth.toFixed(2)} × that at the smallest, with ${times.toFixed(0)} × the payments`,
    );
    if (name === 'month of one store' && growth > PROMISED)
      failures.push(`a month of one store grows by more than ${PROMISED} ×`);
    if (name.startsWith('year of all') && times > 1 && growth >= times)
      failures.push(`${name} grows as the payments do`);
  }
  for (const size of SIZES) {
    for (const narrowed of ['method', 'channel', 'both']) {
      const share = of(`year of all by ${narrowed}`, size) / of('year of all', size);
      console.log(
        `year of all by ${narrowed}: ${share.toFixed(2)} × the year of all at ${size.toLocaleString('en')} payments`,
      );
      if (share > PROMISED_NARROWED)
        failures.push(`a year narrowed by ${narrowed} costs more than ${PROMISED_NARROWED} × the year of all`);
    }
  }
}

/** Downloads a file as a person does and reads it as a spreadsheet does: one row for each line, and a heading. */
async function save(
  format: 'csv' | 'xlsx',
  { from, to, lines }: { readonly from: string; readonly to: string; readonly lines: number },
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-bench-file-'));
  const product = await startProduct(chain);
  try {
    const read = (since: string) =>
      fetch(
        `${product.url}/api/v2/${chain.slug}/sales/export?${new URLSearchParams({ format, from: since, to }).toString()}`,
        { headers },
      );
    // Idle memory is measured after a file of one day, so that code loaded by the first file does not count.
    await (await read(to)).arrayBuffer();
    await sleep(1000);
    const idle = residentMb(product.pid);
    let most = idle ?? 0;
    const watch = setInterval(() => (most = Math.max(most, residentMb(product.pid) ?? 0)), 50);
    const startedAt = performance.now();
    const file = path.join(folder, `sales.${format}`);
    const reply = await read(from);
    if (reply.status !== 200 || reply.body === null) throw new Error(`No file: ${reply.status} ${await reply.text()}`);
    await pipeline(Readable.fromWeb(reply.body), createWriteStream(file));
    clearInterval(watch);
    const took = seconds(startedAt);
    const { rows, bytes } = await (format === 'csv' ? countLines(file) : countRows(file));
    const above = idle === null ? null : most - idle;
    console.log(
      `file: ${format} ${from} to ${to}: ${(rows - 1).toLocaleString('en')} lines, ${(bytes / 1e6).toFixed(0)} MB in ${took} s, memory ${above?.toFixed(0) ?? '?'} MB above idle of ${idle?.toFixed(0) ?? '?'} MB (promised: ≤ ${PROMISED_MB})`,
    );
    if (above !== null && above > PROMISED_MB) failures.push(`a file as ${format} takes more than ${PROMISED_MB} MB`);
    if (rows - 1 !== lines) failures.push(`a file as ${format} has ${rows - 1} lines instead of ${lines}`);
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sizesOf(options: readonly string[]): number[] | null {
  const text =
    options.map((option) => /^--sizes=(\d+(?:,\d+)*)$/.exec(option)?.[1]).find((text) => text !== undefined) ??
    process.env['BENCH_SIZES'];
  return text === undefined ? null : text.split(',').map(Number);
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1);
}

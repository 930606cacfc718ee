import { runLoad } from '../support/keep-alive-load.ts';
import { makeLargeChain, withClient } from '../large-data/large-chain.ts';
import { fillHistory, makeHistoryDoors } from '../large-data/large-history.ts';
import { startProduct } from '../support/product.ts';

/**
 * Benchmarks the query of the device history with two filters, its first page and its tenth, at growing numbers of
 * stored rows. Promised: its time does not grow (p50 at the largest size at most 1.3 × that at the smallest).
 */

const SIZES = (process.env['BENCH_SIZES'] ?? '10000,10000000').split(',').map(Number);
const MS = Number(process.env['BENCH_MS'] ?? 4000);
const PROMISED = 1.3;
const YEAR_MS = 365 * 24 * 3600_000;

const chain = await makeLargeChain(1);
const { tokens } = chain;
const p50 = new Map<string, number[]>();
try {
  const largeHistory = await withClient(chain.superuserUrl, (client) => makeHistoryDoors(client, chain.slug));
  const questions = {
    'store + action': `storeId=${largeHistory.storeId}&action=OPEN`,
    'person + result': `causeId=${largeHistory.personId}&status=EXECUTED`,
    'time + cause': `to=${new Date(Date.now() - YEAR_MS).toISOString()}&causeKind=PERSON`,
  };
  for (const size of SIZES) {
    const from = performance.now();
    await withClient(chain.superuserUrl, (client) => fillHistory(client, size));
    console.log(`${size.toLocaleString('en')} rows stored after ${((performance.now() - from) / 1000).toFixed(0)} s`);
    const product = await startProduct(chain);
    try {
      for (const [name, filter] of Object.entries(questions)) {
        const first = `${product.url}/api/v2/${chain.slug}/device-control/history?${filter}`;
        const tenth = `${first}&cursor=${await cursorOfPage(first, 10)}`;
        for (const [page, question] of [
          ['first', first],
          ['tenth', tenth],
        ] as const) {
          await runLoad(question, { tokens, ms: 1000 });
          const { p50: middle, p99 } = await runLoad(question, { tokens, ms: MS });
          const key = `${name}, ${page} page`;
          p50.set(key, [...(p50.get(key) ?? []), middle]);
          console.log(`  ${key}: p50 ${middle.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms`);
        }
      }
    } finally {
      await product.stop();
    }
  }
} finally {
  await chain.stop();
}

for (const [key, times] of p50) {
  const growth = (times.at(-1) ?? 0) / (times[0] ?? 1);
  console.log(`${key}: p50 at the largest ${growth.toFixed(2)} × that at the smallest (promised: ≤ ${PROMISED})`);
  if (growth > PROMISED) process.exitCode = 1;
}

async function cursorOfPage(question: string, page: number): Promise<string> {
  let cursor: string | null = null;
  for (let number = 1; number < page; number += 1) {
    const reply = await fetch(cursor === null ? question : `${question}&cursor=${cursor}`, {
      headers: { authorization: `Bearer ${tokens[0]}` },
    });
    const body = (await reply.json()) as { items?: unknown[]; nextCursor?: string | null };
    if (!body.nextCursor || body.items?.length !== 20)
      throw new Error(`There is no page ${number + 1}: ${reply.status} ${JSON.stringify(body).slice(0, 300)}`);
    cursor = body.nextCursor;
  }
  return cursor ?? '';
}

import { runLoad } from '../support/keep-alive-load.ts';
import { makeLargeChain, withClient } from '../large-data/large-chain.ts';
import { fillLists } from '../large-data/large-lists.ts';
import { startProduct } from '../support/product.ts';

/**
 * Benchmarks the first page of lists that grow without end: reservations, messages, deposits, notifications and payments
 * (decision 119). Promised: at the largest size at most 1.3 × the time at the smallest. The history and the audit log have
 * their own benchmarks.
 */

const SIZES = (process.env['BENCH_SIZES'] ?? '10000,10000000').split(',').map(Number);
const MS = Number(process.env['BENCH_MS'] ?? 5000);
const PROMISED = 1.3;

const chain = await makeLargeChain(1);
const { tokens } = chain;
const questions = {
  // From a time before all of them, so that the smallest size also has as many rows as are counted.
  reservations: 'reservation?from=2000-01-01T00:00:00Z',
  messages: 'message',
  deposits: 'deposit',
  notifications: 'payment/notification?include=details',
  'notifications of a kind': 'payment/notification?include=details&kind=PAID',
  payments: 'payment',
};
/** A store has few rows at the smallest size, so these are measured without a promise. */
const ofStore = ['reservations', 'messages', 'deposits', 'payments'] as const;
const p50 = new Map<string, number[]>();
try {
  for (const size of SIZES) {
    const from = performance.now();
    await chain.fillTo(size);
    await withClient(chain.superuserUrl, fillLists);
    console.log(
      `${size.toLocaleString('en')} rows of each stored after ${((performance.now() - from) / 1000).toFixed(0)} s`,
    );
    const product = await startProduct(chain);
    try {
      for (const [name, question] of Object.entries(questions)) {
        const middle = await measureList(name, `${product.url}/api/v2/${chain.slug}/${question}`);
        p50.set(name, [...(p50.get(name) ?? []), middle]);
      }
      for (const name of ofStore) {
        const url = new URL(`${product.url}/api/v2/${chain.slug}/${questions[name]}`);
        url.searchParams.set('storeId', chain.measured[0]?.id ?? '');
        await measureList(`${name} of a store`, url.href);
      }
    } finally {
      await product.stop();
    }
  }
} finally {
  await chain.stop();
}

for (const [name, times] of p50) {
  const growth = (times.at(-1) ?? 0) / (times[0] ?? 1);
  console.log(`${name}: p50 at the largest ${growth.toFixed(2)} × that at the smallest (promised: ≤ ${PROMISED})`);
  if (growth > PROMISED) process.exitCode = 1;
}

/** Prints the times of a list, and returns its p50. */
async function measureList(name: string, url: string): Promise<number> {
  const total = await readTotal(url);
  await runLoad(url, { tokens, ms: 1000 });
  const { p50: middle, p99 } = await runLoad(url, { tokens, ms: MS });
  console.log(`  ${name}: p50 ${middle.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms${total}`);
  return middle;
}

/** Checks that the list has a full first page, and says how many rows its reply counts. */
async function readTotal(url: string): Promise<string> {
  const reply = await fetch(url, { headers: { authorization: `Bearer ${tokens[0]}` } });
  const body = (await reply.json()) as { total?: number; isTotalExact?: boolean; items?: unknown[] };
  if ((body.items?.length ?? 0) < 20)
    throw new Error(`${url} has no full page: ${reply.status} ${JSON.stringify(body).slice(0, 300)}`);
  if (body.total === undefined) return '';
  return `, total ${body.total.toLocaleString('en')}${body.isTotalExact === false ? ' and more' : ''}`;
}

import { makeLargeChain } from '../large-data/large-chain.ts';
import { percentileOf } from '../support/percentile.ts';
import { startProduct } from '../support/product.ts';

/**
 * Benchmarks the search for guests by keyed marks (PD-3), at 10 thousand and at 5 million reservations: by the last
 * four digits, a whole phone and the beginning of a name, each time another one, through HTTP. The ratio refers to the
 * smaller number, in the same run.
 * `npm run bench -- guests --sizes=10000,1000000` uses other numbers.
 */

const SIZES = (process.argv.find((text) => text.startsWith('--sizes='))?.slice('--sizes='.length) ?? '10000,5000000')
  .split(',')
  .map(Number);
const TURNS = 200;
const WARM_UP = 20;
const end = (n: number) => String((n * 7919) % 10_000).padStart(4, '0');
const QUESTIONS = {
  'last four digits': (n: number) => end(n),
  'a whole phone': (n: number) => `010-2000-${end(n)}`,
  'beginning of a name': (n: number) => `guest ${(n * 31) % 997}`,
} as const;

const chain = await makeLargeChain(1);
try {
  const before = new Map<string, number>();
  for (const size of SIZES) {
    const from = performance.now();
    await chain.fillTo(size);
    console.log(
      `${size.toLocaleString('en')} reservations (filled in ${((performance.now() - from) / 1000).toFixed(0)} s)`,
    );
    const product = await startProduct(chain);
    try {
      for (const [what, question] of Object.entries(QUESTIONS)) {
        const [list, desk] = [
          await timesOf(product.url, '/reservation3?limit=50&q=', question),
          await timesOf(product.url, '/help-desk/search?q=', question),
        ];
        for (const [where, { times, found }] of [
          ['reservations', list],
          ['help desk', desk],
        ] as const) {
          const p50 = percentileOf(times, 0.5);
          const key = `${what} ${where}`;
          const base = before.get(key);
          if (base === undefined) before.set(key, p50);
          console.log(
            `  ${what}, ${where}: p50 ${p50.toFixed(1)} ms, p99 ${percentileOf(times, 0.99).toFixed(1)} ms, ${found} found on a page${base === undefined ? '' : `; ratio ${(p50 / base).toFixed(2)}`}`,
          );
        }
      }
    } finally {
      await product.stop();
    }
  }
} finally {
  await chain.stop();
}

async function timesOf(
  url: string,
  path: string,
  question: (n: number) => string,
): Promise<{ times: number[]; found: number }> {
  const times: number[] = [];
  let found = 0;
  for (let n = 0; n < TURNS + WARM_UP; n += 1) {
    const from = performance.now();
    const reply = await fetch(`${url}/api/v2/${chain.slug}${path}${encodeURIComponent(question(n))}`, {
      headers: { authorization: `Bearer ${chain.tokens[0] ?? ''}` },
    });
    const { items } = (await reply.json()) as { items?: unknown[] };
    if (reply.status !== 200 || items === undefined) throw new Error(`${path} was answered with ${reply.status}`);
    if (n >= WARM_UP) times.push(performance.now() - from);
    found = items.length;
  }
  return { times, found };
}

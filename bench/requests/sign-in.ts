import { hashPassword } from '../../apps/server/src/modules/accounts/index.ts';
import { makeLargeChain, withClient } from '../large-data/large-chain.ts';
import { percentileOf } from '../support/percentile.ts';
import { startProduct } from '../support/product.ts';
import { kolmogorovSmirnov, mannWhitney } from '../support/two-samples.ts';

/**
 * Tests whether a stranger can learn from response times whether an e-mail has an account (AU-2, AU-4). It sends wrong
 * passwords for known and for unknown e-mails, and sign-up requests with taken and with free ones, alternating, each
 * kind first as often as second. The claim fails when the two-sample Kolmogorov–Smirnov test rejects, at the level of
 * 0.01, that both kinds of times have one distribution.
 * `npm run bench -- sign-in --tries=1000` uses another number than 300 tries of each kind.
 */

const TRIES = Number(process.argv.find((text) => text.startsWith('--tries='))?.slice('--tries='.length) ?? 300);
const WARM_UP = 20;
const LEVEL = 0.01;
/** Failures per account, below the ten that lock it. */
const FAILURES_EACH = 8;
/** The number of sign-up requests that may be pending; the benchmark sends no more. */
const MOST_REQUESTS = 450;
const HASHES = 50;

const hashTimes: number[] = [];
for (let n = 0; n < HASHES; n += 1) {
  const from = performance.now();
  await hashPassword(`a password to be hashed ${n}`);
  hashTimes.push(performance.now() - from);
}
console.log(`Argon2id of one password on this machine: ${describeTimes(hashTimes)}`);

const chain = await makeLargeChain(1);
let isKept = true;
try {
  const accounts = Math.ceil((TRIES + WARM_UP) / FAILURES_EACH);
  const hash = await hashPassword('what nobody tries');
  await withClient(chain.superuserUrl, (client) =>
    client.query(
      `insert into users (id, product_id, email, name, password_hash, roles, created_at)
       select gen_random_uuid(), p.id, 'known-' || n || '@bench.example', 'Known', $1, '{SUB_ADMIN}', now() from generate_series(0, $2::integer - 1) as n, products p where p.slug = $3`,
      [hash, accounts, chain.slug],
    ),
  );
  const product = await startProduct({ ...chain, env: { TRUST_PROXY: '1' } });
  try {
    const signIn = (kind: string, n: number) =>
      post(
        product.url,
        'login',
        n,
        { email: `${kind}-${n % accounts}@bench.example`, password: `wrong password ${n}` },
        401,
      );
    compare(
      'sign-in',
      [
        'known e-mail',
        await inTurns(
          TRIES,
          (n) => signIn('known', n),
          (n) => signIn('nobody', n),
        ),
      ],
      'unknown e-mail',
    );
    const signUp = (email: string, n: number) =>
      post(
        product.url,
        'sign-up',
        100_000 + n,
        {
          product: chain.slug,
          name: 'Asks',
          email,
          phone: '010-1234-5678',
          storeName: 'Store',
          password: 'a long enough password',
        },
        200,
      );
    const requests = Math.min(TRIES, MOST_REQUESTS - WARM_UP);
    compare(
      'sign-up',
      [
        'taken e-mail',
        await inTurns(
          requests,
          (n) => signUp(`known-${n % accounts}@bench.example`, 2 * n),
          (n) => signUp(`new-${n}@bench.example`, 2 * n + 1),
        ),
      ],
      'free e-mail',
    );
  } finally {
    await product.stop();
  }
} finally {
  await chain.stop();
}
if (!isKept) process.exitCode = 1;

type Ask = (n: number) => Promise<number>;

async function inTurns(tries: number, one: Ask, other: Ask): Promise<readonly [number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < tries + WARM_UP; turn += 1) {
    const isOneFirst = turn % 2 === 0;
    const first = await (isOneFirst ? one(turn) : other(turn));
    const second = await (isOneFirst ? other(turn) : one(turn));
    if (turn < WARM_UP) continue;
    times[0].push(isOneFirst ? first : second);
    times[1].push(isOneFirst ? second : first);
  }
  return times;
}

/** Each request has another client address, so that no limit applies. */
async function post(url: string, what: string, n: number, body: object, expected: number): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  };
  const from = performance.now();
  const reply = await fetch(`${url}/api/v2/auth/${what}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await reply.arrayBuffer();
  const took = performance.now() - from;
  if (reply.status !== expected) throw new Error(`${what} answered ${reply.status} instead of ${expected}`);
  return took;
}

function compare(
  what: string,
  [one, [a, b]]: readonly [string, readonly [readonly number[], readonly number[]]],
  other: string,
): void {
  console.log(`${what}, ${one}: ${describeTimes(a)}`);
  console.log(`${what}, ${other}: ${describeTimes(b)}`);
  const ks = kolmogorovSmirnov(a, b);
  const mw = mannWhitney(a, b);
  const isAlike = ks.p >= LEVEL;
  console.log(
    `${what}: Kolmogorov–Smirnov D ${ks.d.toFixed(4)}, p ${ks.p.toFixed(4)} (given up below ${LEVEL}); Mann–Whitney z ${mw.z.toFixed(2)}, p ${mw.p.toFixed(4)}: ` +
      (isAlike ? 'no difference is seen' : 'not kept: they differ'),
  );
  isKept &&= isAlike;
}

function describeTimes(times: readonly number[]): string {
  const [p5, p50, p95, p99] = [0.05, 0.5, 0.95, 0.99].map((share) => percentileOf(times, share).toFixed(1));
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return `n ${times.length}, p5 ${p5} ms, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, mean ${mean.toFixed(2)} ms`;
}

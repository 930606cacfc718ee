import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeLargeChain, withClient } from '../large-data/large-chain.ts';
import { postAll, type Posted } from '../support/post-load.ts';
import { startProduct } from '../support/product.ts';

/**
 * Measures reservations created per second through the whole pipeline: session, rights, checks, price, exclusion
 * constraint, history, audit, event. The baseline, on the same database server and in the same run, is `pgbench` with
 * only the constrained insert. Promised: a share of the baseline with several clients, and a median with one.
 */

const MS = Number(process.env['BENCH_MS'] ?? 6000);
/** By the number of clients: reservations for each bare insert, and the median in milliseconds. */
const PROMISED = [
  { clients: 1, ratio: null, p50: 3 },
  { clients: 8, ratio: 0.08, p50: null },
  { clients: 32, ratio: 0.08, p50: null },
] as const;
const SLOT_MS = 30 * 60_000;
/** Number of one-hour slots of a room. */
const PER_ROOM = 24 * 50;
const PGBENCH = ['/usr/lib/postgresql/15/bin/pgbench', '/usr/lib/postgresql/17/bin/pgbench', '/usr/bin/pgbench'].find(
  (file) => existsSync(file),
);

if (!PGBENCH) throw new Error('pgbench is not here: install postgresql-contrib (Debian)');
const chain = await makeLargeChain(Math.max(...PROMISED.map(({ clients }) => clients)));
const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-pgbench-'));
let isKept = true;
try {
  await withClient(chain.superuserUrl, async (client) => {
    await client.query(
      `create table bare (room_id integer, period tstzrange, constraint bare_no_overlap exclude using gist (room_id with =, period with &&))`,
    );
    await client.query('create sequence bare_number');
  });
  writeFileSync(
    path.join(folder, 'bare.sql'),
    `insert into bare select n % 200, tstzrange(now() + n / 200 * interval '1 hour', now() + (n / 200 + 1) * interval '1 hour') from nextval('bare_number') as n;\n`,
  );
  const product = await startProduct(chain);
  try {
    const free = freeHours();
    await make(product.url, 8, 3000, free);
    for (const { clients, ...promised } of PROMISED) {
      const ours = await make(product.url, clients, MS, free);
      const bare = await pgbench(clients);
      const ratio = ours.perSecond / bare;
      isKept &&= ratio >= (promised.ratio ?? 0) && ours.p50 <= (promised.p50 ?? Infinity);
      const promise = promised.ratio === null ? `p50 ≤ ${promised.p50} ms` : `ratio ≥ ${promised.ratio}`;
      console.log(
        `${String(clients).padStart(2)} clients: ${Math.round(ours.perSecond)} reservations/s (p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(1)} ms); ` +
          `bare guarded insert ${Math.round(bare)}/s; ratio ${ratio.toFixed(3)} (promised: ${promise})`,
      );
    }
  } finally {
    await product.stop();
  }
} finally {
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (!isKept) process.exitCode = 1;

/** Free hours of the rooms of the larger store, from tomorrow on. */
function* freeHours(): Generator<{ roomId: string; startsAt: string; endsAt: string }> {
  const { roomIds } = chain.measured[1] ?? { roomIds: [] };
  const from = Math.ceil((Date.now() + 24 * 3600_000) / SLOT_MS) * SLOT_MS;
  for (let hour = 0; hour < PER_ROOM; hour += 1) {
    const startsAt = new Date(from + hour * 3600_000).toISOString();
    const endsAt = new Date(from + (hour + 1) * 3600_000).toISOString();
    for (const roomId of roomIds) yield { roomId, startsAt, endsAt };
  }
}

async function make(url: string, clients: number, ms: number, free: Generator<object>): Promise<Posted> {
  return postAll(`${url}/api/v2/${chain.slug}/reservation`, {
    tokens: chain.tokens.slice(0, clients),
    ms,
    next: () => {
      const { value, done } = free.next() as IteratorResult<object, undefined>;
      if (done) throw new Error('There are no free hours left: take a shorter time');
      return { ...value, headCount: 3, guestName: '홍길동', guestPhone: '010-1234-5678' };
    },
  });
}

async function pgbench(clients: number): Promise<number> {
  const url = new URL(chain.superuserUrl.replace('@/', '@localhost/'));
  const { stdout } = await promisify(execFile)(
    PGBENCH ?? '',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(Math.max(2, Math.round(MS / 1000))),
      '-f',
      path.join(folder, 'bare.sql'),
      url.pathname.slice(1),
    ],
    {
      env: {
        ...process.env,
        PGUSER: decodeURIComponent(url.username),
        PGPASSWORD: decodeURIComponent(url.password),
        PGHOST: url.searchParams.get('host') ?? url.hostname,
        ...(url.port === '' ? {} : { PGPORT: url.port }),
        ...(url.searchParams.get('port') ? { PGPORT: url.searchParams.get('port') ?? '' } : {}),
      },
    },
  );
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!tps) throw new Error(`pgbench said no figure:\n${stdout}`);
  return Number(tps);
}

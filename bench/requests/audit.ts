import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeLongAuditLog } from '../../apps/server/src/testing/long-audit-log.ts';
import { runLoad } from '../support/keep-alive-load.ts';
import { makeLargeChain, withClient } from '../large-data/large-chain.ts';
import { startProduct } from '../support/product.ts';

/**
 * Benchmarks the audit log at growing numbers of rows: three queries (first and tenth page) and the verification of its
 * chain. Promised: the time of a page does not grow (p50 at the largest size at most 1.3 × that at the smallest), and a
 * million rows are verified within a minute and 300 MB.
 */

const SIZES = (process.env['BENCH_SIZES'] ?? '10000,1000000').split(',').map(Number);
const MS = Number(process.env['BENCH_MS'] ?? 3000);
const PROMISED = 1.3;
const PROMISED_VERIFY_MS = 60_000;
const PROMISED_MB = 300;

const chain = await makeLargeChain(1);
const { tokens } = chain;
const p50 = new Map<string, number[]>();
try {
  const { productId, storeIds } = await withClient(chain.superuserUrl, async (client) => {
    const { rows } = await client.query<{ product_id: string; id: string }>(
      'select s.product_id, s.id from stores s join products p on p.id = s.product_id where p.slug = $1 order by s.id limit 10',
      [chain.slug],
    );
    return { productId: rows[0]?.product_id ?? '', storeIds: rows.map((row) => row.id) };
  });
  const questions = {
    all: '',
    'person + group': `actorId=00000000-0000-7000-8000-000000000000&action=door`,
    'store + time': `storeId=${storeIds[0]}&to=${new Date(Date.now() - 86_400_000).toISOString()}`,
  };
  for (const size of SIZES) {
    const from = performance.now();
    await withClient(chain.superuserUrl, async (client) => {
      await client.query("set session_replication_role = 'replica'");
      await client.query('truncate audit_log, audit_heads, audit_verifications');
      await writeLongAuditLog(client, { productId, storeIds, count: size });
      await client.query('vacuum (analyze) audit_log');
      await client.query('checkpoint');
    });
    console.log(`${size.toLocaleString('en')} rows stored after ${((performance.now() - from) / 1000).toFixed(0)} s`);
    const product = await startProduct(chain);
    try {
      for (const [name, filter] of Object.entries(questions)) {
        const first = `${product.url}/api/v2/${chain.slug}/audit?${filter}`;
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
    await verifyInItsOwnProcess(size);
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

/** Verifies with the command that an operator runs. Its memory is the peak of that process. */
async function verifyInItsOwnProcess(size: number): Promise<void> {
  const from = performance.now();
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../apps/server/dist/cli.js'), 'verify-audit'],
    {
      env: { ...process.env, DATABASE_URL: chain.url, TOKEN_SECRET: chain.tokenSecret },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  let mb = 0;
  const watch = setInterval(() => {
    mb = Math.max(mb, memoryOf(child.pid ?? 0));
  }, 100);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  const ms = performance.now() - from;
  console.log(
    `  verify-audit of ${size.toLocaleString('en')} rows: ${(ms / 1000).toFixed(1)} s, ${mb.toFixed(0)} MB at most (promised for 1,000,000: ≤ ${PROMISED_VERIFY_MS / 1000} s, ${PROMISED_MB} MB)`,
  );
  console.log(`  ${said.split('\n')[0]}`);
  if (code !== 0 || ms > PROMISED_VERIFY_MS || mb > PROMISED_MB) process.exitCode = 1;
}

/** Resident memory of a process in MB, as Linux reports it; 0 on other systems, or when the process has ended. */
function memoryOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

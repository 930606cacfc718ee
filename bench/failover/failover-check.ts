import { spawnSync } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import type { VirtualProvider } from '@munjigi/virtual-providers';
import { TOKEN_SECRET, type Rig, type Server } from '../devices/door-rig.ts';
import type { FailoverLoad, RequestKind } from './failover-load.ts';
import { findLedgerFaults } from '../support/ledger-faults.ts';
import { checkDoor, checkEnd, readCommandRows } from '../doors/proof-check.ts';
import type { ProofDoor } from '../doors/proof-twins.ts';

/** Looks for every acknowledged write at the primary and through the API. */

const root = path.resolve(import.meta.dirname, '../..');
const READ_AT_ONCE = 8;

/** The longest time in a period without a successful request of a kind. */
export function longestPause(load: FailoverLoad, kind: RequestKind, from: number, to: number): number {
  let last = from;
  let longest = 0;
  for (const { at } of load.answered.filter((one) => one.kind === kind && one.at >= from && one.at <= to)) {
    longest = Math.max(longest, at - last);
    last = at;
  }
  return Math.max(longest, to - last);
}

/** The acknowledged reservations of a period that are not in the database, by a new connection to the primary itself. */
export async function countLost(url: string, ids: readonly string[]): Promise<number> {
  const { rows } = await queryOnce<{ count: string }>(
    url,
    'select count(*) from unnest($1::uuid[]) as acknowledged (id) where not exists (select from reservations r where r.id = acknowledged.id)',
    [ids],
  );
  return Number(rows[0]?.count);
}

/** Rooms and times that have two reservations. */
export async function countDoubled(url: string): Promise<number> {
  const { rows } = await queryOnce<{ count: string }>(
    url,
    'select count(*) from (select from reservations group by room_id, starts_at having count(*) > 1) as doubled',
  );
  return Number(rows[0]?.count);
}

export async function queryOnce<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<T>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await client.query<T>(text, [...values]);
  } finally {
    await client.end();
  }
}

interface Evidence {
  readonly rig: Rig;
  readonly server: Server;
  readonly load: FailoverLoad;
  readonly doors: readonly ProofDoor[];
  readonly provider: VirtualProvider;
  /** The primary itself. */
  readonly url: string;
}

/** Returns what was not kept. */
export async function checkFailover(evidence: Evidence): Promise<string[]> {
  const { load, doors, provider, url } = evidence;
  const faults = [...load.faults];
  faults.push(...(await readAll(evidence)));
  const rows = await withClient(url, readCommandRows);
  for (const door of doors)
    faults.push(
      ...checkDoor(
        door,
        rows.filter((row) => row.target_id === door.doorId),
      ),
    );
  faults.push(...rows.flatMap(checkEnd));
  faults.push(...(await comparePayments(url, load, provider)));
  faults.push(...(await withClient(url, findLedgerFaults)));
  faults.push(...verifyAudit(evidence.rig.databaseUrl));
  const count = (of: string) => doors.flatMap((door) => door.reached()).filter(({ action }) => action === of).length;
  const ends = new Map<string, number>();
  for (const { action, status } of rows) if (action === 'OPEN') ends.set(status, (ends.get(status) ?? 0) + 1);
  console.log(
    `doors: ${doors.reduce((sum, { clicks }) => sum + clicks.length, 0)} openings requested, ${rows.length} commands in the history, ${count('OPEN')} unlocks and ${count('LOCK')} locks reached the devices; OPEN: ${[...ends].map(([status, number]) => `${status} ${number}`).join(', ')}`,
  );
  if (count('OPEN') === 0 || load.payments.length === 0) faults.push('no door was opened, or no payment made');
  return faults;
}

/** Every acknowledged reservation by its id through the API. */
async function readAll({ rig, server, load }: Evidence): Promise<string[]> {
  const ids = [...load.reservations.keys()];
  const faults: string[] = [];
  const next = ids.values();
  await Promise.all(
    Array.from({ length: READ_AT_ONCE }, async () => {
      for (const id of next) {
        const found = await rig.call<{ id: string }>(server, 'GET', `/reservation/${id}`);
        if (found.id !== id) faults.push(`${id} is lost to the API`);
      }
    }),
  );
  console.log(`${ids.length} acknowledged reservations read by their id`);
  return faults;
}

async function comparePayments(url: string, load: FailoverLoad, { book }: VirtualProvider): Promise<string[]> {
  const { rows } = await queryOnce<{ id: string; reservation_id: string; state: string; fault: string | null }>(
    url,
    'select p.id, p.reservation_id, p.state, o.fault from payments p join provider_payments o on o.id = p.id',
  );
  const faults: string[] = [];
  for (const { paymentId, reservationId } of load.payments) {
    const here = rows.filter((row) => row.reservation_id === reservationId);
    if (here.length !== 1) faults.push(`${reservationId} has ${here.length} payments`);
    const [row] = here;
    if (row?.id !== paymentId || row.state !== 'DONE' || row.fault !== null)
      faults.push(`acknowledged payment ${paymentId}: here ${JSON.stringify(row)}`);
    if (book.find(paymentId)?.state !== 'PAID')
      faults.push(`${paymentId} is ${book.find(paymentId)?.state} at the provider`);
  }
  const charged = [...book.payments.values()].filter(({ state }) => state === 'PAID');
  const rowsByKey = new Map(rows.map((row) => [row.id, row]));
  for (const { orderId } of charged)
    if (rowsByKey.get(orderId)?.state !== 'DONE') faults.push(`${orderId} is paid at the provider and not here`);
  const stays = charged.map(({ orderId }) => rowsByKey.get(orderId)?.reservation_id);
  const doubled = stays.length - new Set(stays).size;
  if (doubled > 0) faults.push(`${doubled} stays were charged twice`);
  console.log(
    `payments: ${load.payments.length} acknowledged, ${charged.length} taken by the provider, ${doubled} double charges`,
  );
  return faults;
}

function verifyAudit(databaseUrl: string): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/cli.mjs', 'verify-audit'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, TOKEN_SECRET },
    encoding: 'utf8',
  });
  console.log(stdout.trim());
  return status === 0 ? [] : [`verify-audit ended with ${status}: ${stderr}`];
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { startVirtualToss } from '@munjigi/virtual-providers';
import { makeRig, until, type Rig, type Server } from '../devices/door-rig.ts';
import { startFailoverCluster, type FailoverCluster } from './failover-cluster.ts';
import { countDoubled, countLost, checkFailover, longestPause, queryOnce } from './failover-check.ts';
import { startFailoverLoad, type FailoverLoad } from './failover-load.ts';
import type { FailoverNode } from './failover-node.ts';
import { findMosquitto, mosquittoOn } from '../support/mosquitto.ts';
import { makeProofDoors } from '../doors/proof-twins.ts';

/**
 * Proves that a failover loses nothing (issue 40): the primary of a cluster of three database servers is killed or frozen
 * KILLS times while two servers create reservations, take payments and open doors. No acknowledged write is lost, no
 * unlock is late or double, no outage takes 30 s, and no server is restarted. `KINDS=frozen,machine` chooses the kinds.
 */

const KILLS = Number(process.env['KILLS'] ?? 20);
const MOST_OUTAGE_S = 30;
/** Load on a whole cluster before and after each kill. */
const CALM_MS = 4000;
const WHOLE_MS = 120_000;
/** Covers the timeout of a lock and the job that ends its command. */
const ALL_OVER_MS = 90_000;
const ALL_KINDS = ['PostgreSQL', 'PostgreSQL and Patroni', 'machine', 'frozen'] as const;
type Kind = (typeof ALL_KINDS)[number];
const chosen = process.env['KINDS']?.split(',');
const KINDS = ALL_KINDS.filter((kind) => chosen?.includes(kind) ?? true);

interface Round {
  readonly kill: number;
  readonly kind: Kind;
  readonly 'new primary s': string;
  readonly 'creates s': string;
  readonly 'reads s': string;
  readonly 'openings s': string;
  readonly acknowledged: number;
  readonly retried: number;
  readonly lost: number;
  readonly double: number;
}

const mosquitto = findMosquitto();
if (mosquitto === null) throw new Error('Mosquitto is not installed');
console.log('starting etcd, three database servers and HAProxy');
const cluster = await startFailoverCluster();
const rig = await makeRig({ brokerOn: mosquittoOn(mosquitto), database: cluster });
const toss = await startVirtualToss({ apiSecret: 'proof-toss' });
// Nothing of the cluster may outlive the proof.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void stopAll().then(() => process.exit(1)));
/** What the servers log as an error, other than the outage itself. */
const errors: string[] = [];
try {
  const servers = [await startServer(rig), await startServer(rig)] as const;
  await rig.call(servers[0], 'POST', '/payment-provider', {
    provider: 'TOSS',
    baseUrl: toss.url,
    apiSecret: 'proof-toss',
    feeTerms: [{ method: 'CARD', validFrom: '2025-01-01', rate: 2530, vat: 'INCLUSIVE' }],
  });
  const doors = await makeProofDoors(rig, servers[0]);
  const load = await startFailoverLoad({ rig, servers, provider: toss, doors });
  const rounds: Round[] = [];
  const startedAt = Date.now();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const round = await endure(kill, load);
    rounds.push(round);
    console.log(`${Math.round((Date.now() - startedAt) / 1000)} s: ${JSON.stringify(round)}`);
  }
  await load.end();
  await until(areCommandsOver, ALL_OVER_MS);
  const faults = await checkFailover({ rig, server: servers[0], load, doors, provider: toss, url: await primaryUrl() });
  faults.push(...checkRounds(rounds), ...servers.filter((server) => !isAlive(server)).map(({ pid }) => `${pid} ended`));
  console.table(rounds);
  console.log(`answers other than 200: ${[...load.refusals].map(([what, count]) => `${what} ${count}`).join(', ')}`);
  console.log(`${errors.length} log lines of errors`);
  for (const line of errors.slice(0, 20)) console.log(line.slice(0, 600));
  for (const fault of faults.slice(0, 40)) console.log(`NOT KEPT: ${fault}`);
  if (faults.length === 0)
    console.log(
      `kept: ${rounds.length} failovers, both servers with the process ids ${servers.map(({ pid }) => pid).join(' and ')} to the end`,
    );
  process.exitCode = faults.length === 0 ? 0 : 1;
  for (const door of doors) await door.stop();
} finally {
  await stopAll();
}

async function stopAll(): Promise<void> {
  await toss.close();
  await rig.stop();
  await cluster.stop();
}

function startServer(of: Rig): Promise<Server> {
  return of.startServer({ onLogLine: (line) => line.includes('"level":50') && errors.push(line) });
}

/** Kills the primary, waits until the cluster is whole again, and counts what was lost. */
async function endure(kill: number, load: FailoverLoad): Promise<Round> {
  const kind = KINDS[(kill - 1) % KINDS.length] as Kind;
  await sleep(CALM_MS);
  const from = performance.now();
  const primary = await expectPrimary(cluster);
  const answeredBefore = load.answered.length;
  const killed = primary.postmaster();
  await strike(kind, primary);
  // The killed one may be elected again if it is back in time.
  const next = await until(async () => {
    const found = await cluster.findPrimary();
    const pid = found?.postmaster() ?? null;
    return found !== null && pid !== null && pid !== killed && (await canWrite(found)) && found;
  }, WHOLE_MS).catch(explain);
  const newPrimaryMs = performance.now() - from;
  if (kind === 'machine') primary.start();
  if (kind === 'frozen') {
    await sleep(CALM_MS);
    primary.thaw();
  }
  await until(cluster.isWhole, WHOLE_MS).catch(explain);
  await sleep(CALM_MS);
  const to = performance.now();
  const url = cluster.superuserUrlOf(await expectPrimary(cluster));
  const ids = [...load.reservations].filter(([, at]) => at <= to).map(([id]) => id);
  const answered = load.answered.slice(answeredBefore).filter((one) => one.kind !== 'read' && one.at <= to);
  const pause = (of: 'create' | 'read' | 'open') => seconds(longestPause(load, of, from, to));
  return {
    kill,
    kind,
    'new primary s': `${seconds(newPrimaryMs)} ${next.name}`,
    'creates s': pause('create'),
    'reads s': pause('read'),
    'openings s': pause('open'),
    acknowledged: answered.length,
    retried: answered.filter(({ repeated }) => repeated > 0).length,
    lost: await countLost(url, ids),
    double: await countDoubled(url),
  };
}

/** Patroni calls a node that is still recovering the primary as well. */
async function canWrite(node: FailoverNode): Promise<boolean> {
  return queryOnce<{ recovers: boolean }>(cluster.superuserUrlOf(node), 'select pg_is_in_recovery() as recovers').then(
    ({ rows }) => rows[0]?.recovers === false,
    () => false, // It starts.
  );
}

async function explain(error: unknown): Promise<never> {
  throw new Error(`The members say of themselves: ${await cluster.describe()}`, { cause: error });
}

async function strike(kind: Kind, primary: FailoverNode): Promise<void> {
  switch (kind) {
    case 'PostgreSQL':
      return primary.killPostmaster();
    case 'PostgreSQL and Patroni':
      await primary.powerOff();
      return primary.start();
    case 'machine':
      return primary.powerOff();
    case 'frozen':
      return primary.freeze();
  }
}

function checkRounds(rounds: readonly Round[]): string[] {
  return rounds.flatMap((round) => [
    ...(round.lost > 0 ? [`kill ${round.kill}: ${round.lost} acknowledged reservations are lost`] : []),
    ...(round.double > 0 ? [`kill ${round.kill}: ${round.double} reservations are double`] : []),
    ...(['creates s', 'reads s', 'openings s'] as const)
      .filter((kind) => Number(round[kind]) >= MOST_OUTAGE_S)
      .map((kind) => `kill ${round.kill}: no ${kind.slice(0, -2)} for ${round[kind]} s`),
  ]);
}

async function expectPrimary(of: FailoverCluster): Promise<FailoverNode> {
  return until(async () => (await of.findPrimary()) ?? false);
}

async function primaryUrl(): Promise<string> {
  return cluster.superuserUrlOf(await expectPrimary(cluster));
}

async function areCommandsOver(): Promise<boolean> {
  const { rows } = await queryOnce<{ count: string }>(
    await primaryUrl(),
    `select count(*) from device_history where status in ('QUEUED', 'SENT', 'ACCEPTED')`,
  );
  return Number(rows[0]?.count) === 0;
}

function isAlive({ pid }: Server): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // It has ended.
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

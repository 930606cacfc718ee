import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { wayTo } from './cut-connections.ts';
import { makeRig, until, type Server } from '../devices/door-rig.ts';
import { makeDesk } from './proof-desk.ts';
import { makeProofDoors } from './proof-twins.ts';
import { checkProof } from './proof-check.ts';

/**
 * Proves that doors work correctly after any kill at any moment. Two server processes share the database and the
 * broker. In each round people open doors and create, move and cancel reservations while a server, the broker or the
 * database's connections are killed, a device restarts, or a connection is cut. At the end no unlock was late or sent
 * twice, every command has ended, no entry of the history is lost, no command was sent twice, and no code is left in
 * any lock.
 */

const ROUNDS = Number(process.env['ROUNDS'] ?? 1000);
/** Time for slow locks, commands that time out, and the jobs that end them. */
const ALL_OVER_MS = 60_000;
/** A lock that missed a command gets it again after its timeout, with backoff. */
const LOCKS_REACHED_MS = 600_000;
const TROUBLES = [
  'server killed',
  'broker killed',
  'broker away',
  'device restarted',
  'connection cut',
  'database connections cut',
] as const;
type Trouble = (typeof TROUBLES)[number];

const rig = await makeRig();
const way = await wayTo(rig.broker.url);
const watching = new pg.Pool({ connectionString: rig.superuserUrl, max: 2, application_name: 'proof' });
let servers: [Server, Server] = [
  await rig.startServer({ mqttUrl: way.url }),
  await rig.startServer({ mqttUrl: way.url }),
];
/** The restart of a killed server, while the other server continues. */
let restarting: Promise<void> = Promise.resolve();
const doors = await makeProofDoors(rig, servers[0]);
try {
  const rooms = rig.roomIds.slice(0, 3);
  const desk = makeDesk(rig, rooms);
  const happened = new Map<Trouble, number>();
  /** Errors that none of the injected faults explains. */
  const failures: string[] = [];
  const startedAt = Date.now();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await until(areMostThere, 120_000).catch(async (error: unknown) => {
      await printState();
      throw error;
    });
    const kind = any(TROUBLES);
    happened.set(kind, (happened.get(kind) ?? 0) + 1);
    const free = shuffled(doors.filter((door) => !door.isBusy())).slice(0, 3);
    const people = [
      ...free.map((door) => after(Math.random() * 60, () => door.click(any(servers)))),
      desk.act(any(servers)),
    ].map((one) => one.catch((error: unknown) => void failures.push(String(error))));
    await sleep(Math.random() * 80);
    await trouble(kind);
    // A person without a reply keeps waiting; their door is left alone until then.
    await Promise.race([Promise.all(people), sleep(1500)]);
    if (round % 25 === 0 || round === ROUNDS)
      console.log(`${round} of ${ROUNDS} rounds, ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }
  console.log([...happened].map(([kind, count]) => `${kind} ${count}`).join(', '));
  console.log(
    `reservations: ${Object.entries(desk.done)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')}`,
  );

  await restarting;
  await until(async () => doors.every((door) => !door.isBusy()), ALL_OVER_MS);
  await until(isAllThere, ALL_OVER_MS);
  const withCodes = await until(areCodesSettled, LOCKS_REACHED_MS);
  console.log(`codes kept by the locks when all is quiet: ${withCodes}`);
  await desk.close(servers[0]);
  await until(areCodesGone, LOCKS_REACHED_MS);
  await until(
    async () =>
      (await count(`select count(*) from device_history where status in ('QUEUED', 'SENT', 'ACCEPTED')`)) === 0,
    ALL_OVER_MS,
  );
  await checkProof(watching, doors, failures);
} finally {
  for (const door of doors) await door.stop();
  await watching.end();
  await way.stop();
  await rig.stop();
}

async function trouble(kind: Trouble): Promise<void> {
  switch (kind) {
    case 'server killed': {
      await restarting;
      const [killed, other] = shuffled(servers) as [Server, Server];
      servers = [other, other];
      await killed.kill();
      restarting = rig.startServer({ mqttUrl: way.url }).then((next) => void (servers = [other, next]));
      return;
    }
    case 'broker killed':
      await rig.broker.kill();
      return rig.broker.start();
    case 'broker away':
      await rig.broker.kill();
      await sleep(Math.random() * 1500);
      return rig.broker.start();
    case 'device restarted': {
      const door = any(doors);
      await door.offline(true);
      await sleep(Math.random() * 200);
      return door.offline(false);
    }
    case 'connection cut':
      way.cut();
      return;
    case 'database connections cut':
      // Kills some of the connections: each server loses what it was about to write.
      await watching.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'munjigi' and random() < 0.5",
      );
  }
}

async function count(query: string): Promise<number> {
  const { rows } = await watching.query<{ count: string }>(query);
  return Number(rows[0]?.count);
}

/** Waits until most commands have been sent, so that kills hit commands under way. */
async function areMostThere(): Promise<boolean> {
  return (await countOnline()) >= doors.length - 2;
}

async function isAllThere(): Promise<boolean> {
  return (await countOnline()) === doors.length;
}

/** Prints the state of links, leases and connections for the analysis of a failure. */
async function printState(): Promise<void> {
  const queries = [
    'select target_kind, online, told_online, is_moving, lock_state, last_seen_at, removed_at from device_links',
    'select *, now() as now from device_listeners',
    "select pid, state, wait_event_type, wait_event, now() - state_change as since, left(query, 120) as query from pg_stat_activity where application_name = 'munjigi'",
  ];
  for (const query of queries) console.table((await watching.query(query)).rows);
  for (const { url, pid } of new Set(servers))
    console.log(
      pid,
      await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then((reply) => reply.text(), String),
    );
}

function countOnline(): Promise<number> {
  return count(
    `select count(*) from device_links where online = 'ONLINE' and exists (select from device_listeners where until > now())`,
  );
}

/** Whether every lock has exactly the codes that it should have: returns their number, or `false`. */
async function areCodesSettled(): Promise<number | false> {
  const waiting = await count(`
    select count(*) from access_code_places where gone_at is null and reservation_id is not null and (pushed is not null or not is_wanted
      or acknowledged <> (case when opens_at - interval '25 hours' > now() then 'ABSENT' when opens_at > now() then 'DISABLED' when closes_at > now() then 'ENABLED' else 'ABSENT' end))`);
  const reviews = await count('select count(*) from access_reviews where due_at <= now()');
  const kept = doors.reduce((sum, door) => sum + (door.keypad?.codes.size ?? 0), 0);
  return waiting === 0 && reviews === 0 && kept > 0 && kept;
}

/** Whether no lock keeps a code of a reservation; spare codes stay. */
async function areCodesGone(): Promise<boolean> {
  return (
    (await count('select count(*) from access_code_places where gone_at is null and reservation_id is not null')) === 0
  );
}

async function after<T>(ms: number, act: () => Promise<T>): Promise<T> {
  await sleep(ms);
  return act();
}

function any<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T;
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

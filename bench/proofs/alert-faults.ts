import type { VirtualLock } from '@munjigi/virtual-devices';
import type { VirtualSolapi } from '@munjigi/virtual-providers';
import pg from 'pg';
import type { DebianPostgres } from '../support/debian-postgres.ts';
import type { Rig, Server } from '../devices/door-rig.ts';

/** The faults of the alert drill. Each is caused as it happens in a shop or at an operator's desk, and repaired. */
export interface Fault {
  readonly name: string;
  readonly alert: string;
  /** A label of the alert that names where the fault is. */
  readonly label?: readonly [name: string, value: string];
  /** Alerts that follow from the fault and may fire too. */
  readonly consequences: readonly string[];
  readonly cause: () => Promise<unknown>;
  readonly repair: () => Promise<unknown>;
}

export interface Stage {
  readonly rig: Rig;
  readonly postgres: DebianPostgres;
  readonly servers: [Server, Server];
  readonly solapi: VirtualSolapi;
  readonly door: { readonly doorId: string; readonly lock: VirtualLock };
}

const MINUTE_MS = 60_000;
/** More than the rule needs, and few enough for one door. */
const COMMANDS = 6;
/** Until less than a third of all commands failed. */
const GOOD_COMMANDS = 24;

export function listFaults(stage: Stage): readonly Fault[] {
  return [...engineFaults(stage), ...workFaults(stage), ...deviceFaults(stage), tamperedAuditLog(stage)];
}

function engineFaults({ rig, postgres, servers }: Stage): Fault[] {
  const port = Number(new URL(servers[1].url).port);
  return [
    {
      name: 'a process is killed',
      alert: 'MunjigiProcessDown',
      label: ['instance', `127.0.0.1:${port}`],
      consequences: [],
      cause: () => servers[1].kill(),
      repair: async () => void (servers[1] = await rig.startServer({ port })),
    },
    {
      name: 'the database is down',
      alert: 'MunjigiDatabaseAway',
      // Requests get 503 meanwhile, and the lease of the listener ends with the database.
      consequences: ['MunjigiRequestsFail', 'MunjigiNoDeviceListener'],
      cause: () => postgres.crash(),
      repair: () => postgres.start(),
    },
    {
      name: 'the broker is down',
      alert: 'MunjigiBrokerAway',
      // Nothing can listen without a broker.
      consequences: ['MunjigiNoDeviceListener'],
      cause: () => rig.broker.kill(),
      repair: () => rig.broker.start(),
    },
  ];
}

function workFaults({ rig, servers, solapi }: Stage): Fault[] {
  const jobs = holdOpen(rig.superuserUrl, 'select id from jobs for update');
  const sequencer = holdOpen(
    rig.superuserUrl,
    `select pg_advisory_xact_lock(hashtextextended('munjigi.sequence_events', 0))`,
  );
  return [
    {
      name: 'jobs are stuck: a session left open holds their rows',
      alert: 'MunjigiJobsLate',
      consequences: [],
      cause: jobs.begin,
      repair: jobs.end,
    },
    {
      name: 'messages are late: their provider is down',
      alert: 'MunjigiMessagesLate',
      consequences: ['MunjigiMessageProviderFails'],
      async cause() {
        solapi.faults.isDown = true;
        await reserve(rig, servers[0]);
      },
      repair: async () => void (solapi.faults.isDown = false),
    },
    {
      name: 'the event stream stands still: a session left open holds its lock',
      alert: 'MunjigiEventsStopped',
      consequences: [],
      async cause() {
        await sequencer.begin();
        await reserve(rig, servers[0]);
      },
      repair: sequencer.end,
    },
  ];
}

function deviceFaults({ rig, servers, door }: Stage): Fault[] {
  const operate = (verb: 'open' | 'lock') => rig.call(servers[0], 'POST', `/door/${verb}`, { doorId: door.doorId });
  return [
    {
      name: 'a lock receives commands and does not answer',
      alert: 'MunjigiCommandsFail',
      label: ['driver', 'ha-mqtt'],
      consequences: [],
      async cause() {
        door.lock.silent(true);
        await Promise.all(Array.from({ length: COMMANDS }, () => operate('open')));
      },
      async repair() {
        door.lock.silent(false);
        for (let number = 0; number < GOOD_COMMANDS; number += 1) await operate(number % 2 === 0 ? 'open' : 'lock');
      },
    },
  ];
}

function tamperedAuditLog({ rig, servers }: Stage): Fault {
  let before = '';
  const rewrite = (label: (stored: string) => string) =>
    asSuperuser(rig.superuserUrl, async (client) => {
      await client.query('begin');
      await client.query('alter table audit_log disable trigger audit_log_append_only');
      const { rows } = await client.query<{ actor_label: string }>('select actor_label from audit_log where seq = 1');
      before = rows[0]?.actor_label ?? '';
      await client.query('update audit_log set actor_label = $1 where seq = 1', [label(before)]);
      await client.query('alter table audit_log enable trigger audit_log_append_only');
      await client.query('commit');
      await rig.call(servers[0], 'POST', '/audit/verification', {});
    });
  return {
    name: 'a row of the audit log is changed',
    alert: 'MunjigiAuditLogChanged',
    consequences: [],
    cause: () => rewrite((stored) => `${stored}, changed`),
    repair: () => rewrite((stored) => stored.replace(/, changed$/, '')),
  };
}

let reserved = 0;
async function reserve(rig: Rig, server: Server): Promise<void> {
  const slot = 2 + Math.floor(reserved / rig.roomIds.length);
  const startsAt = (Math.ceil(Date.now() / (30 * MINUTE_MS)) + slot) * 30 * MINUTE_MS;
  await rig.call(server, 'POST', '/reservation', {
    roomId: rig.roomIds[reserved % rig.roomIds.length],
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 30 * MINUTE_MS).toISOString(),
    headCount: 2,
    guestName: 'Guest',
    guestPhone: `0108000${String(reserved).padStart(4, '0')}`,
  });
  reserved += 1;
}

/** A session that runs a statement in a transaction and does not end it, as a person at a console can leave one. */
function holdOpen(url: string, statement: string): { begin(): Promise<void>; end(): Promise<void> } {
  let client: pg.Client | null = null;
  return {
    async begin() {
      client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('begin');
      await client.query(statement);
    },
    async end() {
      await client?.query('rollback');
      await client?.end();
    },
  };
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

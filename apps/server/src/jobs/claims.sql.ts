import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';
import type { ClaimedJob, Lane } from './lanes.ts';
import { PROBE_AFTER } from './peers.sql.ts';

/** A process, its free capacity and the jobs that it runs. */
export interface Claim {
  readonly processId: string;
  readonly now: Date;
  readonly leaseMs: number;
  readonly running: readonly string[];
}

/** Jobs of one peer that run at once. Two processes that claim at the same moment can exceed it by this number. */
const MOST_PER_PEER = 4;
/** Peers that one claim examines; the next claim continues after them. */
const MOST_PEERS = 500;
/** A lease that ends later than any process would set it was written before the clock was moved back. */
const LEASES_TOO_LONG = 10;

/** A job is free unless its lease is running; an implausibly long lease does not count. */
const isFree = ({ now, leaseMs, running }: Claim) =>
  sql`(j.locked_until is null or j.locked_until < ${now}
    or j.locked_until > ${new Date(now.getTime() + LEASES_TOO_LONG * leaseMs)})
    and j.id <> all (${[...running]}::uuid[])`;

const leased = ({ processId, now, leaseMs }: Claim) =>
  sql`locked_until = ${new Date(now.getTime() + leaseMs)}, claimed_by = ${processId}, attempts = attempts + 1`;

/**
 * A plan that was made while the table was small reads the whole table for each kind, and PostgreSQL would keep it when
 * thousands of deliveries are pending. Before version 18 a table that has to be read counts as very expensive, so that
 * PostgreSQL would compile the plan, which takes longer than to run it.
 */
export async function preferIndexes(tx: Tx): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(tx);
}

/**
 * Claims the jobs that have been due for longest, up to the free slots of each lane. `claimForPeers` claims the jobs
 * with a peer.
 */
export async function claimDue(
  tx: Tx,
  claim: Claim,
  kinds: readonly { readonly kind: string; readonly lane: Lane; readonly free: number }[],
): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with due as materialized (
      select job.id, job.due_at, wanted.lane, wanted.free
      from unnest(${kinds.map(({ kind }) => kind)}::text[], ${kinds.map(({ lane }) => lane)}::text[],
        ${kinds.map(({ free }) => free)}::integer[]) as wanted (kind, lane, free)
      cross join lateral (
        select j.id, j.due_at from jobs j where j.kind = wanted.kind and j.peer is null and j.due_at <= ${claim.now}
          and ${isFree(claim)}
        order by j.due_at limit wanted.free for update skip locked) as job),
    placed as materialized (select id, free, row_number() over (partition by lane order by due_at) as place from due)
    update jobs set ${leased(claim)} from placed where jobs.id = placed.id and placed.place <= placed.free
    returning jobs.id, jobs.kind, jobs.payload, jobs.attempts, jobs.peer, false as "isProbe"`.execute(tx);
  return rows;
}

/**
 * Peers after `after` with jobs, due or not, in the order of their ids. Each costs one index lookup, regardless of its
 * number of jobs.
 */
export async function findPeers(tx: Tx, after: string): Promise<{ readonly peers: string[]; readonly isAll: boolean }> {
  const { rows } = await sql<{ peer: string }>`
    with recursive found (peer, place) as (
      (select j.peer, 1 from jobs j where j.peer > ${after}::uuid order by j.peer limit 1)
      union all
      select next.peer, found.place + 1 from found
      cross join lateral (select j.peer from jobs j where j.peer > found.peer order by j.peer limit 1) as next
        where found.place < ${MOST_PEERS})
    select peer from found`.execute(tx);
  return { peers: rows.map(({ peer }) => peer), isAll: rows.length < MOST_PEERS };
}

/**
 * Claims due jobs of these peers: few of each peer, none of a suspended one, one of a peer whose suspension is over,
 * and peers that answer before peers that did not. Claims the probe of an ended suspension, so that no other process
 * sends a second one.
 */
export async function claimForPeers(
  tx: Tx,
  claim: Claim,
  filter: { readonly peers: readonly string[]; readonly kinds: readonly string[]; readonly free: number },
): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with open as materialized (
      select it.peer, coalesce(p.timeouts, 0) as timeouts,
        case when p.timeouts >= ${PROBE_AFTER} then 1 else ${MOST_PER_PEER}::integer end
          - (select count(*) from jobs j where j.peer = it.peer and j.locked_until >= ${claim.now}) as free
      from unnest(${[...filter.peers]}::uuid[]) as it (peer) left join job_peers p on p.peer = it.peer
      where p.suspended_until is null or p.suspended_until <= ${claim.now}),
    candidates as materialized (
      select job.id, open.peer, open.timeouts from open
      cross join lateral (
        select j.id, j.due_at from jobs j where j.peer = open.peer and j.kind = any (${[...filter.kinds]})
          and j.due_at <= ${claim.now} and ${isFree(claim)}
        order by j.due_at limit greatest(open.free, 0)) as job
      order by open.timeouts > 0, job.due_at limit ${filter.free}),
    probes as (
      update job_peers p set suspended_until = ${new Date(claim.now.getTime() + claim.leaseMs)}
      where p.peer in (select peer from candidates) and p.timeouts >= ${PROBE_AFTER}
        and p.suspended_until <= ${claim.now} returning p.peer),
    due as materialized (
      select j.id, c.timeouts >= ${PROBE_AFTER} as is_probe from jobs j join candidates c on c.id = j.id
      where ${isFree(claim)} and (c.timeouts < ${PROBE_AFTER} or c.peer in (select peer from probes)) for
        update of j skip locked)
    update jobs set ${leased(claim)} from due where jobs.id = due.id
    returning jobs.id, jobs.kind, jobs.payload, jobs.attempts, jobs.peer, due.is_probe as "isProbe"`.execute(tx);
  return rows;
}

/** Resolves with how many of the leases this process still holds. */
export async function renewLeases(tx: Tx, { processId, now, leaseMs, running }: Claim): Promise<number> {
  const { numAffectedRows } = await sql`
    update jobs set locked_until = ${new Date(now.getTime() + leaseMs)} where id = any (${[...running]}::uuid[])
      and claimed_by = ${processId}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

interface RecurringPlan {
  readonly kind: string;
  /** The time of the first run. */
  readonly first: Date;
  /** The latest time for which this process could have scheduled it. */
  readonly latest: Date;
}

/**
 * Inserts missing recurring jobs. A job that is due after its latest time was scheduled before the clock was moved
 * back: it becomes due now.
 */
export async function plantRecurring(tx: Tx, now: Date, plans: readonly RecurringPlan[]): Promise<void> {
  await sql`
    insert into jobs as j (id, kind, dedupe_key, payload, due_at)
    select gen_random_uuid(), plan.kind, 'recurring', '{}', plan.first
      from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as plan (kind text, first timestamptz)
    on conflict (kind, dedupe_key) do update set due_at = ${now}, locked_until = null
    where j.due_at > (select plan.latest from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as plan
      (kind text, latest timestamptz) where plan.kind = j.kind)`.execute(tx);
}

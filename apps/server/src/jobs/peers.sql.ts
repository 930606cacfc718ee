import { sql } from 'kysely';
import { SYSTEM, type Database, type Tx } from '../db/index.ts';
import type { ClaimedJob, PeerOutcome } from './lanes.ts';

/** A peer is suspended after so many consecutive time-outs. */
export const PROBE_AFTER = 3;
/** The first suspension; each probe that times out doubles it. */
const FIRST_SUSPENSION_SECONDS = 60;
const LONGEST_SUSPENSION_SECONDS = 3600;

/**
 * Counts time-outs, and starts and ends suspensions. Requests that were under way when a peer was suspended do not
 * prolong the suspension.
 */
export async function recordPeerOutcome(
  tx: Tx,
  { peer, isProbe }: Pick<ClaimedJob, 'peer' | 'isProbe'>,
  outcome: PeerOutcome,
  now: Date,
): Promise<void> {
  if (peer === null) return;
  if (outcome === 'ANSWERED') return resetPeer(tx, peer);
  if (outcome === null) {
    if (isProbe) await allowProbe(tx, peer, now);
    return;
  }
  await sql`
    insert into job_peers as p (peer, timeouts, changed_at) values (${peer}, 1, ${now})
    on conflict (peer) do update set timeouts = p.timeouts + 1, changed_at = excluded.changed_at,
      suspended_until = case when p.timeouts + 1 >= ${PROBE_AFTER} then excluded.changed_at
        + make_interval(secs => least(${LONGEST_SUSPENSION_SECONDS},
          ${FIRST_SUSPENSION_SECONDS} * 2 ^ least(p.timeouts + 1 - ${PROBE_AFTER}, 20))) end
    where p.timeouts < ${PROBE_AFTER} or ${isProbe}`.execute(tx);
}

/** Resets a peer, because its address changed or it answers again. */
export async function resetPeer(tx: Tx, peer: string): Promise<void> {
  await tx.deleteFrom('job_peers').where('peer', '=', peer).execute();
}

/** Allows a probe of a suspended peer at once. */
export async function allowProbe(tx: Tx, peer: string, now: Date): Promise<void> {
  await tx
    .updateTable('job_peers')
    .set({ suspended_until: now })
    .where('peer', '=', peer)
    .where('timeouts', '>=', PROBE_AFTER)
    .execute();
}

/** The end of each peer's suspension; peers that are not suspended are missing. */
export async function findSuspensions(tx: Tx, peers: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (peers.length === 0) return new Map();
  const rows = await tx
    .selectFrom('job_peers')
    .select(['peer', 'suspended_until'])
    .where('peer', 'in', [...peers])
    .where('timeouts', '>=', PROBE_AFTER)
    .execute();
  return new Map(rows.flatMap(({ peer, suspended_until: until }) => (until === null ? [] : [[peer, until]])));
}

/** Deletes the state of peers that had no job for a long time. */
export async function sweepPeers(db: Database, before: Date): Promise<void> {
  await db.withActor(SYSTEM, (tx) =>
    sql`delete from job_peers p where p.changed_at < ${before}
      and not exists (select from jobs j where j.peer = p.peer)`.execute(tx),
  );
}

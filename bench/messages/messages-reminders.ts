import { setTimeout as sleep } from 'node:timers/promises';
import { zonedTime } from '@munjigi/rules';
import type pg from 'pg';

/**
 * Proves the reminders two hours before a stay (MS-20) without waiting for them: what was sent is made three hours older,
 * and quiet hours that begin in some minutes and swallow the time of the reminders make them leave before. The faults and
 * kills end a minute after the reminders begin to leave, because one that is still unknown in the quiet hours stays.
 */

const HOUR_MS = 3600_000;
const MINUTE_MS = 60_000;
/** A reminder leaves five minutes before the quiet hours begin. */
const QUIET_IN_MS = 7 * MINUTE_MS;
const LEAVE_IN_MS = QUIET_IN_MS - 5 * MINUTE_MS;
const FAULTS_FOR_MS = MINUTE_MS;
const QUIET_FOR_MS = 23 * HOUR_MS;
/** A busy machine sends some messages a second. */
const LONGEST_WAIT_MS = 40 * MINUTE_MS;
/** The stays of which all reminders must have left. */
const STAYS = `r.state = 'CONFIRMED' and r.starts_at > $1 and r.starts_at < $2 and r.starts_at - r.created_at >= interval '3 hours'`;

type Insist = <T>(method: string, path: string, body?: object) => Promise<T | null>;

interface Proven {
  readonly insist: Insist;
  readonly storeId: string;
  readonly db: pg.Pool;
  /** Ends the faults of the provider and the kills of servers. */
  readonly endTroubles: () => Promise<void>;
}

/** Resolves with the faults, and with the number of stays whose guests were reminded. */
export async function proveReminders({
  insist,
  storeId,
  db,
  endTroubles,
}: Proven): Promise<{ readonly faults: string[]; readonly reminded: number }> {
  const path = `/store/${storeId}/message-sender`;
  // What was sent within the hour would say place and time already.
  await waitUntilNone(
    db,
    `select from messages where state = 'QUEUED' and kind in ('CONFIRMED', 'MOVED', 'EXTENDED')
       and (planned_at is null or sending_since is not null or send_at <= now() + interval '1 minute')`,
  );
  const now = Date.now();
  const within = [new Date(now + 2.5 * HOUR_MS), new Date(now + 20 * HOUR_MS)];
  await db.query(
    `update messages set ended_at = ended_at - interval '3 hours' where state in ('ACCEPTED', 'DELIVERED')`,
  );
  await setQuietHours(insist, path, [
    zonedTime('Asia/Seoul', new Date(now + QUIET_IN_MS)),
    zonedTime('Asia/Seoul', new Date(now + QUIET_IN_MS + QUIET_FOR_MS)),
  ]);
  await db.query(
    `update messages set planned_at = null where kind = 'STARTS_SOON' and state = 'QUEUED' and sending_since is null`,
  );
  await sleep(LEAVE_IN_MS + FAULTS_FOR_MS);
  await endTroubles();
  await waitUntilNone(
    db,
    `select from messages m join reservations r on r.store_id = m.store_id and r.id = m.reservation_id
     where m.kind = 'STARTS_SOON' and m.state = 'QUEUED' and ${STAYS}`,
    within,
  );
  await setQuietHours(insist, path, [null, null]);
  const { rows } = await db.query<{ id: string; states: string[] }>(
    `select r.id, coalesce(array_agg(m.state || coalesce(' ' || m.error, '')) filter (where m.id is not null), '{}') as states
     from reservations r left join messages m on m.store_id = r.store_id and m.reservation_id = r.id and m.kind = 'STARTS_SOON'
     where ${STAYS} group by r.id`,
    within,
  );
  return {
    reminded: rows.length,
    faults: rows
      .filter(({ states }) => states.length !== 1 || !['ACCEPTED', 'DELIVERED'].includes(states[0] ?? ''))
      .map(({ id, states }) => `the reminder of ${id} is ${states.join(', ') || 'missing'}`),
  };
}

async function setQuietHours(
  insist: Insist,
  path: string,
  [quietFrom, quietUntil]: readonly [string | null, string | null],
): Promise<void> {
  const present = await insist<{ version: number | null }>('GET', path);
  await insist('POST', path, {
    senderPhone: '',
    senderEmail: '',
    version: present?.version ?? null,
    quietFrom,
    quietUntil,
  });
}

async function waitUntilNone(db: pg.Pool, query: string, values: readonly Date[] = []): Promise<void> {
  for (const endsAt = Date.now() + LONGEST_WAIT_MS; Date.now() < endsAt; await sleep(1000)) {
    const { rows } = await db.query(`${query} limit 1`, [...values]);
    if (rows.length === 0) return;
  }
  throw new Error(`There are still rows after ${LONGEST_WAIT_MS / MINUTE_MS} minutes: ${query}`);
}

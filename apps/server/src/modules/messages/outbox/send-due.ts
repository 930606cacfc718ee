import { sql } from 'kysely';
import { storeActor, SYSTEM, type Tx } from '../../../db/index.ts';
import { openEnabledProviders } from '../providers/message-providers.ts';
import { publishMessages, type MessageKey } from './messages.sql.ts';
import { expireMessages, planMessages } from './plan-messages.ts';
import { recordOutcome, sendMessage, type SendDeps } from './send-message.ts';
import { INTERRUPTED_AFTER_MS, sendPage, type DueMessage } from './send-page.ts';

/** The most messages of one page, and of these the number that is sent at once. */
const PAGE = 100;
const AT_ONCE = 8;
/** A run ends after this time, so that the next one can begin in another process. */
const LONGEST_RUN_MS = 20_000;
/** The most messages that a guest gets within an hour (MS-7); the others wait. */
const MOST_PER_GUEST_AND_HOUR = 10;
const HOUR_MS = 3600_000;

type DueRow = MessageKey & DueMessage;

/** Plans, expires and sends what is due. Runs in one process at a time, as a recurring job (decision 067). */
export async function sendDueMessages(deps: SendDeps): Promise<void> {
  await resolveInterrupted(deps);
  const startedAt = performance.now();
  do {
    // A page of each in turn: what is due does not wait until a long backlog is planned.
    const isMoreToPlan = await planMessages(deps);
    const isMoreToExpire = await expireMessages(deps);
    const due = await deps.db.withActor(SYSTEM, (tx) => findDue(tx, deps.clock.now()));
    const sent = await sendPage(deps, due, {
      atOnce: AT_ONCE,
      send: (providers, key) => sendMessage(deps, providers, key),
    });
    if (sent === 0 && !isMoreToPlan && !isMoreToExpire) return;
  } while (performance.now() - startedAt < LONGEST_RUN_MS);
}

/**
 * The first due message of each guest and provider, so that a guest gets them in order (MS-1). A message of one provider
 * never waits for one of another, unless that one is under way. An earlier one that is planned again, because its
 * reservation changed or an attempt failed, has no time yet, so the later ones wait for it. A guest at the limit, and a provider that is to be left
 * alone, have none. A guest without a phone number is known by their reservation. Untried
 * messages come first: one that fails again and again delays no other guest.
 */
async function findDue(tx: Tx, now: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select m.product_id, m.store_id, m.id, m.provider, exists (
        select from message_providers p where p.product_id = m.product_id and p.provider = m.provider and p.is_enabled
          and p.failures > 0) as is_probe
    from messages m
    where m.state = 'QUEUED' and m.planned_at is not null and m.sending_since is null and m.send_at <= ${now}
      and m.expires_at > ${now}
      and exists (select from message_providers p where p.product_id = m.product_id and p.is_enabled)
      and not exists (
        select from message_providers p where p.product_id = m.product_id and p.provider = m.provider and p.is_enabled
          and p.retry_at > ${now})
      and not exists (
        select from messages e where e.product_id = m.product_id and e.phone_mark = m.phone_mark and e.state = 'QUEUED'
          and e.id <> m.id
          and (e.sending_since is not null or (e.planned_at is null and e.seq < m.seq)
            or (e.provider = m.provider and e.planned_at is not null and e.send_at <= ${now} and e.expires_at > ${now}
              and (e.send_at, e.seq) < (m.send_at, m.seq))))
      and (m.phone_mark is not null or not exists (
        select from messages e where e.store_id = m.store_id and e.reservation_id = m.reservation_id
          and e.state = 'QUEUED' and e.id <> m.id
          and (e.sending_since is not null or (e.planned_at is null and e.seq < m.seq)
            or (e.provider = m.provider and e.planned_at is not null and e.send_at <= ${now} and e.expires_at > ${now}
              and (e.send_at, e.seq) < (m.send_at, m.seq)))))
      and (select count(*) from messages g where g.product_id = m.product_id and g.phone_mark = m.phone_mark
             and g.state in ('ACCEPTED', 'DELIVERED') and g.ended_at > ${new Date(now.getTime() - HOUR_MS)}) <
               ${MOST_PER_GUEST_AND_HOUR}
      and (m.phone_mark is not null or (
        select count(*) from messages g where g.store_id = m.store_id and g.reservation_id = m.reservation_id
          and g.state in ('ACCEPTED', 'DELIVERED') and g.ended_at > ${new Date(now.getTime() - HOUR_MS)}) <
            ${MOST_PER_GUEST_AND_HOUR})
    order by m.tries, m.send_at, m.seq limit ${PAGE}`.execute(tx);
  return rows;
}

const MOST_INTERRUPTED = 50;

interface InterruptedRow extends MessageKey {
  readonly attempt_id: string;
  readonly provider: 'SOLAPI' | 'SMTP';
  readonly reference: string | null;
}

/**
 * Finds out what became of attempts whose outcome was not stored: the process was killed, or the provider did not
 * answer. Without a reference the provider never got the message. A provider that cannot be asked is not asked to send
 * it again, because the guest could get it twice.
 */
async function resolveInterrupted(deps: SendDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - INTERRUPTED_AFTER_MS);
  const rows = await deps.db.withActor(SYSTEM, async (tx) => {
    const found = await sql<InterruptedRow>`
      select m.product_id, m.store_id, m.id, a.id as attempt_id, a.provider, a.reference
      from messages m join lateral (
        select * from message_attempts a where a.store_id = m.store_id and a.message_id = m.id
          order by a.started_at desc, a.id desc limit 1) a on true
      where m.sending_since < ${before} and m.state = 'QUEUED' and a.state in ('SENDING', 'UNKNOWN')
      order by m.sending_since limit ${MOST_INTERRUPTED}`.execute(tx);
    return found.rows;
  });
  for (const row of rows) await resolveAttempt(deps, row);
}

async function resolveAttempt(deps: SendDeps, row: InterruptedRow): Promise<void> {
  const provider = (await openEnabledProviders(deps, row.product_id)).get(row.provider);
  const of = provider && { key: row, attemptId: row.attempt_id, provider };
  if (of && row.reference === null) return recordOutcome(deps, of, { kind: 'NOT_SENT' });
  if (!of?.provider.driver.lookUp || row.reference === null) return giveUp(deps, row);
  const outcome = await of.provider.driver.lookUp(row.reference);
  if (outcome.kind !== 'UNREACHABLE') return recordOutcome(deps, of, outcome);
  await deps.db.withActor(storeActor(row.product_id, row.store_id), async (tx) => {
    await tx
      .updateTable('messages')
      .set({ sending_since: deps.clock.now() })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.id)
      .where('state', '=', 'QUEUED')
      .execute();
  });
}

async function giveUp({ db, clock }: SendDeps, row: InterruptedRow): Promise<void> {
  await db.withActor(storeActor(row.product_id, row.store_id), async (tx) => {
    await tx
      .updateTable('message_attempts')
      .set({ state: 'UNKNOWN', is_final: true, error: 'OUTCOME_UNKNOWN' })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.attempt_id)
      .where('state', 'in', ['SENDING', 'UNKNOWN'])
      .execute();
    await tx
      .updateTable('messages')
      .set({ state: 'FAILED', error: 'OUTCOME_UNKNOWN', ended_at: clock.now(), sending_since: null })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.id)
      .where('state', '=', 'QUEUED')
      .execute();
    await publishMessages(tx, row.store_id, [row.id]);
  });
}

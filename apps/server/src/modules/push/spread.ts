import type { EventName, PushKind } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { SYSTEM, type Database, type Tx } from '../../db/index.ts';
import {
  followEvents,
  readPositionNow,
  readNextEvents,
  type EventConsumerDeps,
  type Following,
  type StoredEvent,
} from '../../events/index.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { canBeNotified, type PushSubject } from './notification-rights.ts';
import { findSubscribedBrowsers, deleteEndedSubscriptions } from './people.sql.ts';

export const SEND = 'push.send';
/** Notices within this time become one message. */
const GATHER_MS = 1000;
/** The pause between two messages of a kind to a browser, so that a burst becomes one message with a count. */
export const PAUSE_MS = 5000;

const NAMES: readonly EventName[] = [
  'notifications.changed',
  'alarm.changed',
  'approval.changed',
  'readiness.checked',
  'overrun.counted',
  'waitlist.changed',
];
const PAGE = 500;
const NEWLY_FREE_MS = 60_000;

/** Creates notices from events for each browser that may receive them, once across all processes. */
export function startPushSpread({ db, clock, log, events }: EventConsumerDeps): Following {
  return followEvents({
    events,
    log,
    names: NAMES,
    what: 'browsers could not be notified of events',
    step: () => spreadSome(db, clock),
  });
}

/**
 * Sets the position to the present unless it exists. Without it, the first event of a new database would be skipped.
 */
export async function insertPushPosition(tx: Tx): Promise<void> {
  await sql`insert into push_place (after_position) values (event_position_now())
    on conflict (only_row) do nothing`.execute(tx);
}

/**
 * Processes one page. A concurrent call waits for the lock and then reads the current state. Returns whether there may
 * be more.
 */
async function spreadSome(db: Database, clock: Clock): Promise<boolean> {
  return db.withActor(SYSTEM, async (tx) => {
    const now = clock.now();
    const after = await selectPlaceForUpdate(tx);
    await deleteEndedSubscriptions(tx, now);
    const isAny = (await tx.selectFrom('push_subscriptions').select('id').limit(1).executeTakeFirst()) !== undefined;
    const savePosition = (position: number) => movePosition(tx, position);
    if (!isAny) {
      await savePosition(await readPositionNow(tx));
      return false;
    }
    const next = { productId: null, names: NAMES, after, limit: PAGE, savePosition };
    const { events, isMore } = await readNextEvents(tx, next);
    await addNotices(
      tx,
      now,
      events.flatMap((event) => subjectOf(event, now)),
    );
    return isMore;
  });
}

/** Waits for a concurrent process to finish. */
async function selectPlaceForUpdate(tx: Tx): Promise<number> {
  await insertPushPosition(tx);
  const row = await tx.selectFrom('push_place').selectAll().forUpdate().executeTakeFirstOrThrow();
  return row.after_position;
}

async function movePosition(tx: Tx, position: number): Promise<void> {
  await tx.updateTable('push_place').set({ after_position: position }).execute();
}

/** The subject of an event that requires a notification; none if the subject has already ended. */
function subjectOf({ name, data, productId, storeId }: StoredEvent, now: Date): PushSubject[] {
  switch (name) {
    case 'notifications.changed': {
      const { addedId } = data;
      return addedId === undefined ? [] : [{ kind: 'MONEY', id: addedId, productId, storeId }];
    }
    case 'alarm.changed': {
      const { id, acknowledgedAt, closedAt, openedAt } = data;
      return acknowledgedAt !== null || (closedAt !== null && closedAt !== openedAt)
        ? []
        : [{ kind: 'ALARM', id, productId, storeId }];
    }
    case 'approval.changed': {
      const { id, state, kind, askedById } = data;
      return state === 'REQUESTED'
        ? [{ kind: 'APPROVAL', id, productId, storeId, approval: { kind, askedBy: askedById } }]
        : [];
    }
    case 'readiness.checked': {
      const { reservationId, check } = data;
      return check.obstacles.some(({ severity }) => severity === 'BLOCKING')
        ? [{ kind: 'READINESS', id: reservationId, productId, storeId }]
        : [];
    }
    case 'overrun.counted': {
      const { reservationId } = data;
      return [{ kind: 'OVERRUN', id: reservationId, productId, storeId }];
    }
    case 'waitlist.changed': {
      const { id, freeSince } = data;
      // A later change of an entry whose slot is still free is no news.
      const isNews = freeSince !== null && now.getTime() - Date.parse(freeSince) < NEWLY_FREE_MS;
      return isNews ? [{ kind: 'WAITLIST', id, productId, storeId }] : [];
    }
    default:
      return [];
  }
}

async function addNotices(tx: Tx, now: Date, subjects: readonly PushSubject[]): Promise<void> {
  if (subjects.length === 0) return;
  const notices = (await findSubscribedBrowsers(tx, now)).flatMap((browser) =>
    subjects
      .filter((subject) => canBeNotified(browser, subject))
      .map(({ kind, id }) => ({ subscription_id: browser.id, kind, subject_id: id })),
  );
  await insertNotices(tx, now, notices);
}

interface NewNotice {
  readonly subscription_id: string;
  readonly kind: PushKind;
  readonly subject_id: string;
}

/** Adds notices, each of which its browser gets once, and schedules their messages. */
export async function insertNotices(tx: Tx, now: Date, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    insert into push_notices (subscription_id, kind, subject_id, at)
    select subscription_id, kind, subject_id, ${now}
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as told
      (subscription_id uuid, kind text, subject_id uuid)
    on conflict do nothing`.execute(tx);
  await beginTurns(tx, now, notices);
}

/** Schedules a message for each browser and kind, unless one is pending, which then includes the new notices. */
async function beginTurns(
  tx: Tx,
  now: Date,
  of: readonly { readonly subscription_id: string; readonly kind: PushKind }[],
): Promise<void> {
  const { rows } = await sql<Turn & { due_at: Date }>`
    insert into push_turns as it (subscription_id, kind, due_at)
    select distinct subscription_id, kind, ${new Date(now.getTime() + GATHER_MS)}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as told (subscription_id uuid, kind text) order by 1, 2
    on conflict (subscription_id, kind) do update set
      turn = it.turn + (it.due_at is null)::integer, attempts = case when it.due_at is null then 0 else it.attempts end,
      due_at = coalesce(it.due_at, greatest(excluded.due_at, it.sent_at + make_interval(secs => ${PAUSE_MS / 1000})))
    returning subscription_id, kind, turn, attempts, due_at`.execute(tx);
  for (const { due_at: dueAt, ...turn } of rows) await enqueueTurn(tx, turn, dueAt);
}

export interface Turn {
  readonly subscription_id: string;
  readonly kind: PushKind;
  readonly turn: number;
  readonly attempts: number;
}

/** One job per attempt, by dedupe key, so that a repeated job after a crash is ignored. */
export async function enqueueTurn(
  tx: Tx,
  { subscription_id: id, kind, turn, attempts }: Turn,
  dueAt: Date,
): Promise<void> {
  await enqueueJob(tx, {
    kind: SEND,
    payload: { id, kind, turn, attempts },
    dueAt,
    dedupeKey: `${id}.${kind}.${turn}.${attempts}`,
  });
}

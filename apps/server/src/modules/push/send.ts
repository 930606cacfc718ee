import { PUSH_KINDS, type PushKind } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { SYSTEM, type PersonActor, type Tx } from '../../db/index.ts';
import type { PeerOutcome } from '../../jobs/index.ts';
import { postGuarded, type PostResult } from '../webhooks/index.ts';
import { storesOf } from './notification-rights.ts';
import { readPushContent, type PushContent } from './news.sql.ts';
import { readPair } from './pair.ts';
import { findSubscribedBrowsers, deleteEndedSubscriptions, type SubscribedBrowser } from './people.sql.ts';
import { pushRequest, type BrowserAddress } from './request.ts';
import { enqueueTurn, PAUSE_MS } from './spread.ts';
import type { PushDeps } from './subscriptions.ts';
import { inWords } from './words.ts';

/** Pauses after failed attempts; a longer Retry-After of the push service takes precedence. */
const PAUSES_SECONDS = [30, 120, 600, 1800] as const;
/** Notices older than so many milliseconds are not sent, because the screen shows them. */
const WORTH_MS = 4 * 3600_000;
/** The most notices of one message. */
const MOST = 500;
const GONE: ReadonlySet<number | null> = new Set([404, 410]);

const payload = z.object({ id: z.uuid(), kind: z.enum(PUSH_KINDS), turn: z.number(), attempts: z.number() });
type Job = z.infer<typeof payload>;

/** One message: the attempt that sends it, and its notices. */
interface Message {
  readonly job: Job;
  readonly ids: readonly string[];
}

export interface PushSendDeps extends PushDeps {
  /** The timeout of a push service. */
  readonly timeoutMs: number;
  readonly log: FastifyBaseLogger;
}

/** The screen that each kind opens. */
const OPENS: Readonly<Record<PushKind, string>> = {
  MONEY: '/dashboard/admin/notification?state=unconfirmed',
  ALARM: '/dashboard/door',
  APPROVAL: '/dashboard/approval',
  READINESS: '/dashboard/reservation',
  OVERRUN: '/dashboard/reservation',
  WAITLIST: '/dashboard/reservation',
  ON_CALL: '/dashboard/on-call',
};

/**
 * Sends one message. Reads the rights of the person now, not at the time of the event. A repeated job sends nothing,
 * except after a crash between sending and saving: the second message then replaces the first, at the push service or
 * on the screen.
 */
export async function sendPush(deps: PushSendDeps, jobPayload: unknown): Promise<PeerOutcome> {
  const { db, clock, seal, addresses, contact, log } = deps;
  const job = payload.parse(jobPayload);
  const found = await db.withActor(SYSTEM, (tx) => findDue(deps, tx, job));
  if (!found) return null;
  const { browser, ids } = found;
  const message: Message = { job, ids };
  const news = await newsFor(deps, browser, job.kind, ids);
  const opened = seal.open(browser.sealed, browser.id);
  if (!news || opened === null) {
    await db.withActor(SYSTEM, (tx) => endTurn(deps, tx, message));
    return null;
  }
  const address = JSON.parse(opened) as BrowserAddress;
  const fault = addresses.faultOf(address.endpoint);
  if (fault !== null) {
    // The browser was subscribed under another configuration; its messages are not retried.
    log.warn({ pushService: new URL(address.endpoint).host, error: fault }, 'a push address is not allowed');
    await db.withActor(SYSTEM, (tx) => endTurn(deps, tx, message));
    return null;
  }
  const at = clock.now();
  const pair = await db.withActor(SYSTEM, (tx) => readPair(tx, deps));
  const request = await pushRequest(address, pair, {
    kind: job.kind,
    at,
    contact,
    ttlSeconds: Math.max(1, Math.floor(Math.min(WORTH_MS, (news.until?.getTime() ?? Infinity) - at.getTime()) / 1000)),
    body: JSON.stringify({
      ...inWords(browser.locale, job.kind, news),
      kind: job.kind,
      open: OPENS[job.kind],
      at: at.toISOString(),
    }),
  });
  const result = await postGuarded(addresses, request, deps.timeoutMs);
  await db.withActor(SYSTEM, (tx) => keepResult(deps, tx, message, result));
  if (result.status === null || result.status >= 300)
    log.warn(
      {
        pushService: new URL(address.endpoint).host,
        status: result.status,
        error: result.error,
        attempts: job.attempts + 1,
      },
      'a push message could not be delivered',
    );
  return result.error === 'TIMEOUT' ? 'TIMED_OUT' : 'ANSWERED';
}

async function findDue(
  deps: PushSendDeps,
  tx: Tx,
  job: Job,
): Promise<{ browser: SubscribedBrowser; ids: string[] } | null> {
  const now = deps.clock.now();
  await deleteEndedSubscriptions(tx, now);
  if (!(await lockTurn(tx, job))) return null;
  const worthSince = new Date(now.getTime() - WORTH_MS);
  await tx
    .deleteFrom('push_notices')
    .where('subscription_id', '=', job.id)
    .where('kind', '=', job.kind)
    .where('at', '<', worthSince)
    .execute();
  const rows = await tx
    .selectFrom('push_notices')
    .select('subject_id')
    .where('subscription_id', '=', job.id)
    .where('kind', '=', job.kind)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
  const ids = rows.map((row) => row.subject_id);
  const [browser] = await findSubscribedBrowsers(tx, now, { id: job.id });
  if (browser && ids.length > 0) return { browser, ids };
  await endTurn(deps, tx, { job, ids });
  return null;
}

/** Locks the pending attempt of this job. Returns false when it is already over. */
async function lockTurn(tx: Tx, { id, kind, turn, attempts }: Job): Promise<boolean> {
  const found = await tx
    .selectFrom('push_turns')
    .select('turn')
    .where('subscription_id', '=', id)
    .where('kind', '=', kind)
    .where('turn', '=', turn)
    .where('attempts', '=', attempts)
    .where('due_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

async function newsFor(
  { db, clock }: PushSendDeps,
  browser: SubscribedBrowser,
  kind: PushKind,
  ids: readonly string[],
): Promise<PushContent | null> {
  const storeIds = storesOf(browser, kind);
  if (storeIds === null || !browser.kinds.includes(kind)) return null;
  const actor: PersonActor = {
    kind: 'person',
    userId: browser.user_id,
    sessionId: browser.session_id,
    name: browser.name,
    productId: browser.product_id,
    roles: browser.roles,
    storeIds,
    address: '',
  };
  return db.withActor(actor, (tx) => readPushContent(tx, browser, { kind, ids }, clock.now()));
}

async function keepResult(
  deps: PushSendDeps,
  tx: Tx,
  message: Message,
  { status, retryAfter }: PostResult,
): Promise<void> {
  const { job } = message;
  const now = deps.clock.now();
  if (GONE.has(status)) {
    await tx.deleteFrom('push_subscriptions').where('id', '=', job.id).execute();
    return;
  }
  if (!(await lockTurn(tx, job))) return;
  if (status !== null && status >= 200 && status < 300) {
    await tx.updateTable('push_subscriptions').set({ last_delivered_at: now }).where('id', '=', job.id).execute();
    return endTurn(deps, tx, message, now);
  }
  const pause = PAUSES_SECONDS[job.attempts];
  // Only temporary errors are retried, because a fault of the message or its signature would remain.
  const isPassing = status === null || status === 408 || status === 429 || status >= 500;
  if (pause === undefined || !isPassing) return endTurn(deps, tx, message);
  const dueAt = new Date(now.getTime() + Math.max(pause * 1000, requestedPauseMs(retryAfter, now)));
  const attempts = job.attempts + 1;
  await tx
    .updateTable('push_turns')
    .set({ attempts, due_at: dueAt })
    .where('subscription_id', '=', job.id)
    .where('kind', '=', job.kind)
    .execute();
  await enqueueTurn(tx, { subscription_id: job.id, kind: job.kind, turn: job.turn, attempts }, dueAt);
}

/** Seconds or a date (RFC 9110, 10.2.3), limited to the lifetime of a notice. */
function requestedPauseMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), WORTH_MS);
}

/** Deletes these notices, whether sent or not. Notices that arrived meanwhile become the next message. */
async function endTurn(deps: PushSendDeps, tx: Tx, { job, ids }: Message, sentAt?: Date): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('push_notices')
      .where('subscription_id', '=', job.id)
      .where('kind', '=', job.kind)
      .where('subject_id', 'in', [...ids])
      .execute();
  const remaining = await tx
    .selectFrom('push_notices')
    .select('subject_id')
    .where('subscription_id', '=', job.id)
    .where('kind', '=', job.kind)
    .limit(1)
    .executeTakeFirst();
  const dueAt = remaining ? new Date(deps.clock.now().getTime() + PAUSE_MS) : null;
  const turn = remaining ? job.turn + 1 : job.turn;
  const ended = await tx
    .updateTable('push_turns')
    .set({ turn, attempts: 0, due_at: dueAt, ...(sentAt && { sent_at: sentAt }) })
    .where('subscription_id', '=', job.id)
    .where('kind', '=', job.kind)
    .where('turn', '=', job.turn)
    .where('attempts', '=', job.attempts)
    .where('due_at', 'is not', null)
    .returning('turn')
    .executeTakeFirst();
  if (ended && dueAt) await enqueueTurn(tx, { subscription_id: job.id, kind: job.kind, turn, attempts: 0 }, dueAt);
}

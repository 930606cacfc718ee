import { createHmac, ECDH } from 'node:crypto';
import type { BodyOf, PushBrowser, subscribePush } from '@munjigi/contract';
import { sql, type Selectable, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tables, type Tx } from '../../db/index.ts';
import { invalidInput, notFound, Problem, type Person, type UnitOfWork } from '../../http/index.ts';
import type { Seal } from '../../sealing/sealing.ts';
import { recordOwnAccountChange } from '../audit/index.ts';
import type { WebhookAddresses } from '../webhooks/index.ts';
import { CURVE } from './pair.ts';
import type { BrowserAddress } from './request.ts';

export interface PushDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly markKey: Buffer;
  readonly addresses: WebhookAddresses;
  readonly contact: string;
}

/** Per person. */
const MOST_BROWSERS = 20;
/** The actor needs a store, but a subscription belongs to a person. */
const NO_STORE = '00000000-0000-0000-0000-000000000000';
const COLUMNS = ['id', 'kinds', 'user_agent', 'created_at', 'last_delivered_at'] as const;

type BrowserRow = Pick<Selectable<Tables['push_subscriptions']>, (typeof COLUMNS)[number]>;

function shaped(row: BrowserRow): PushBrowser {
  return {
    id: row.id,
    userAgent: row.user_agent,
    kinds: row.kinds,
    createdAt: row.created_at.toISOString(),
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
  };
}

/** The person's own browsers, oldest first. */
export async function findBrowsers(tx: Tx): Promise<PushBrowser[]> {
  return (await tx.selectFrom('push_subscriptions').select(COLUMNS).orderBy('created_at').orderBy('id').execute()).map(
    shaped,
  );
}

/**
 * Subscribes a browser for the person who is signed in with it. A subscription of another person for the same browser
 * is deleted.
 */
export async function subscribeBrowser(
  { db, clock, seal, markKey, addresses }: PushDeps,
  actor: Person,
  userAgent: string,
  { endpoint, keys, kinds }: BodyOf<typeof subscribePush>,
): Promise<PushBrowser> {
  const fault = addresses.faultOf(endpoint);
  if (fault !== null)
    throw invalidInput([{ path: 'endpoint', code: fault.toLowerCase(), message: 'This address is not called' }]);
  refuseNoPoint(keys.p256dh);
  const mark = createHmac('sha256', markKey).update(endpoint).digest();
  const address: BrowserAddress = { endpoint, ...keys };
  const now = clock.now();
  return db.withActor(storeActor(actor.productId, NO_STORE), async (tx) => {
    await lockSubscriber(tx, mark, actor);
    const before = await tx
      .selectFrom('push_subscriptions')
      .select(['id', 'user_id'])
      .where('mark', '=', mark)
      .executeTakeFirst();
    if (before && before.user_id === actor.userId)
      return renewSubscription(tx, before.id, {
        session_id: actor.sessionId,
        sealed: seal.seal(JSON.stringify(address), before.id),
        kinds: [...kinds],
        user_agent: userAgent.slice(0, 400),
        renewed_at: now,
      });
    if (before) await tx.deleteFrom('push_subscriptions').where('id', '=', before.id).execute();
    await checkBrowserLimit(tx, actor.userId);
    const id = uuidv7();
    const inserted = await tx
      .insertInto('push_subscriptions')
      .values({
        product_id: actor.productId,
        user_id: actor.userId,
        id,
        session_id: actor.sessionId,
        mark,
        sealed: seal.seal(JSON.stringify(address), id),
        kinds: [...kinds],
        user_agent: userAgent.slice(0, 400),
        created_at: now,
        renewed_at: now,
        last_delivered_at: null,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await recordOwnAccountChange({ tx, clock, actor }, 'account.push-added', { kinds });
    return shaped(inserted);
  });
}

/**
 * Serialises concurrent requests for one browser or one person, so that they respect the limit and store the browser
 * once. The session cannot end during the transaction.
 */
async function lockSubscriber(tx: Tx, mark: Buffer, { userId, sessionId }: Person): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${mark.toString('hex')}, 55))`.execute(tx);
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!session) throw new Problem('SESSION_ENDED');
}

async function renewSubscription(
  tx: Tx,
  id: string,
  set: Updateable<Tables['push_subscriptions']>,
): Promise<PushBrowser> {
  return shaped(
    await tx
      .updateTable('push_subscriptions')
      .set(set)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  );
}

async function checkBrowserLimit(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('push_subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (count >= MOST_BROWSERS)
    throw invalidInput([{ path: 'endpoint', code: 'too_many', message: `There are ${MOST_BROWSERS} already` }]);
}

export async function removeSubscription(work: UnitOfWork, browserId: string): Promise<Record<string, never>> {
  const { tx } = work;
  const removed = await tx
    .deleteFrom('push_subscriptions')
    .where('id', '=', browserId)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw notFound();
  await recordOwnAccountChange(work, 'account.push-removed', {});
  return {};
}

/** Not every value of 65 bytes is a point on the curve (RFC 8291, 7). */
function refuseNoPoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, CURVE, 'base64url');
  } catch (error) {
    throw Object.assign(invalidInput([{ path: 'keys.p256dh', code: 'no_point', message: 'This is no public key' }]), {
      cause: error,
    });
  }
}

import type { RelayedSource } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { personalOf, storeActor, type Database } from '../../db/index.ts';
import { Problem, type CredentialLookups } from '../../http/index.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { authenticateRelay, relayTokenInvalid } from './relays.ts';
import { countRelayMessage } from './relays.sql.ts';
import { DEPOSIT_JOB } from './deposit-jobs.ts';

interface Came {
  readonly product: string;
  readonly source: RelayedSource;
  readonly bytes: Buffer;
  readonly authorization: string | null;
  readonly address: string;
}

/** The most texts of one relay in a minute of the clock: a shop's phone sends a few. */
export const MAX_TEXTS_PER_MINUTE = 60;
/**
 * The most texts of one relay in a day, of 4 kB each. A phone that forwards every advertisement stays far below; a
 * stolen token does not fill the disk.
 */
export const MAX_TEXTS_PER_DAY = 2000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Stores a text as it came and enqueues it. The token determines the store, regardless of the text. */
export async function receiveMessages(
  { db, clock, lookups }: { readonly db: Database; readonly clock: Clock; readonly lookups: CredentialLookups },
  { source, bytes, ...request }: Came,
): Promise<{ received: true }> {
  const now = clock.now();
  const relay = await authenticateRelay({ db, lookups }, request);
  const { product_id: productId, store_id: storeId } = relay;
  const actor = storeActor(productId, storeId);
  // Counted in a separate transaction, so that rejected texts count as well.
  const count = await db.withActor(actor, (tx) => countRelayMessage(tx, relay, now));
  if (count === null) throw relayTokenInvalid();
  const over = count.ofDay > MAX_TEXTS_PER_DAY ? DAY_MS : count.ofMinute > MAX_TEXTS_PER_MINUTE ? MINUTE_MS : null;
  if (over !== null)
    throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((over - (now.getTime() % over)) / 1000) });
  await db.withActor(actor, async (tx) => {
    const id = uuidv7();
    await tx
      .insertInto('deposit_messages')
      .values({
        product_id: productId,
        store_id: storeId,
        id,
        relay_id: relay.id,
        source,
        raw: personalOf(tx).seal(bytes),
        reading: null,
        received_at: now,
      })
      .execute();
    await enqueueJob(tx, { kind: DEPOSIT_JOB, payload: { productId, storeId, messageIds: [id] }, dueAt: now });
  });
  return { received: true };
}

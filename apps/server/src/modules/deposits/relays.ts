import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BodyOf, createDepositRelay, DepositRelay, ReplyOf } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { SYSTEM, type Database } from '../../db/index.ts';
import { notFound, Problem, type CredentialLookups, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import { findRelayOf, toDepositRelay, type RelayRow } from './relays.sql.ts';

/** `dep_`, the relay's id without dashes, and 256 random bits. */
const TOKEN = /^Bearer dep_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\w-]{43})$/;

/** Creates a relay of a store. Its token is returned only here; the database stores a hash. */
export async function createRelay(
  work: UnitOfWork,
  body: BodyOf<typeof createDepositRelay>,
): Promise<ReplyOf<typeof createDepositRelay>> {
  const { tx, clock, actor } = work;
  const store = await tx.selectFrom('stores').select('id').where('id', '=', body.storeId).executeTakeFirst();
  if (!store) throw notFound();
  const [id, secret, now] = [uuidv7(), randomBytes(32).toString('base64url'), clock.now()];
  const row = await tx
    .insertInto('deposit_relays')
    .values({
      product_id: actor.productId,
      store_id: body.storeId,
      id,
      name: body.name,
      token_hash: hashOf(secret),
      most_automatic_amount: body.mostAutomaticAmount,
      created_at: now,
      created_by_name: actor.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordRelayChange(work, 'deposit-relay.created', row, now);
  return { relay: toDepositRelay(row), token: `dep_${id.replaceAll('-', '')}_${secret}` };
}

/** Revokes a relay: its texts are rejected from now on. Throws NOT_FOUND for one that is already revoked. */
export async function revokeRelay(work: UnitOfWork, relayId: string): Promise<DepositRelay> {
  const { tx, clock } = work;
  const now = clock.now();
  const row = await tx
    .updateTable('deposit_relays')
    .set({ revoked_at: now })
    .where('id', '=', relayId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  await recordRelayChange(work, 'deposit-relay.revoked', row, now);
  return toDepositRelay(row);
}

interface RelayRequest {
  readonly product: string;
  readonly authorization: string | null;
  readonly address: string;
}

/**
 * Returns the relay of a token. Rejects a token of another product, a revoked one and a malformed one with the same
 * error.
 */
export async function authenticateRelay(
  { db, lookups }: { readonly db: Database; readonly lookups: CredentialLookups },
  { product, authorization, address }: RelayRequest,
): Promise<RelayRow> {
  const [, a = '', b = '', c = '', d = '', e = '', secret = ''] = TOKEN.exec(authorization ?? '') ?? [];
  const hash = secret === '' ? null : hashOf(`${product} ${authorization}`);
  const relay = await lookups.find({ kind: 'relay', address, hash }, async () => {
    const found = await db.withActor(SYSTEM, (tx) => findRelayOf(tx, product, [a, b, c, d, e].join('-')));
    // Compared even without a relay, so that the response time reveals nothing.
    const isKnown = timingSafeEqual(found?.token_hash ?? Buffer.alloc(32), hashOf(secret));
    return isKnown && found?.revoked_at === null ? found : null;
  });
  if (!relay) throw relayTokenInvalid();
  return relay;
}

export const relayTokenInvalid = () => new Problem('RELAY_TOKEN_INVALID');

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function recordRelayChange(work: UnitOfWork, action: AuditRecord['action'], row: RelayRow, at: Date): Promise<void> {
  return recordChange(work, {
    storeId: row.store_id,
    at,
    action,
    subject: { kind: 'deposit-relay', id: row.id },
    detail: { name: row.name, mostAutomaticAmount: row.most_automatic_amount },
  });
}

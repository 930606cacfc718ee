import { createHash, randomBytes } from 'node:crypto';
import type { ApiKey, BodyOf, createApiKey } from '@munjigi/contract';
import type { AuditAction } from '@munjigi/texts/audit';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { notFound, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { KEY_COLUMNS, toApiKey, type ApiKeyRow } from './api-keys.sql.ts';

/** `mk_` and 32 random bytes in base64url. */
const SECRET = /^mk_[\w-]{43}$/;
const SHOWN_LENGTH = 9;

/**
 * Creates a key for a channel, for these stores or (`null`) all stores of the product. Only the reply contains the
 * secret.
 */
export async function createKey(
  work: UnitOfWork,
  { name, storeIds }: BodyOf<typeof createApiKey>,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const { tx, clock, actor } = work;
  if (storeIds) await refuseUnknownStores(tx, storeIds);
  const secret = `mk_${randomBytes(32).toString('base64url')}`;
  const row: ApiKeyRow = {
    product_id: actor.productId,
    id: uuidv7(),
    name,
    prefix: secret.slice(0, SHOWN_LENGTH),
    store_ids: storeIds,
    created_at: clock.now(),
    last_used_at: null,
    revoked_at: null,
  };
  await tx
    .insertInto('api_keys')
    .values({ ...row, secret_hash: hashOfKey(secret) })
    .execute();
  await recordKeyChange(work, 'api-key.created', row);
  return { apiKey: toApiKey(row), secret };
}

/** Revokes a key from the next request on. Throws NOT_FOUND for one that was already revoked. */
export async function revokeKey(work: UnitOfWork, keyId: string): Promise<ApiKey> {
  const { tx, clock } = work;
  const row = await tx
    .updateTable('api_keys')
    .set({ revoked_at: clock.now() })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning(KEY_COLUMNS)
    .executeTakeFirst();
  if (!row) throw notFound();
  await recordKeyChange(work, 'api-key.revoked', row);
  return toApiKey(row);
}

export function isKey(token: string): boolean {
  return SECRET.test(token);
}

export function hashOfKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

async function refuseUnknownStores(tx: Tx, storeIds: readonly string[]): Promise<void> {
  const stores = await tx.selectFrom('stores').select('id').where('id', 'in', storeIds).execute();
  if (stores.length < storeIds.length) throw notFound();
}

function recordKeyChange(
  work: UnitOfWork,
  action: AuditAction,
  { id, name, prefix, store_ids: storeIds }: ApiKeyRow,
): Promise<void> {
  const subject = { kind: 'api-key', id };
  return recordChange(work, { storeId: null, action, subject, detail: { name, prefix, storeIds } });
}

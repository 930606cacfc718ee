import type { ApiKey, listApiKeys, QueryOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, readNumberedPage, statement, SYSTEM, type Database, type Tables, type Tx } from '../../db/index.ts';

/** A row of the table without the hash of the secret, which the server never reads back. */
export type ApiKeyRow = Omit<Selectable<Tables['api_keys']>, 'secret_hash'>;

export const KEY_COLUMNS = [
  'product_id',
  'id',
  'name',
  'prefix',
  'store_ids',
  'created_at',
  'last_used_at',
  'revoked_at',
] as const satisfies readonly (keyof ApiKeyRow)[];

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    storeIds: row.store_ids,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}

/** Newest first by default. */
export async function findKeys(
  tx: Tx,
  { revoked, page, limit, sort }: QueryOf<typeof listApiKeys>,
): Promise<{ total: number; items: ApiKey[] }> {
  const found = tx
    .selectFrom('api_keys')
    .$if(revoked !== 'all', (query) => query.where('revoked_at', revoked === 'only' ? 'is not' : 'is', null));
  const { total, rows } = await readNumberedPage(found.select(KEY_COLUMNS), {
    page,
    limit,
    order: orderOf(sort, { createdAt: 'created_at', name: 'name' }, 'id', sql`created_at desc, id`),
  });
  return { total, items: rows.map(toApiKey) };
}

export interface UsedKey {
  readonly product_id: string;
  readonly slug: string;
  readonly id: string;
  readonly name: string;
  readonly store_ids: string[] | null;
  /** Whether this request was counted, as one of the first `most` of its minute. */
  readonly is_within: boolean;
}

/**
 * Finds the active key with this hash and counts one use in this minute, in one statement. All processes share the
 * count; a process whose clock is up to a minute behind counts into the minute of the others. `last_used_at` is written
 * once a minute.
 */
export async function useKey(
  db: Database,
  { hash, now, most }: { readonly hash: Buffer; readonly now: Date; readonly most: number },
): Promise<UsedKey | undefined> {
  const minute = Math.floor(now.getTime() / 60_000);
  const [key] = await db.doAtOnce(
    SYSTEM,
    statement<UsedKey>`
    with known as (
      select k.product_id, p.slug, k.id, k.name, k.store_ids from api_keys k join products p on p.id = k.product_id
      where k.secret_hash = ${hash} and k.revoked_at is null),
    counted as (
      insert into api_key_uses as u (key_id, minute, count) select id, ${minute}::integer, 1 from known
      on conflict (key_id) do update
        set count = case when u.minute - excluded.minute in (0, 1) then u.count + 1 else 1 end,
            minute = case when u.minute - excluded.minute = 1 then u.minute else excluded.minute end
        where u.count < ${most}::integer or u.minute - excluded.minute not in (0, 1)
      returning count),
    noted as (update api_keys k set last_used_at = ${now}::timestamptz from known, counted where k.id = known.id
      and counted.count = 1)
    select known.*, exists (select from counted) as is_within from known`,
  );
  return key;
}

import pg from 'pg';
import { dropDatabase, queryDatabase, withDatabase } from '../database.ts';

/** Opens a connection as the owner of the tables, who has rights that the program lacks. */
export async function connectOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // The test ends some of them; the pending statement reports the error.
  await client.connect();
  return client;
}

interface EventsToInsert {
  readonly productId: string;
  readonly storeId: string;
  readonly count: number;
  /** The size of the payload's padding. */
  readonly bytes?: number;
  readonly createdAt?: Date;
}

/**
 * Commits events without sequencing them, like a process that is killed right after its commit. Their payloads count
 * from 1.
 */
export async function insertUnsequenced(
  owner: pg.Client,
  { productId, storeId, count, bytes = 0, createdAt = new Date() }: EventsToInsert,
): Promise<void> {
  await owner.query(
    `insert into events (product_id, store_id, name, data, created_at)
     select $1, $2, 'notifications.changed', jsonb_build_object('storeId', '018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'), 'padding', repeat('x', $4)), $5
     from generate_series(1, $3::integer) as n order by n`,
    [productId, storeId, count, bytes, createdAt],
  );
}

/** A write transaction that stays open in another database of the same PostgreSQL server. */
export async function openForeignTransaction(serverUrl: string, name: string): Promise<{ end(): Promise<void> }> {
  await queryDatabase(serverUrl, `create database ${name}`);
  const client = await connectOwner(withDatabase(serverUrl, name));
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return {
    async end() {
      await client.query('rollback');
      await client.end();
      await dropDatabase(serverUrl, name);
    },
  };
}

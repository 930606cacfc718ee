import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '../../apps/server/src/clock.ts';
import { migrateDatabase, startEmbeddedPostgres } from '../../apps/server/src/db/index.ts';
import { createTokens } from '../../apps/server/src/modules/accounts/index.ts';

export interface PollerDatabase {
  readonly url: string;
  readonly tokenSecret: string;
  readonly slug: string;
  /** Tokens of an ADMIN of the product, each of a separate session. */
  readonly tokens: readonly string[];
  readonly unconfirmed: number;
  stop(): Promise<void>;
}

const TOKEN_SECRET = 'of-the-measurement-and-of-nothing-else-0000';

/**
 * Creates a separate PostgreSQL with a product of three stores and so many notifications, every hundredth of them
 * unconfirmed.
 */
export async function makePollerDatabase(notifications: number, sessions: number): Promise<PollerDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'munjigi-bench-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run as another user than this process.
  const postgres = await startEmbeddedPostgres({ dataDir, password: 'of-the-measurement' });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrateDatabase(postgres.url, path.resolve(import.meta.dirname, '../../apps/server/src/db/migrations'));
    const filled = await fill(postgres.adminUrl.replace(/\/postgres\?/, '/munjigi?'), notifications, sessions);
    // A URL requires a host; the `?host=` parameter with the folder of the socket takes precedence.
    return { url: postgres.url.replace('@/', '@localhost/'), tokenSecret: TOKEN_SECRET, ...filled, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fill(
  superuserUrl: string,
  notifications: number,
  sessions: number,
): Promise<{ slug: string; tokens: string[]; unconfirmed: number }> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const [productId, userId, slug] = [uuidv7(), uuidv7(), 'measured'];
    const stores = [uuidv7(), uuidv7(), uuidv7()];
    await client.query('insert into products (id, slug, name, created_at) values ($1, $2, $2, now())', [
      productId,
      slug,
    ]);
    for (const [index, store] of stores.entries()) {
      await client.query(
        'insert into stores (product_id, id, name, mqtt_prefix, created_at) values ($1, $2, $3, $4, now())',
        [productId, store, `Store ${index + 1}`, `${slug}/${index + 1}`],
      );
    }
    // The ids increase, as those of the product do.
    await client.query(
      `insert into notifications (product_id, store_id, id, kind, amount, text, created_at, confirmed_at, confirmed_by)
       select $1, ($2::uuid[])[1 + n % 3], (lpad(to_hex(1700000000000 + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
              'PAID', 10000 + n % 90000, 'Payment ' || n, now() - make_interval(secs => $3 - n), case when n % 100 = 0 then null else now() end,
              case when n % 100 = 0 then null else $4::uuid end
       from generate_series(1, $3::integer) as n`,
      [productId, stores, notifications, userId],
    );
    await client.query(
      `insert into users (id, product_id, email, name, password_hash, roles, created_at) values ($1, $2, 'measured@demo.test', 'Measured', 'none', '{ADMIN}', now())`,
      [userId, productId],
    );
    const expiresAt = new Date(Date.now() + 3600_000);
    const signer = createTokens(TOKEN_SECRET, systemClock);
    const tokens: string[] = [];
    for (let number = 0; number < sessions; number += 1) {
      const sessionId = uuidv7();
      await client.query(
        "insert into sessions (id, user_id, created_at, expires_at, address, user_agent) values ($1, $2, now(), $3, '127.0.0.1', 'bench')",
        [sessionId, userId, expiresAt],
      );
      tokens.push(await signer.sign({ userId, sessionId }, expiresAt));
    }
    await client.query('vacuum analyze');
    return { slug, tokens, unconfirmed: Math.floor(notifications / 100) };
  } finally {
    await client.end();
  }
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '../../apps/server/src/clock.ts';
import { migrateDatabase, personalKeys, startEmbeddedPostgres } from '../../apps/server/src/db/index.ts';
import { createTokens } from '../../apps/server/src/modules/accounts/index.ts';

/**
 * A chain of 3,000 rooms: one store of 200 rooms and 140 of 20. Its measured stores have six reservations a room today,
 * regardless of the total; the rest fills the days before and after.
 */
export interface LargeChain {
  readonly url: string;
  /** A superuser's connection, for a baseline on the same server. */
  readonly superuserUrl: string;
  readonly tokenSecret: string;
  readonly slug: string;
  /** Tokens of an ADMIN, each of a separate session. */
  readonly tokens: readonly string[];
  /** The first measured store has 20 rooms, the second 200. */
  readonly measured: readonly { readonly id: string; readonly roomIds: readonly string[] }[];
  /** The current date at the stores. */
  readonly today: string;
  /** Adds reservations until there are `count` of them. */
  fillTo(count: number): Promise<void>;
  stop(): Promise<void>;
}

const TOKEN_SECRET = 'of-the-measurement-and-of-nothing-else-0000';
const SLUG = 'measured';
const SMALL_STORES = 140;
const HOURS = JSON.stringify(
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '00:00', closesAt: '00:00' })),
);

export async function makeLargeChain(sessions: number): Promise<LargeChain> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'munjigi-bench-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run as another user than this process.
  const postgres = await startEmbeddedPostgres({ dataDir, password: 'of-the-measurement' });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrateDatabase(postgres.url, path.resolve(import.meta.dirname, '../../apps/server/src/db/migrations'));
    const superuserUrl = postgres.adminUrl.replace(/\/postgres\?/, '/munjigi?');
    const chain = await withClient(superuserUrl, (client) => makeStores(client, sessions));
    // A URL requires a host; the `?host=` parameter with the folder of the socket takes precedence.
    const url = postgres.url.replace('@/', '@localhost/');
    return {
      url,
      superuserUrl,
      tokenSecret: TOKEN_SECRET,
      slug: SLUG,
      stop,
      ...chain,
      fillTo: (count) => withClient(superuserUrl, (client) => fillTo(client, count, chain)),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type CreatedChain = Pick<LargeChain, 'tokens' | 'measured' | 'today'> & { readonly productId: string };

async function makeStores(client: pg.Client, sessions: number): Promise<CreatedChain> {
  const [productId, userId] = [uuidv7(), uuidv7()];
  await client.query('insert into products (id, slug, name, created_at) values ($1, $2, $2, now())', [productId, SLUG]);
  const measured = [];
  for (let number = 0; number <= SMALL_STORES; number += 1) {
    const id = uuidv7();
    await client.query(
      `insert into stores (product_id, id, name, mqtt_prefix, created_at, hours, slot_minutes, min_minutes, max_minutes, horizon_days)
       values ($1, $2, $3, $4, now(), $5, 30, 30, 720, 400)`,
      [productId, id, `Store ${number + 1}`, `${SLUG}/${number + 1}`, HOURS],
    );
    const roomIds = Array.from({ length: number === 1 ? 200 : 20 }, () => uuidv7());
    await client.query(
      `insert into rooms (product_id, store_id, id, name, capacity, sort_order, created_at)
       select $1, $2, room, 'Room ' || n, 8, n, now() from unnest($3::uuid[]) with ordinality as rooms (room, n)`,
      [productId, id, roomIds],
    );
    await client.query(
      `insert into price_policies (product_id, store_id, id, name, room_ids, weekdays, holidays, from_time, to_time, unit, amount,
         included_head_count, extra_person_amount, priority, created_at)
       values ($1, $2, $3, 'Always', '{}', '{1,2,3,4,5,6,7}', true, '00:00', '00:00', 'SLOT', 5000, 4, 1000, 10, now()),
              ($1, $2, $4, 'Evening', '{}', '{1,2,3,4,5,6,7}', true, '18:00', '00:00', 'SLOT', 8000, 4, 1000, 20, now())`,
      [productId, id, uuidv7(), uuidv7()],
    );
    if (number < 2) measured.push({ id, roomIds });
  }
  await client.query(
    `insert into users (id, product_id, email, name, password_hash, roles, created_at) values ($1, $2, 'measured@demo.test', 'Measured', 'none', '{ADMIN}', now())`,
    [userId, productId],
  );
  const {
    rows: [day],
  } = await client.query<{ today: string }>(
    "select to_char((now() at time zone 'Asia/Seoul') - interval '6 hours', 'YYYY-MM-DD') as today",
  );
  return { productId, measured, today: day?.today ?? '', tokens: await makeSessions(client, userId, sessions) };
}

async function makeSessions(client: pg.Client, userId: string, count: number): Promise<string[]> {
  const expiresAt = new Date(Date.now() + 6 * 3600_000);
  const signer = createTokens(TOKEN_SECRET, systemClock);
  const tokens: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const sessionId = uuidv7();
    await client.query(
      "insert into sessions (id, user_id, created_at, expires_at, address, user_agent) values ($1, $2, now(), $3, '127.0.0.1', 'bench')",
      [sessionId, userId, expiresAt],
    );
    tokens.push(await signer.sign({ userId, sessionId }, expiresAt));
  }
  return tokens;
}

/** Above this number of rows, indexes are dropped and rebuilt instead of being updated row by row. */
const MANY = 3_000_000;

async function fillTo(client: pg.Client, count: number, { productId, measured, today }: CreatedChain): Promise<void> {
  const {
    rows: [now],
  } = await client.query<{ stored: number }>('select count(*)::integer as stored from reservations');
  let missing = count - (now?.stored ?? 0);
  if (missing <= 0) return;
  // The generated rows satisfy the exclusion constraint; rebuilding its index checks them again.
  await client.query("set session_replication_role = 'replica'"); // Disables triggers and foreign keys.
  await makeGuests(client);
  if ((now?.stored ?? 0) === 0)
    missing -= await insertDays(client, {
      productId,
      today,
      stores: measured.map((store) => store.id),
      perDay: 6,
      days: [0],
      limit: missing,
    });
  const indexes = missing > MANY ? await dropIndexes(client) : [];
  const {
    rows: [days],
  } = await client.query<{ most: number; rooms: number }>(
    `select coalesce(max(abs(business_date - $1::date)), 0) as most, (select count(*)::integer from rooms) as rooms from reservations`,
    [today],
  );
  // Continues day by day, further from today, where the last filling ended.
  for (let day = (days?.most ?? 0) + 1; missing > 0; day += 1) {
    for (const offset of [-day, day]) {
      if (missing > 0)
        missing -= await insertDays(client, {
          productId,
          today,
          stores: null,
          perDay: 4,
          days: [offset],
          limit: missing,
        });
    }
  }
  for (const index of indexes) await client.query(index);
  await client.query(
    `insert into reservation_holds (product_id, store_id, room_id, reservation_id, starts_at, ends_at)
     select product_id, store_id, room_id, id, starts_at, buffer_ends_at from reservations r
     where buffer_ends_at > now() - interval '7 days' and not exists (select 1 from reservation_holds h where h.store_id = r.store_id and h.reservation_id = r.id)`,
  );
  await client.query('vacuum (analyze) reservations');
  await client.query('vacuum (analyze) reservation_holds');
  await client.query('checkpoint');
}

interface Days {
  readonly productId: string;
  readonly today: string;
  /** The stores to fill; `null`: every store. */
  readonly stores: readonly string[] | null;
  readonly perDay: number;
  readonly days: readonly number[];
  readonly limit: number;
}

const NAMES = 997;
const PHONES = 10_000;

/** Creates guests as the server stores them: encrypted, with marks for searching. */
async function makeGuests(client: pg.Client): Promise<void> {
  const keys = personalKeys([TOKEN_SECRET]);
  const [marks] = keys.marks;
  if (!marks) throw new Error('There is a key');
  const names = Array.from({ length: NAMES }, (_, number) => `Guest ${number}`).map(
    (name) => [keys.seal(name), marks.beginnings(name)] as const,
  );
  await client.query(
    'create temp table bench_names as select n - 1 as number, name as guest_name, marks as name_marks from unnest($1::bytea[], $2::bytea[]) with ordinality as it (name, marks, n)',
    [names.map(([name]) => name), names.map(([, mark]) => mark)],
  );
  const phones = Array.from({ length: PHONES }, (_, number) => String(number).padStart(4, '0')).map(
    (end) =>
      [keys.seal(`010-2000-${end}`), marks.whole('phone', `0102000${end}`), marks.whole('last-four', end)] as const,
  );
  await client.query(
    `create temp table bench_phones as select n - 1 as number, phone as guest_phone, mark as phone_mark, last_four as last_four_mark
     from unnest($1::bytea[], $2::bytea[], $3::bytea[]) with ordinality as it (phone, mark, last_four, n)`,
    [phones.map(([phone]) => phone), phones.map(([, mark]) => mark), phones.map(([, , end]) => end)],
  );
}

async function insertDays(client: pg.Client, { productId, today, stores, perDay, days, limit }: Days): Promise<number> {
  const inserted = await client.query(
    `insert into reservations (product_id, store_id, id, room_id, code, kind, state, starts_at, ends_at, buffer_ends_at, business_date, guest_name, guest_phone,
       name_marks, phone_mark, last_four_mark, head_count, channel, memo, price_amount, price_lines, paid_amount, created_at)
     select $1, store_id, id, room_id, upper(substr(md5(id::text), 1, 4) || '-' || substr(md5(id::text), 5, 12)), 'GUEST', case when ends_at < now() then 'COMPLETED' else 'CONFIRMED' end,
            starts_at, ends_at, ends_at, date, n.guest_name, p.guest_phone, n.name_marks, p.phone_mark, p.last_four_mark, 2, 'STAFF', '', 20000, '[]', 20000, least(starts_at, now()) - interval '1 day'
     from (
       select r.store_id, r.id as room_id, gen_random_uuid() as id, row_number() over () as number, ($2::date + d) as date,
              (($2::date + d)::timestamp + interval '6 hours') at time zone 'Asia/Seoul' + n * (interval '24 hours' / $3) as starts_at,
              (($2::date + d)::timestamp + interval '6 hours') at time zone 'Asia/Seoul' + n * (interval '24 hours' / $3) + interval '2 hours' as ends_at
       from rooms r, unnest($4::integer[]) as d, generate_series(0, $3 - 1) as n
       where $5::uuid[] is null or r.store_id = any ($5)
       limit $6) as made join bench_names n on n.number = made.number % ${NAMES} join bench_phones p on p.number = made.number % ${PHONES}`,
    [productId, today, perDay, days, stores, limit],
  );
  return inserted.rowCount ?? 0;
}

/** Drops the indexes that no constraint needs, and returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = 'reservations'::regclass and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query("set maintenance_work_mem = '1GB'");
  return rows.map(({ made: created }) => created);
}

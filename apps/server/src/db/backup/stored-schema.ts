import pg from 'pg';

/**
 * The tables and columns of a database as its catalogue lists them now. Backups and restores name only the tables that
 * they leave out.
 */

/** Kysely's own tables, which migrating fills during a restore. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Tables that are not in a backup, each with its reason; a restore leaves them as the migrations create them. `events`:
 * delivered to the current listeners, in the order of this server's transactions. `sessions`: a restore must not revive
 * a session that was ended since, so all people sign in again. `session_activity`, `sign_in_challenges`: belong to
 * sessions and to sign-ins under way. `device_listeners`: leases of running processes. `push_subscriptions` and their
 * pending messages: belong to sessions, and a copy of the server would notify people's phones. `push_place`: a position
 * in `events`.
 */
const NOT_KEPT: readonly string[] = [
  'events',
  'sessions',
  'session_activity',
  'sign_in_challenges',
  'device_listeners',
  'push_subscriptions',
  'push_notices',
  'push_turns',
  'push_place',
];

export interface StoredTable {
  readonly name: string;
  /** The columns of the table without generated ones. */
  readonly columns: readonly string[];
}

/** Every table whose rows are in a backup, sorted by name. */
export async function keptTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) and ${OF_NO_EXTENSION}
     group by c.relname order by c.relname`,
    [[...OF_MIGRATIONS, ...NOT_KEPT]],
  );
  return rows;
}

const OF_NO_EXTENSION =
  "not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')";

/** True when the schema has no object except those of extensions. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  return hasNoTableBut(client, []);
}

/** True when the schema has no object except those of extensions and the tables that record migrations. */
export async function hasOnlyMigrationTables(client: pg.Client): Promise<boolean> {
  return hasNoTableBut(client, OF_MIGRATIONS);
}

async function hasNoTableBut(client: pg.Client, names: readonly string[]): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and c.relname <> all ($1) and ${OF_NO_EXTENSION} limit 1`,
    [names],
  );
  return rows.length === 0;
}

/** The names of the applied migrations, oldest first; empty in a database without migrations. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string | null }>(
    "select to_regclass('public.kysely_migration')::text as name",
  );
  if (!rows[0]?.name) return [];
  const applied = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return applied.rows.map((row) => row.name);
}

/** Tables of which this login cannot see every row (row-level security without the policy of migration 0049). */
export async function tablesNotRead(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (not has_table_privilege(c.oid, 'select')
         or (row_security_active(c.oid) and not exists (
           select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup' and p.polpermissive and p.polcmd in ('r', '*')
             and (select bool_or(pg_has_role(member, 'usage')) from unnest(p.polroles) as member))))
     order by 1`,
  );
  return rows.map((row) => row.name);
}

/** Quotes names: `"one", "two"`. */
export function listNames(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ');
}

/** Makes the text form of values independent of the settings of the server, the database and the login. */
export const PLAIN_TEXT = [
  "client_encoding = 'UTF8'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  "bytea_output = 'hex'",
  "xmlbinary = 'base64'",
]
  .map((setting) => `set local ${setting}`)
  .join('; ');

import pg from 'pg';

/**
 * What a database has at this moment, as its catalogue tells: for backups and restores, which know no table by its name but
 * those that are not kept.
 */

/** Kysely's own, which a restore fills by migrating. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Not in a backup, each with its reason; after a restore they are as the migrations leave them.
 * `events`: told to those who listen at the moment, in the order of this server's transactions; nobody listens to a backup.
 * `sessions`: what was ended since must not come to life again, so everybody signs in anew.
 * `session_activity`, `sign_in_challenges`: of sessions, and of those who are just signing in.
 * `device_listeners`: leases of running processes.
 * `push_subscriptions` and what waits to be sent to them: of sessions; a copy of the server would tell people's phones. `push_place`: of events.
 */
const NOT_KEPT: readonly string[] = ['events', 'sessions', 'session_activity', 'sign_in_challenges', 'device_listeners', 'push_subscriptions', 'push_notices', 'push_turns', 'push_place'];

export interface StoredTable {
  readonly name: string;
  /** Without those that the database works out. */
  readonly columns: readonly string[];
}

/** Every table whose rows a backup keeps, in the order of the names. */
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

const OF_NO_EXTENSION = "not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')";

/** Anything in the schema that was not brought by an extension. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${OF_NO_EXTENSION} limit 1`,
  );
  return rows.length === 0;
}

/** The names of the migrations, oldest first; none in a database that has never had any. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string | null }>("select to_regclass('public.kysely_migration')::text as name");
  if (!rows[0]?.name) return [];
  const applied = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return applied.rows.map((row) => row.name);
}

/** Tables of which this login would not see every row, whatever it asks (row-level security without the policy of migration 0049). */
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

/** `"one", "two"`. */
export function listed(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ');
}

/** Values are written and read the same way, whatever the settings of the server, the database or the login are. */
export const PLAIN_TEXT = ["client_encoding = 'UTF8'", "datestyle = 'ISO, YMD'", "intervalstyle = 'postgres'", "timezone = 'UTC'", 'extra_float_digits = 3', "bytea_output = 'hex'", "xmlbinary = 'base64'"]
  .map((setting) => `set local ${setting}`)
  .join('; ');

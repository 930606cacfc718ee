import pg from 'pg';
import { tablesNotRead } from './backup/stored-schema.ts';
import { connectionFault } from './connection-fault.ts';
import { readSchemaState, schemaFaultOf } from './schema-state.ts';
import { toErrorMessage } from '../error-message.ts';

interface Sample {
  readonly what: string;
  /** A query of `place` and `sealed`. */
  readonly rows: string;
  readonly remedy?: string;
  readonly seal: { open(sealed: Buffer, place: string): string | null };
}

/** Selects rows and checks each; returns the fault of a row, or `null`. */
export interface DatabaseCheck {
  readonly rows: string;
  readonly faultOf: (row: Readonly<Record<string, unknown>>) => string | null;
}

export interface DatabaseExamined {
  /** Each fault includes its remedy. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  /** The schema is not the one of this program. */
  readonly hasOtherSchema?: true;
}

interface Examining {
  readonly url: string;
  /** The setting that names it. */
  readonly setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
  readonly migrations: string;
  readonly now: () => Date;
  /** The number of connections of one process. */
  readonly poolSize: number;
  readonly sealed: readonly Sample[];
  readonly checks?: readonly DatabaseCheck[];
}

const OLDEST = 15;
const MOST_SKEW_MS = 2000;

/** Examines a database for `doctor` without changing it. */
export async function examineDatabase(examining: Examining): Promise<DatabaseExamined> {
  const client = new pg.Client({
    connectionString: examining.url,
    connectionTimeoutMillis: 5000,
    application_name: 'munjigi doctor',
  });
  client.on('error', () => undefined); // The pending statement reports the error.
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined); // The connection never opened.
    return {
      faults: [connectionFault(error, examining.url, examining.setting) ?? toErrorMessage(error)],
      notes: [],
    };
  }
  try {
    return await examine(client, examining);
  } catch (error) {
    return {
      faults: [connectionFault(error, examining.url, examining.setting) ?? toErrorMessage(error)],
      notes: [],
    };
  } finally {
    await client.end();
  }
}

async function examine(client: pg.Client, examining: Examining): Promise<DatabaseExamined> {
  const faults: string[] = [];
  const notes: string[] = [];
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  // An older server may not support the next queries.
  if (!(major >= OLDEST)) return { faults: [`PostgreSQL ${major} is too old: ${OLDEST} or later is needed`], notes };
  notes.push(`PostgreSQL ${major}`);
  faults.push(...(await serverFaults(client, examining)), ...(await skewFaults(client, examining.now)));
  const role = await roleFaults(client);
  faults.push(...role.faults);
  notes.push(...role.notes);
  if (role.isStranger) return { faults, notes };

  const schema = await readSchemaState(client, examining.migrations);
  if (schema.kind === 'empty')
    return { faults, notes: [...notes, `empty: the first start creates the schema ${schema.own}`] };
  const fault = schemaFaultOf(schema);
  if (fault !== null) return { faults: [...faults, fault], notes, hasOtherSchema: true };
  faults.push(
    ...(await guardFaults(client)),
    ...(await sealFaults(client, examining.sealed)),
    ...(await checkFaults(client, examining.checks ?? [])),
  );
  return { faults, notes: [...notes, `schema ${schema.own}`] };
}

async function serverFaults(client: pg.Client, { poolSize }: Examining): Promise<string[]> {
  const { rows } = await client.query<{ encoding: string; standby: boolean; readonly: boolean; connections: number }>(
    `select current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') = 'on' as readonly,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections`,
  );
  const faults: string[] = [];
  const found = rows[0];
  if (!found) return faults;
  if (found.encoding !== 'UTF8')
    faults.push(
      `the database is written in ${found.encoding}, which cannot store Korean. Create it again with ENCODING 'UTF8'`,
    );
  if (found.standby)
    faults.push('the server is a standby, which cannot be written to. Name the primary in DATABASE_URL');
  else if (found.readonly)
    faults.push('every transaction of this login is read-only (default_transaction_read_only). Remove that setting');
  // Counts the listening connection outside the pool, and one for commands such as this.
  if (found.connections < poolSize + 2)
    faults.push(
      `the server allows ${found.connections} connections, and one process needs ${poolSize + 2}. Lower DATABASE_POOL, or raise max_connections`,
    );
  return faults;
}

/** Deadlines use this machine's clock, times of rows partly the database's. */
async function skewFaults(client: pg.Client, now: () => Date): Promise<string[]> {
  const before = now().getTime();
  const { rows } = await client.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  );
  const after = now().getTime();
  const at = rows[0]?.at ?? before;
  const skew = at < before ? before - at : at > after ? at - after : 0;
  if (skew <= MOST_SKEW_MS) return [];
  return [
    `the clock of the database is ${(skew / 1000).toFixed(0)} s ${at < before ? 'behind' : 'ahead of'} the clock of this machine. Synchronise both with NTP`,
  ];
}

async function roleFaults(client: pg.Client): Promise<DatabaseExamined & { readonly isStranger: boolean }> {
  const { rows } = await client.query<{
    name: string;
    super: boolean;
    bypasses: boolean;
    creates_roles: boolean;
    creates_tables: boolean;
    database: string;
  }>(
    `select rolname as name, rolsuper as super, rolbypassrls as bypasses, rolcreaterole as creates_roles, current_database() as database,
       has_schema_privilege('public', 'create') as creates_tables
     from pg_roles where rolname = current_user`,
  );
  const login = rows[0];
  if (!login) return { faults: ['the login has no role'], notes: [], isStranger: true };
  const faults: string[] = [];
  const notes = login.super ? ['the login is a superuser: an ordinary owner of the schema is enough, and safer'] : [];
  const { rows: roles } = await client.query<{
    name: string;
    is: boolean;
    may: boolean;
    super: boolean;
    bypasses: boolean;
  }>(
    `select wanted as name, r.oid is not null as is, coalesce(pg_has_role(current_user, r.oid, 'member'), false) as may,
       coalesce(r.rolsuper, false) as super, coalesce(r.rolbypassrls, false) as bypasses
     from unnest(array['munjigi_app', 'munjigi_system', 'munjigi_guest']) as wanted left join pg_roles r on r.rolname = wanted`,
  );
  const absent = roles.filter((role) => !role.is).map((role) => role.name);
  const closed = roles.filter((role) => role.is && !role.may).map((role) => role.name);
  const mayMake = login.super || login.creates_roles;
  if (absent.length > 0 && !mayMake) {
    faults.push(
      `${login.name} may not create the roles ${absent.join(', ')}. As a superuser: ALTER ROLE "${login.name}" CREATEROLE — or: ${absent.map((name) => `CREATE ROLE ${name}`).join('; ')}; GRANT munjigi_app, munjigi_system, munjigi_guest TO "${login.name}"`,
    );
  }
  if (closed.length > 0)
    faults.push(
      `${login.name} may not switch to ${closed.join(', ')}. As a superuser: GRANT ${closed.join(', ')} TO "${login.name}"`,
    );
  for (const role of roles.filter((role) => role.super || role.bypasses)) {
    faults.push(
      `row-level security does not hold for ${role.name}, as which the program works. As a superuser: ALTER ROLE ${role.name} NOSUPERUSER NOBYPASSRLS`,
    );
  }
  if (!login.creates_tables)
    faults.push(
      `${login.name} may not create tables in ${login.database}. As a superuser: ALTER DATABASE "${login.database}" OWNER TO "${login.name}"`,
    );
  const { rows: others } = await client.query<{ owner: string }>(
    `select distinct r.rolname as owner from pg_class c join pg_roles r on r.oid = c.relowner
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname in ('products', 'stores', 'kysely_migration') and not pg_has_role(current_user, c.relowner, 'usage')`,
  );
  for (const { owner } of others)
    faults.push(
      `the tables belong to ${owner}, so ${login.name} can change neither schema nor rows. Name ${owner} in DATABASE_URL, or: REASSIGN OWNED BY "${owner}" TO "${login.name}"`,
    );
  return { faults, notes, isStranger: others.length > 0 };
}

/**
 * Checks row-level security. `events` is left out, because no person reads it by store (the reason is in
 * row-level-security.test.ts).
 */
async function guardFaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and (a.attname = 'store_id' or c.relname = 'stores')
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'events'
       and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
     order by 1`,
  );
  const faults = rows.map(
    ({ name }) =>
      `row-level security is not in force for ${name}. As its owner: ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
  );
  const hidden = await tablesNotRead(client);
  if (hidden.length > 0)
    faults.push(
      `a backup would lack rows of ${hidden.join(', ')}. As their owner, for each: SELECT let_backup_read('${hidden[0]}')`,
    );
  return faults;
}

const OTHER_SECRET =
  'they were sealed with another TOKEN_SECRET. Set the old one (embedded: put the old file token-secret back); if it is lost, upcoming guests get new access codes, and keys have to be entered again';

async function sealFaults(client: pg.Client, samples: readonly Sample[]): Promise<string[]> {
  const faults: string[] = [];
  await client.query("begin read only; set local app.backup = 'on'");
  for (const { what, rows: text, seal, remedy = OTHER_SECRET } of samples) {
    const { rows } = await client.query<{ place: string; sealed: Buffer }>(text);
    const closed = rows.filter((row) => seal.open(row.sealed, row.place) === null).length;
    if (closed > 0) {
      faults.push(`${closed} of ${rows.length} ${what} cannot be opened: ${remedy}`);
    }
  }
  await client.query('rollback');
  return faults;
}

async function checkFaults(client: pg.Client, checks: readonly DatabaseCheck[]): Promise<string[]> {
  const faults: (string | null)[] = [];
  await client.query("begin read only; set local app.backup = 'on'");
  for (const { rows: text, faultOf } of checks)
    faults.push(...(await client.query<Record<string, unknown>>(text)).rows.map(faultOf));
  await client.query('rollback');
  return faults.filter((fault) => fault !== null);
}

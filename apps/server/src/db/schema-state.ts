import pg from 'pg';
import { appliedMigrations, hasOnlyMigrationTables } from './backup/stored-schema.ts';
import { migrationsIn } from './migrate.ts';

/**
 * The schema of a database compared with that of this program. `version` is the newest migration of the database that
 * decides: for `newer`, the newest one that this program does not know.
 */
export type SchemaState =
  | { readonly kind: 'current' | 'older' | 'newer'; readonly version: string; readonly own: string }
  | { readonly kind: 'empty' | 'foreign'; readonly own: string };

/** The database has another schema than the command needs. Explained in one sentence; nothing was written. */
export class SchemaFault extends Error {}

/** Reads the state with an open connection. Migrations of the database that are not in `folder` make it newer. */
export async function readSchemaState(client: pg.Client, folder: string): Promise<SchemaState> {
  const migrations = migrationsIn(folder);
  const own = migrations.at(-1) ?? '';
  const applied = await appliedMigrations(client);
  // An interrupted first start leaves the tables that record migrations, without a row.
  if (applied.length === 0) return { kind: (await hasOnlyMigrationTables(client)) ? 'empty' : 'foreign', own };
  const unknown = applied.filter((name) => !migrations.includes(name)).at(-1);
  if (unknown !== undefined) return { kind: 'newer', version: unknown, own };
  return { kind: applied.length < migrations.length ? 'older' : 'current', version: applied.at(-1) ?? '', own };
}

/** Explains in one sentence why a program with the schema `own` does not work on this one; `null`: it does. */
export function schemaFaultOf(state: SchemaState): string | null {
  const { own } = state;
  switch (state.kind) {
    case 'current':
      return null;
    case 'empty':
      return `the database is empty and this program needs the schema ${own}: run munjigi migrate, or start the server`;
    case 'foreign':
      return `the database has tables that are not Munjigi’s, and not the schema ${own} of this program: set DATABASE_URL to a separate database, and run munjigi migrate`;
    case 'older':
      return `the schema is older than this program: the database has ${state.version} and the program ${own}; make a backup with the older program, then run munjigi migrate`;
    case 'newer':
      return `the schema is newer than this program: the database has ${state.version} and the program ${own}; use the newer program`;
  }
}

/** Throws a `SchemaFault` unless the database has the schema of this program. Writes nothing. */
export async function requireCurrentSchema(url: string, folder: string): Promise<void> {
  const fault = schemaFaultOf(await inspectSchema(url, folder));
  if (fault !== null) throw refusal(fault);
}

/** Throws a `SchemaFault` if the migrations of this program cannot be applied. Writes nothing. */
export async function requireMigratableSchema(url: string, folder: string): Promise<void> {
  const state = await inspectSchema(url, folder);
  const fault = schemaFaultOf(state);
  if (fault !== null && (state.kind === 'newer' || state.kind === 'foreign')) throw refusal(fault);
}

/** Throws a `SchemaFault` if the database has a schema, so that no backup can be restored into it. Writes nothing. */
export async function requireEmptyDatabase(url: string, folder: string): Promise<void> {
  const state = await inspectSchema(url, folder);
  if (state.kind === 'empty') return;
  const schema = 'version' in state ? `has the schema ${state.version}` : 'has tables that are not Munjigi’s';
  throw refusal(
    `the database is not empty: it ${schema}, and this program ${state.own}; restore into an empty DATA_DIR or a new database`,
  );
}

const refusal = (fault: string) => new SchemaFault(`Nothing was changed: ${fault}`);

async function inspectSchema(url: string, folder: string): Promise<SchemaState> {
  const client = new pg.Client({ connectionString: url, application_name: 'munjigi' });
  client.on('error', () => undefined); // The pending statement reports the error.
  try {
    await client.connect();
    return await readSchemaState(client, folder);
  } finally {
    await client.end().catch(() => undefined); // The connection may never have opened.
  }
}

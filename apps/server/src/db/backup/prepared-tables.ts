import pg from 'pg';
import { listNames, type StoredTable } from './stored-schema.ts';

export interface PreparedTables {
  /** Restores the foreign keys, triggers and row-level security. Foreign keys are checked against the inserted rows. */
  restoreRules(): Promise<void>;
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Empties the tables and removes what would reject or change the restored rows: foreign keys (rows come in the order of
 * the tables' names), triggers (their results are among the rows), and row-level security for the owner. This happens
 * in the transaction of the restore, on tables that no other session has seen.
 */
export async function prepareTables(client: pg.Client, tables: readonly StoredTable[]): Promise<PreparedTables> {
  const names = tables.map((table) => table.name);
  const { rows: keys } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and t.relnamespace = 'public'::regnamespace and c.conparentid = 0 order by 1, 2`,
  );
  const { rows: forced } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity and relname = any ($1)",
    [names],
  );
  const { rows: odd } = await client.query<{ name: string }>(
    "select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'O'",
  );
  // The restore would re-enable them as ordinary triggers.
  if (odd.length > 0) throw new Error(`Triggers that do not fire as usual: ${odd.map((item) => item.name).join(', ')}`);

  for (const key of keys)
    await client.query(`alter table ${key.table} drop constraint ${pg.escapeIdentifier(key.name)}`);
  for (const name of names) await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`);
  for (const { name } of forced)
    await client.query(`alter table ${pg.escapeIdentifier(name)} no force row level security`);
  if (names.length > 0) await client.query(`truncate ${listNames(names)}`);

  return {
    async restoreRules() {
      for (const key of keys)
        await client.query(
          `alter table ${key.table} add constraint ${pg.escapeIdentifier(key.name)} ${key.definition}`,
        );
      for (const name of names) await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`);
      for (const { name } of forced)
        await client.query(`alter table ${pg.escapeIdentifier(name)} force row level security`);
    },
  };
}

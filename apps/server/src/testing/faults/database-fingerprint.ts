import pg from 'pg';

/**
 * One line for each relation of the database: its columns, and for a table its rows with the transactions that wrote
 * them, so that a row that was written with its old values differs as well.
 */
export async function readDatabaseFingerprint(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The policies of backups let the owner read every row.
    await client.query("begin read only; set local app.backup = 'on'");
    const { rows } = await client.query<{ name: string; kind: string; columns: string }>(
      `select c.oid::regclass::text as name, c.relkind as kind,
         coalesce((select string_agg(a.attname || ' ' || a.atttypid::regtype, ', ' order by a.attnum)
           from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '') as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
    );
    const lines = [];
    for (const { name, kind, columns } of rows)
      lines.push(`${name} (${columns})${kind === 'r' ? ` ${await readRows(client, name)}` : ''}`);
    return lines;
  } finally {
    await client.end();
  }
}

async function readRows(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ summary: string }>(
    `select count(*) || ' rows ' || coalesce(md5(string_agg(t.xmin::text || t::text, ' ' order by t::text)), '') as summary from ${table} t`,
  );
  return rows[0]?.summary ?? '';
}

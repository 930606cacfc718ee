import { sql } from 'kysely';
import { personalOf, storeActor, SYSTEM, type Database, type PersonalKeys, type Tx } from '../../db/index.ts';
import {
  ROWS_PER_TRANSACTION,
  rowsAfter,
  keyColumns,
  processPages,
  type ProcessedPage,
  type KeyPosition,
} from './pages.ts';
import type { SealedTable } from './sealed-table.ts';

/** Re-encrypts everything that is not encrypted with the newest key, while servers run. Returns the number of rows. */
export async function resealTables(
  db: Database,
  tables: readonly SealedTable[],
  onProgress: (table: string, rows: number) => void = () => undefined,
): Promise<number> {
  const stores = await db.withActor(SYSTEM, (tx) =>
    tx.selectFrom('stores').select(['product_id', 'id']).orderBy('id').execute(),
  );
  let total = 0;
  for (const table of tables) {
    let ofTable = 0;
    const parts =
      table.reach === 'SYSTEM'
        ? [{ actor: SYSTEM, storeId: null }]
        : stores.map((store) => ({ actor: storeActor(store.product_id, store.id), storeId: store.id }));
    for (const { actor, storeId } of parts)
      ofTable += await processPages((after) => db.withActor(actor, (tx) => resealPage(tx, table, storeId, after)));
    if (ofTable > 0) onProgress(table.table, ofTable);
    total += ofTable;
  }
  return total;
}

async function resealPage(
  tx: Tx,
  table: SealedTable,
  storeId: string | null,
  after: KeyPosition | null,
): Promise<ProcessedPage> {
  const keys = personalOf(tx);
  const [newest] = keys.ids;
  if (!newest) throw new Error('There is no key for personal data');
  const names = Object.keys(table.key);
  const types = Object.values(table.key);
  const key = keyColumns(table);
  const isOld = sql.join(
    table.columns.map(
      (name) =>
        sql`(length(${sql.ref(name)}) > 0 and substring(${sql.ref(name)} from 1 for ${newest.length}) <> ${newest})`,
    ),
    sql` or `,
  );
  const where = [
    sql`(${isOld})`,
    ...(storeId === null ? [] : [sql`store_id = ${storeId}`]),
    ...rowsAfter(table, after),
  ];
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([
      ...names.map((name, index) => sql`${sql.ref(name)}::text as ${sql.ref(`key${index}`)}`),
      ...table.columns.map((name, index) => sql`${sql.ref(name)} as ${sql.ref(`sealed${index}`)}`),
    ])}
    from ${sql.table(table.table)} where ${sql.join(where, sql` and `)} order by ${key} limit ${ROWS_PER_TRANSACTION} for no key update`.execute(
    tx,
  );
  if (rows.length === 0) return { count: 0, last: null };

  const places = rows.map((row) => names.map((_name, index) => String(row[`key${index}`])));
  const written = rows.map((row) => sealedAnew(keys, table, row));
  const columns = Object.keys(written[0] ?? {});
  const arrayOf = (name: string) => written.map((record) => record[name] ?? null);
  await sql`
    update ${sql.table(table.table)} as t set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`u.${name}`)}`))}
    from unnest(${sql.join([
      ...types.map((type, index) => sql`${places.map((place) => place[index])}::${sql.raw(type)}[]`),
      ...columns.map((name) => sql`${arrayOf(name)}::bytea[]`),
    ])}) as u (${sql.join([...names.map((_name, index) => sql.ref(`key${index}`)), ...columns.map((name) => sql.ref(name))])})
    where ${sql.join(
      names.map((name, index) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`u.key${index}`)}`),
      sql` and `,
    )}`.execute(tx);
  return { count: rows.length, last: rows.length < ROWS_PER_TRANSACTION ? null : (places.at(-1) ?? null) };
}

function sealedAnew(
  keys: PersonalKeys,
  table: SealedTable,
  row: Readonly<Record<string, unknown>>,
): Record<string, Buffer | null> {
  const bytes = table.columns
    .map((name, index) => [name, row[`sealed${index}`] as Buffer | null] as const)
    .map(([name, bytes]) => [name, bytes === null ? null : keys.openBytes(bytes)] as const);
  const [marks] = keys.marks;
  const opened = Object.fromEntries(bytes.map(([name, bytes]) => [name, bytes?.toString('utf8') ?? '']));
  return {
    ...Object.fromEntries(bytes.map(([name, bytes]) => [name, bytes === null ? null : keys.seal(bytes)])),
    ...(table.marked && marks ? table.marked(opened, marks) : {}),
  };
}

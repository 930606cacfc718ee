import { KEPT_MONTHS } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { recordAudit, systemAuditActor } from '../audit/index.ts';
import {
  ROWS_PER_TRANSACTION,
  rowsAfter,
  keyColumns,
  processPages,
  type ProcessedPage,
  type KeyPosition,
} from './pages.ts';
import type { SealedTable } from './sealed-table.ts';

/**
 * Names and phones of guests are kept for the months that head office has set and then erased. The ledger and the
 * history stay complete (PD-2).
 */

const BEGINNING = new Date(0);
const DAY_MS = 24 * 3600_000;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly tables: readonly SealedTable[];
}

/** Erases once a day for each store, or soon after the months were reduced. An interrupted run is repeated. */
export async function eraseDue({ db, clock, tables }: Deps): Promise<void> {
  const stores = await db.withActor(SYSTEM, (tx) =>
    tx.selectFrom('stores').select(['product_id', 'id']).orderBy('id').execute(),
  );
  const products = new Map<string, Date>();
  for (const store of stores) {
    const actor = storeActor(store.product_id, store.id);
    const { kept, erasedTo } = await db.withActor(actor, async (tx) => ({
      kept: await tx.selectFrom('personal_data_terms').select('kept_months').executeTakeFirst(),
      erasedTo:
        (
          await tx
            .selectFrom('personal_data_erasures')
            .select('erased_to')
            .where('store_id', '=', store.id)
            .executeTakeFirst()
        )?.erased_to ?? BEGINNING,
    }));
    const to = monthsBefore(clock.now(), kept?.kept_months ?? KEPT_MONTHS.unlessSet);
    if (to.getTime() - erasedTo.getTime() < DAY_MS) continue;
    products.set(store.product_id, to);
    const rows: Record<string, number> = {};
    for (const table of tables.filter((table) => table.reach === 'STORE')) {
      const count = await processPages((after) =>
        db.withActor(actor, (tx) => erasePage(tx, table, [sql`store_id = ${store.id}`], { from: erasedTo, to, after })),
      );
      if (count > 0) rows[table.table] = count;
    }
    await db.withActor(actor, async (tx) => {
      const row = { product_id: store.product_id, store_id: store.id, erased_to: to };
      await tx
        .insertInto('personal_data_erasures')
        .values(row)
        .onConflict((builder) => builder.column('store_id').doUpdateSet({ erased_to: to }))
        .execute();
      if (Object.keys(rows).length === 0) return;
      await recordAudit(tx, {
        productId: store.product_id,
        storeId: store.id,
        at: clock.now(),
        actor: systemAuditActor('timer'),
        action: 'personal-data.erased',
        subject: { kind: 'personal-data', id: null },
        detail: { to: to.toISOString(), rows },
      });
    });
  }
  // Messages of providers belong to no store. Few of them are that old, and erased ones are not found again.
  for (const [productId, to] of products) {
    for (const table of tables.filter((table) => table.reach === 'SYSTEM' && table.erasure)) {
      await processPages((after) =>
        db.withActor(SYSTEM, (tx) =>
          erasePage(tx, table, [sql`product_id = ${productId}`], { from: BEGINNING, to, after }),
        ),
      );
    }
  }
}

interface Span {
  readonly from: Date;
  readonly to: Date;
  readonly after: KeyPosition | null;
}

async function erasePage(
  tx: Tx,
  of: SealedTable,
  within: readonly RawBuilder<unknown>[],
  { from, to, after }: Span,
): Promise<ProcessedPage> {
  const { table, key, columns, erasure } = of;
  if (!erasure) return { count: 0, last: null };
  const names = Object.keys(key);
  const place = keyColumns(of);
  const isThere = sql.join(
    columns.map((name) => sql`length(${sql.ref(name)}) > 0`),
    sql` or `,
  );
  const where = [
    ...within,
    sql`${sql.ref(erasure.at)} >= ${from}`,
    sql`${sql.ref(erasure.at)} < ${to}`,
    sql`(${isThere})`,
    ...rowsAfter(of, after),
  ];
  const { rows } = await sql<Record<string, string>>`
    with old as (select ${place} from ${sql.table(table)} where ${sql.join(where, sql` and `)} order by ${place}
      limit ${ROWS_PER_TRANSACTION} for no key update)
    ${eraseFromOld(table, erasure.set)}
    where ${sql.join(
      names.map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`old.${name}`)}`),
      sql` and `,
    )}
    returning ${sql.join(names.map((name) => sql`${sql.ref(`t.${name}`)}::text as ${sql.ref(name)}`))}`.execute(tx);
  const places = rows
    .map((row) => names.map((name) => row[name] ?? ''))
    .sort((one, other) => (one.join() < other.join() ? -1 : 1));
  return { count: rows.length, last: rows.length < ROWS_PER_TRANSACTION ? null : (places.at(-1) ?? null) };
}

/** The beginning of the statement that erases the rows of `old`, up to its condition. */
function eraseFromOld(table: string, set: NonNullable<SealedTable['erasure']>['set']): RawBuilder<unknown> {
  if (set === 'delete') return sql`delete from ${sql.table(table)} as t using old`;
  const columns = Object.entries(set).map(([name, to]) =>
    to === 'null' ? sql`${sql.ref(name)} = null` : sql`${sql.ref(name)} = ''`,
  );
  return sql`update ${sql.table(table)} as t set ${sql.join(columns)} from old`;
}

/** The same day and time that many months before, or the last day of that month. */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
  before.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return before;
}

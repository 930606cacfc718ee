import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import { NOT_YET_SEALED, SYSTEM, UnknownPersonalKey, type Database } from '../../db/index.ts';
import { renewMarks } from './renew-marks.ts';
import { resealTables } from './reseal.ts';
import type { SealedTable } from './sealed-table.ts';

/** The keys that encrypt personal data. A server that lacks one of them reports it before it serves requests. */

const PROOF = 'munjigi';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly tables: readonly SealedTable[];
}

/**
 * Throws `UnknownPersonalKey` when data was encrypted with a key that is not configured. Encrypts plain data of an
 * earlier version.
 */
export async function preparePersonalKeys({
  db,
  clock,
  tables,
  log,
}: Deps & { readonly log: FastifyBaseLogger }): Promise<void> {
  if (!(await register({ db, clock })).isUnsealed) return;
  log.info('what an earlier version wrote of guests is being sealed');
  const rows = await resealTables(db, tables, (table, count) => log.info({ table, rows: count }, 'sealed'));
  await retire(db, clock, [NOT_YET_SEALED]);
  log.info({ rows }, 'everything of guests is sealed');
}

/** Records that the newest key is in use. */
async function register({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<{ isUnsealed: boolean }> {
  const now = clock.now();
  return db.withActor(SYSTEM, async (tx) => {
    const keys = await tx.selectFrom('personal_keys').selectAll().where('retired_at', 'is', null).execute();
    const missing = keys.find(
      ({ id }) => !id.equals(NOT_YET_SEALED) && !db.personal.ids.some((bytes) => bytes.equals(id)),
    );
    if (missing) {
      throw new UnknownPersonalKey(
        `PERSONAL_DATA_KEYS: guests’ data was sealed with another key (${missing.id.toString('hex')}, since ${missing.used_since.toISOString()}). Put that one into it, after the newest; without PERSONAL_DATA_KEYS it is made of TOKEN_SECRET`,
      );
    }
    for (const { id, proof } of keys)
      if (!id.equals(NOT_YET_SEALED) && db.personal.open(proof) !== PROOF)
        throw new UnknownPersonalKey('PERSONAL_DATA_KEYS: a key does not open what it has sealed');
    const [newest] = db.personal.ids;
    if (newest) {
      await tx
        .insertInto('personal_keys')
        .values({ id: newest, proof: db.personal.seal(PROOF), used_since: now, retired_at: null })
        .onConflict((builder) => builder.column('id').doUpdateSet({ retired_at: null }))
        .execute();
    }
    return { isUnsealed: keys.some(({ id }) => id.equals(NOT_YET_SEALED)) };
  });
}

/** Re-encrypts and marks everything with the newest key, and retires the others. Returns the number of rows. */
export async function rotateKeys(
  { db, clock, tables }: Deps,
  onProgress: (table: string, rows: number) => void,
): Promise<{ rows: number; retired: number }> {
  await register({ db, clock });
  let rows = await resealTables(db, tables, onProgress);
  // Repeats for rows that a process without the newest key has written meanwhile.
  for (
    let repeated = await resealTables(db, tables, onProgress);
    repeated > 0;
    repeated = await resealTables(db, tables, onProgress)
  )
    rows += repeated;
  rows += await renewMarks(db, tables, onProgress);
  const others = [NOT_YET_SEALED, ...db.personal.ids.slice(1)];
  return { rows, retired: await retire(db, clock, others) };
}

async function retire(db: Database, clock: Clock, ids: readonly Buffer[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db.withActor(SYSTEM, (tx) =>
    tx
      .updateTable('personal_keys')
      .set({ retired_at: clock.now() })
      .where('id', 'in', [...ids])
      .where('retired_at', 'is', null)
      .executeTakeFirst(),
  );
  return Number(numUpdatedRows);
}

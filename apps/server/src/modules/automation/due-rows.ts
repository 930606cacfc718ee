import { SYSTEM, type Database, type Tx } from '../../db/index.ts';
import type { Clock } from '../../clock.ts';

/** The key of a due row. */
export interface DueRow {
  product_id: string;
  store_id: string;
  id: string;
}

interface Work {
  readonly what: string;
  /** Runs as `SYSTEM`, which sees the scheduled rows of every store. */
  readonly find: (tx: Tx, now: Date, limit: number) => Promise<DueRow[]>;
  readonly act: (dueIn: DueRow) => Promise<void>;
}

const MOST = 200;
const AT_ONCE = 4;

/** Runs `act` once for each due row, four at a time. Throws the failures at the end; the next run retries. */
export async function processDueRows(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { what, find, act }: Work,
): Promise<void> {
  const seenIds = new Set<string>();
  const failed: unknown[] = [];
  for (;;) {
    const found = await db.withActor(SYSTEM, (tx) => find(tx, clock.now(), MOST));
    const fresh = found.filter(({ id }) => !seenIds.has(id));
    const next = fresh.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const dueIn of next) {
          seenIds.add(dueIn.id);
          await act(dueIn).catch((error: unknown) => failed.push(error));
        }
      }),
    );
    if (fresh.length === 0) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of the ${what} could not be done`);
}

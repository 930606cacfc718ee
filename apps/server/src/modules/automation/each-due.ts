import { SYSTEM, type Database, type Tx } from '../../db/index.ts';
import type { Clock } from '../../clock.ts';

/** A row of a store's that something is due of. */
export interface DueIn {
  product_id: string;
  store_id: string;
  id: string;
}

interface Work {
  readonly what: string;
  /** By who sees all stores and no row that is not due. */
  readonly find: (tx: Tx, now: Date, limit: number) => Promise<DueIn[]>;
  readonly act: (it: DueIn) => Promise<void>;
}

const MOST = 200;
const AT_ONCE = 4;

/** Does all that is due, each once. One that fails holds up no other; it is told at the end, and tried again the next time. */
export async function eachDue({ db, clock }: { readonly db: Database; readonly clock: Clock }, { what, find, act }: Work): Promise<void> {
  const seen = new Set<string>();
  const failed: unknown[] = [];
  for (;;) {
    const found = await db.withActor(SYSTEM, (tx) => find(tx, clock.now(), MOST));
    const due = found.filter(({ id }) => !seen.has(id));
    const next = due.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const it of next) {
          seen.add(it.id);
          await act(it).catch((error: unknown) => failed.push(error));
        }
      }),
    );
    if (due.length === 0) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of the ${what} could not be done`);
}

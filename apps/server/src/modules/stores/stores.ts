import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, editStore, OpeningHours, Store } from '@munjigi/contract';
import { openPeriods, type Period } from '@munjigi/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { invalidInput, notFound, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { keepBookingReady } from './sellers/booking-readiness.ts';
import { nameStaysOne } from './store-names.ts';
import { lengthProblems } from './store-rules.ts';
import { toStore, selectStoreForUpdate, updateStore } from './stores.sql.ts';
import { refuseToStrand, strandedBy, type Stranded } from './stranded.ts';
import { listKeys } from '../../list-keys.ts';

/**
 * Changes settings of a store. Refuses a stale version (AP-4), lengths that do not fit together, a name that another
 * store has, and, until it is accepted, opening hours that exclude reservations which they included before (ST-2).
 * Existing reservations keep their slot, buffer and business date.
 */
export async function changeStore(
  work: UnitOfWork,
  storeId: string,
  { version, acceptStranded, ...sent }: BodyOf<typeof editStore>,
): Promise<Store> {
  const { tx, clock, actor } = work;
  const row = await selectStoreForUpdate(tx, storeId);
  if (!row) throw notFound();
  const before = toStore(row);
  if (before.version !== version) throw staleProblem(before);
  const edited: Store = { ...Object.assign({}, before, sent), version: version + 1 };
  edited.hours.sort((a, b) => a.weekday - b.weekday);
  edited.cancellationTiers.sort((a, b) => b.hoursBefore - a.hoursBefore);
  const problems = lengthProblems(edited, sent);
  if (problems.length > 0) throw invalidInput(problems);
  const stranded = sent.hours === undefined ? null : await strandedByHours(tx, clock.now(), before, edited.hours);
  if (stranded) refuseToStrand(stranded, acceptStranded);

  const after = await keepBookingReady(tx, storeId, async () =>
    toStore(await nameStaysOne(() => updateStore(tx, edited))),
  );
  await publish(tx, { productId: actor.productId, storeId, name: 'store.changed', data: after });
  const detail = {
    ...changed(before, after),
    ...(stranded && stranded.count > 0 ? { strandedCount: stranded.count } : {}),
  };
  await recordChange(work, { storeId, action: 'store.changed', subject: { kind: 'store', id: storeId }, detail });
  return after;
}

/** Longer than any booking horizon ahead, and as far back as the start of a reservation that has not ended. */
const DAYS_BACK = 8;
const DAYS_AHEAD = 740;

/** Finds reservations inside the old hours and outside the new ones. One outside both was accepted earlier. */
async function strandedByHours(
  tx: Tx,
  now: Date,
  { id: storeId, timeZone, hours }: Store,
  newHours: readonly OpeningHours[],
): Promise<Stranded> {
  const [from, to] = [daysFrom(now, -DAYS_BACK), daysFrom(now, DAYS_AHEAD)];
  const held = (by: readonly OpeningHours[]) =>
    sql`${multirange(openPeriods({ timeZone, hours: by }, from, to))} @> tstzrange(x.starts_at, stays_until)`;
  return strandedBy(tx, { storeId, now, hit: sql`${held(hours)} and not ${held(newHours)}` });
}

function multirange(periods: readonly Period[]): RawBuilder<unknown> {
  const ranges = periods.map(({ startsAt, endsAt }) => `[${startsAt.toISOString()},${endsAt.toISOString()})`);
  return sql`${`{${ranges.join(',')}}`}::tstzmultirange`;
}

function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 24 * 3600_000);
}

/** The changed fields, before and after. */
function changed(before: Store, after: Store): { before: Partial<Store>; after: Partial<Store> } {
  const fields = listKeys(after).filter(
    (field) => field !== 'version' && !isDeepStrictEqual(before[field], after[field]),
  );
  const of = (store: Store): Partial<Store> => Object.fromEntries(fields.map((field) => [field, store[field]]));
  return { before: of(before), after: of(after) };
}

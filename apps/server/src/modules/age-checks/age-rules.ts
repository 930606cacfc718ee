import type { AgeBasis, AgeRule, AgeRules, BodyOf, setAgeRules } from '@munjigi/contract';
import { findAgeBasis, type Period } from '@munjigi/rules';
import { sql, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../db/index.ts';
import { invalidInput, notFound, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';

/** The rooms and hours of a store for adults (AG-1). */

type RulesRow = Selectable<Tables['age_rules']>;
/** What the caller adds: the module above knows the provider. */
type ShownRules = Omit<AgeRules, 'hasIdentityProvider'>;

const CHECK_MONTHS = 12;

/** Reads the rules of a store. Throws NOT_FOUND for a store that the actor does not see. */
export async function readAgeRules(tx: Tx, storeId: string): Promise<ShownRules> {
  const [store, row] = await Promise.all([
    tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst(),
    tx.selectFrom('age_rules').selectAll().where('store_id', '=', storeId).executeTakeFirst(),
  ]);
  if (!store) throw notFound();
  return row
    ? toAgeRules(row)
    : { storeId, rules: [], checkMonths: CHECK_MONTHS, changedAt: null, changedBy: null, version: 0 };
}

/** Sets all rules of a store. Throws STALE for an outdated version, and INVALID_INPUT for a room of another store. */
export async function changeAgeRules(
  work: UnitOfWork,
  storeId: string,
  { version, rules, checkMonths }: BodyOf<typeof setAgeRules>,
): Promise<ShownRules> {
  const { tx, clock, actor } = work;
  // Two people who set them for the first time wait for each other at the row of the store.
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forUpdate().executeTakeFirst();
  const before = await readAgeRules(tx, storeId);
  if (before.version !== version) throw staleProblem(before);
  await checkRooms(tx, storeId, rules);
  const values = {
    rules: JSON.stringify(rules),
    check_months: checkMonths,
    changed_at: clock.now(),
    changed_by_name: actor.name,
    version: version + 1,
  };
  const row = await tx
    .insertInto('age_rules')
    .values({ product_id: actor.productId, store_id: storeId, id: storeId, ...values })
    .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId,
    action: 'age-rules.set',
    subject: { kind: 'age-rules', id: null },
    detail: { rules, checkMonths },
  });
  return toAgeRules(row);
}

async function checkRooms(tx: Tx, storeId: string, rules: readonly AgeRule[]): Promise<void> {
  const named = [...new Set(rules.flatMap(({ roomIds }) => roomIds))];
  if (named.length === 0) return;
  const found = await tx
    .selectFrom('rooms')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', 'in', named)
    .execute();
  const existing = new Set(found.map(({ id }) => id));
  const errors = rules.flatMap(({ roomIds }, rule) =>
    roomIds.flatMap((id, room) =>
      existing.has(id)
        ? []
        : [{ path: `rules.${rule}.roomIds.${room}`, code: 'unknown_room', message: 'The store has no such room' }],
    ),
  );
  if (errors.length > 0) throw invalidInput(errors);
}

function toAgeRules(row: RulesRow): ShownRules {
  return {
    storeId: row.store_id,
    rules: row.rules,
    checkMonths: row.check_months,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    version: row.version,
  };
}

export interface StayPlace extends Period {
  readonly storeId: string;
  readonly roomId: string;
}

/** How adults are counted for a stay. `null`: the stay is for all ages. */
export async function findStayAgeBasis(
  tx: Tx,
  { storeId, roomId, startsAt, endsAt }: StayPlace,
): Promise<AgeBasis | null> {
  const { rows } = await sql<{ rules: AgeRule[]; time_zone: string; room_ids: string[] }>`
    select a.rules, s.time_zone, array(select rooms_kept_by(a.store_id, ${roomId}::uuid)) as room_ids
    from age_rules a join stores s on s.product_id = a.product_id and s.id = a.store_id
    where a.store_id = ${storeId} and a.rules <> '[]'`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return findAgeBasis(row.rules, {
    timeZone: row.time_zone,
    roomIds: [roomId, ...row.room_ids],
    startsAt,
    endsAt,
  });
}

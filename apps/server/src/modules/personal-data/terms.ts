import { KEPT_MONTHS, type BodyOf, type PersonalDataTerms, type setPersonalDataTerms } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';

export async function readPersonalDataTerms(tx: Tx): Promise<PersonalDataTerms> {
  const [row, erased] = await Promise.all([
    tx.selectFrom('personal_data_terms').selectAll().executeTakeFirst(),
    tx.selectFrom('personal_data_erasures').select(['store_id', 'erased_to']).orderBy('store_id').execute(),
  ]);
  return {
    keptMonths: row?.kept_months ?? KEPT_MONTHS.unlessSet,
    changed: row ? { at: row.changed_at.toISOString(), by: row.changed_by_name, version: row.version } : null,
    erased: erased.map(({ store_id: storeId, erased_to: to }) => ({ storeId, to: to.toISOString() })),
  };
}

/** How many months after a stay the data of its guest is kept. */
export async function readKeptMonths(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('personal_data_terms').select('kept_months').executeTakeFirst();
  return row?.kept_months ?? KEPT_MONTHS.unlessSet;
}

/** Throws STALE when another person changed the terms first. */
export async function savePersonalDataTerms(
  work: UnitOfWork,
  { version, keptMonths }: BodyOf<typeof setPersonalDataTerms>,
): Promise<PersonalDataTerms> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const before = await readPersonalDataTerms(tx);
  if (before.changed?.version !== version) throw staleProblem(before);
  const row = { kept_months: keptMonths, changed_at: now, changed_by_name: actor.name, version: (version ?? 0) + 1 };
  const after =
    version === undefined
      ? await tx
          .insertInto('personal_data_terms')
          .values({ product_id: actor.productId, ...row })
          .onConflict((builder) => builder.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('personal_data_terms')
          .set(row)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst();
  if (!after) throw staleProblem(await readPersonalDataTerms(tx));
  await recordChange(work, {
    storeId: null,
    at: now,
    action: 'personal-data.kept-for',
    subject: { kind: 'personal-data', id: null },
    detail: { before: { keptMonths: before.keptMonths }, after: { keptMonths } },
  });
  return readPersonalDataTerms(tx);
}

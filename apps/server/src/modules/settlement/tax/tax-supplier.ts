import type { BodyOf, getTaxSupplier, ReplyOf, setTaxSupplier } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';

type TaxSupplier = ReplyOf<typeof setTaxSupplier>;

/** Reads head office as the supplier on tax invoices; `supplier` is `null` before it is set. */
export async function readSupplier(tx: Tx): Promise<ReplyOf<typeof getTaxSupplier>> {
  const row = await tx.selectFrom('settlement_suppliers').selectAll().executeTakeFirst();
  return { supplier: row ? shaped(row) : null };
}

/** Saves the supplier. Throws STALE for an outdated version. */
export async function setSupplier(
  work: UnitOfWork,
  { version, ...said }: BodyOf<typeof setTaxSupplier>,
): Promise<TaxSupplier> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const { supplier: before } = await readSupplier(tx);
  if ((before?.version ?? null) !== (version ?? null)) throw staleProblem(before);
  const row = {
    business_number: said.businessNumber,
    name: said.name,
    representative: said.representative,
    address: said.address,
    changed_at: now,
    changed_by_name: actor.name,
    version: (version ?? 0) + 1,
  };
  const after =
    version === undefined
      ? await tx
          .insertInto('settlement_suppliers')
          .values({ product_id: actor.productId, ...row })
          .onConflict((builder) => builder.doNothing())
          .returningAll()
          .executeTakeFirst()
      : await tx
          .updateTable('settlement_suppliers')
          .set(row)
          .where('version', '=', version)
          .returningAll()
          .executeTakeFirst();
  if (!after) throw staleProblem((await readSupplier(tx)).supplier);
  await recordChange(work, {
    storeId: null,
    at: now,
    action: 'settlement.supplier-set',
    subject: { kind: 'settlement', id: null },
    detail: { before, after: said },
  });
  return shaped(after);
}

function shaped(row: Selectable<Tables['settlement_suppliers']>): TaxSupplier {
  return {
    businessNumber: row.business_number,
    name: row.name,
    representative: row.representative,
    address: row.address,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    version: row.version,
  };
}

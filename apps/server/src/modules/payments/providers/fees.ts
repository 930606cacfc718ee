import type { BodyOf, FeeTerm, OnlineProvider, PaymentProviderSettings, setProviderFees } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import { notFound, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import type { SettingDeps } from './connection.ts';
import { selectProviderForUpdate, toSettings } from './settings.ts';

/**
 * Sets what a provider keeps, by method and date: fee tables change each February and August (docs/domain.md 5). A
 * payment is posted once, by the terms of its business date. Throws NOT_FOUND for a provider that is not set, and STALE
 * for an outdated version.
 */
export async function setFees(
  { troubles, addresses }: Omit<SettingDeps, 'seal'>,
  work: UnitOfWork,
  body: BodyOf<typeof setProviderFees>,
): Promise<PaymentProviderSettings> {
  const { tx, clock, actor } = work;
  const { provider, version, feeTerms } = body;
  const before = await selectProviderForUpdate(tx, provider);
  if (!before) throw notFound();
  const more = { slug: actor.productSlug, trouble: (await troubles.read(tx)).get(provider), addresses };
  if (before.version !== version) throw staleProblem(toSettings(before, more));
  const after = await tx
    .updateTable('payment_providers')
    .set({
      fee_terms: JSON.stringify(feeTerms),
      changed_at: clock.now(),
      changed_by_name: actor.name,
      version: version + 1,
    })
    .where('provider', '=', provider)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId: null,
    action: 'payment-provider.fees-set',
    subject: { kind: 'payment-provider', id: null },
    detail: { provider, before: before.fee_terms, after: feeTerms },
  });
  return toSettings(after, more);
}

/**
 * Reads the fees that hold for a store, and nothing else of the settings: those of its running merchants, and those of
 * the chain at the other providers (MC-7).
 */
export async function listFeeTerms(
  tx: Tx,
  storeId: string,
): Promise<(FeeTerm & { readonly provider: OnlineProvider })[]> {
  const [chain, own] = await Promise.all([
    tx.selectFrom('payment_providers').select(['provider', 'fee_terms']).orderBy('provider').execute(),
    tx
      .selectFrom('store_merchants')
      .select(['provider', 'fee_terms'])
      .where('store_id', '=', storeId)
      .where('ended_at', 'is', null)
      .orderBy('provider')
      .execute(),
  ]);
  const ownProviders = new Set(own.map(({ provider }) => provider));
  const rows = [...chain.filter(({ provider }) => !ownProviders.has(provider)), ...own];
  return rows.flatMap(({ provider, fee_terms: terms }) => terms.map((term) => ({ provider, ...term })));
}

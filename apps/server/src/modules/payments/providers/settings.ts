import type { BodyOf, OnlineProvider, PaymentProviderSettings, setPaymentProvider } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import {
  auditOfConnection,
  changedConnection,
  sealPlaceOfChain,
  toConnection,
  type ProviderTrouble,
  type SettingDeps,
} from './connection.ts';
import type { ProviderAddresses } from './provider-addresses.ts';

/** The merchants of the chain, which collect for every store that has no running one (MC-1). */

type Row = Selectable<Tables['payment_providers']>;

/** Lists the provider settings of the product with this slug. */
export async function listProviders(
  tx: Tx,
  { troubles, addresses }: Pick<SettingDeps, 'troubles' | 'addresses'>,
  slug: string,
): Promise<{ items: PaymentProviderSettings[] }> {
  const [rows, found] = await Promise.all([
    tx.selectFrom('payment_providers').selectAll().orderBy('provider').execute(),
    troubles.read(tx),
  ]);
  return { items: rows.map((row) => toSettings(row, { slug, trouble: found.get(row.provider), addresses })) };
}

/**
 * Saves the settings of a provider. Omitted secrets stay. Throws STALE for an outdated version, and INVALID_INPUT for a
 * new provider or address without a secret.
 */
export async function setProvider(
  deps: SettingDeps,
  work: UnitOfWork,
  body: BodyOf<typeof setPaymentProvider>,
): Promise<PaymentProviderSettings> {
  const { tx, clock, actor } = work;
  const { provider } = body;
  const before = await selectProviderForUpdate(tx, provider);
  if ((before?.version ?? null) !== (body.version ?? null))
    throw staleProblem(before ? await readSettings(deps, work, before) : null);
  const row = {
    product_id: actor.productId,
    provider,
    ...changedConnection(deps, {
      input: body,
      place: sealPlaceOfChain(actor.productId, provider),
      before,
      at: clock.now(),
      by: actor.name,
    }),
  };
  const after = before
    ? await tx
        .updateTable('payment_providers')
        .set(row)
        .where('provider', '=', provider)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx.insertInto('payment_providers').values(row).returningAll().executeTakeFirstOrThrow();
  await deps.troubles.retry(tx, provider, clock.now());
  await recordChange(work, {
    storeId: null,
    action: 'payment-provider.set',
    subject: { kind: 'payment-provider', id: null },
    detail: auditOfConnection(body, after.base_url),
  });
  return readSettings(deps, work, after);
}

export function selectProviderForUpdate(tx: Tx, provider: OnlineProvider) {
  return tx.selectFrom('payment_providers').selectAll().where('provider', '=', provider).forUpdate().executeTakeFirst();
}

/** Returns the settings of a row, with the payments that its provider delays now. */
async function readSettings(
  { troubles, addresses }: Pick<SettingDeps, 'troubles' | 'addresses'>,
  { tx, actor }: UnitOfWork,
  row: Row,
): Promise<PaymentProviderSettings> {
  const trouble = (await troubles.read(tx)).get(row.provider);
  return toSettings(row, { slug: actor.productSlug, trouble, addresses });
}

/** The settings without their secrets. */
export function toSettings(
  row: Row,
  {
    slug,
    trouble,
    addresses,
  }: {
    readonly slug: string;
    readonly trouble: ProviderTrouble | undefined;
    readonly addresses: ProviderAddresses;
  },
): PaymentProviderSettings {
  const webhookPath = `/api/v2/${slug}/webhook/${row.provider.toLowerCase()}`;
  return toConnection(row, { provider: row.provider, webhookPath, trouble, addresses });
}

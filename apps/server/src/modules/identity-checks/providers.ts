import {
  PROVIDER_ADDRESSES,
  type BodyOf,
  type IdentityProviderSettings,
  type setIdentityProvider,
} from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { SYSTEM, type Database, type DatabaseCheck, type Tables, type Tx } from '../../db/index.ts';
import { invalidInput, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { keyFor, sealWith, type Seal, type SealedSample } from '../../sealing/sealing.ts';
import { recordChange } from '../audit/index.ts';
import type { ProviderAddresses } from '../payments/index.ts';
import { portoneIdentity, type IdentityDriver } from './portone-identity.ts';

/** The connection of a product to PortOne for identity checks (AG-4): a channel and a key apart from those of payments. */

type Row = Selectable<Tables['identity_providers']>;
type Shown = { readonly provider: IdentityProviderSettings | null };

const PROVIDER = 'PORTONE';
const placeOf = (productId: string) => `${productId}:identity`;

export function identitySeal(serverSecret: string): Seal {
  return sealWith(keyFor(serverSecret, 'munjigi identity providers'));
}

/** For `doctor`: a sample of the sealed keys. */
export function sealedIdentityKeys(serverSecret: string): SealedSample {
  return {
    what: 'keys of identity providers',
    rows: "select product_id || ':identity' as place, api_secret as sealed from identity_providers limit 50",
    seal: identitySeal(serverSecret),
  };
}

/** For `doctor`: stored addresses that this server refuses to call. */
export function refusedIdentityAddresses(addresses: ProviderAddresses): DatabaseCheck {
  return {
    rows: 'select s.slug, p.base_url from identity_providers p join products s on s.id = p.product_id order by 1',
    faultOf: ({ slug, base_url: baseUrl }) =>
      addresses.isAllowed(PROVIDER, String(baseUrl))
        ? null
        : `The identity checks of ${String(slug)} are set to ${String(baseUrl)}, which this server does not call: no guest can be checked through it. Enter the key again, or set PROVIDER_TEST_URLS=1 where it is a test`,
  };
}

export interface IdentitySettingDeps {
  readonly seal: Seal;
  readonly addresses: ProviderAddresses;
}

export async function readIdentityProvider(
  tx: Tx,
  { addresses }: Pick<IdentitySettingDeps, 'addresses'>,
): Promise<Shown> {
  const row = await tx.selectFrom('identity_providers').selectAll().executeTakeFirst();
  return { provider: row ? toSettings(row, addresses) : null };
}

/** Saves the connection. Throws STALE, and INVALID_INPUT for an address that is not allowed or a missing secret. */
export async function saveIdentityProvider(
  { seal, addresses }: IdentitySettingDeps,
  work: UnitOfWork,
  body: BodyOf<typeof setIdentityProvider>,
): Promise<Shown> {
  const { tx, clock, actor } = work;
  const before = await tx.selectFrom('identity_providers').selectAll().forUpdate().executeTakeFirst();
  if ((before?.version ?? null) !== (body.version ?? null))
    throw staleProblem({ provider: before ? toSettings(before, addresses) : null });
  const baseUrl = originOf(addresses, body.baseUrl);
  const row = {
    product_id: actor.productId,
    base_url: baseUrl,
    channel_key: body.channelKey,
    merchant_id: body.merchantId,
    api_secret: sealSecret(seal, { productId: actor.productId, secret: body.apiSecret, baseUrl, before }),
    changed_at: clock.now(),
    changed_by_name: actor.name,
    version: (before?.version ?? 0) + 1,
  };
  const after = before
    ? await tx.updateTable('identity_providers').set(row).returningAll().executeTakeFirstOrThrow()
    : await tx.insertInto('identity_providers').values(row).returningAll().executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId: null,
    action: 'identity-provider.set',
    subject: { kind: 'identity-provider', id: null },
    detail: { baseUrl, isNewSecret: body.apiSecret !== undefined },
  });
  return { provider: toSettings(after, addresses) };
}

function originOf(addresses: ProviderAddresses, baseUrl: string | undefined): string {
  const address = baseUrl ?? PROVIDER_ADDRESSES[PROVIDER];
  if (URL.canParse(address) && addresses.isAllowed(PROVIDER, address)) return new URL(address).origin;
  const message = 'Must be the address of the provider: this server does not allow test addresses';
  throw invalidInput([{ path: 'baseUrl', code: 'not_allowed', message }]);
}

interface NewSecret {
  readonly productId: string;
  readonly secret: string | undefined;
  readonly baseUrl: string;
  readonly before: Row | undefined;
}

/** A secret belongs to one address, so another address requires it again. */
function sealSecret(seal: Seal, { productId, secret, baseUrl, before }: NewSecret): Buffer {
  if (secret !== undefined) return seal.seal(secret, placeOf(productId));
  if (before?.base_url === baseUrl) return before.api_secret;
  throw invalidInput([{ path: 'apiSecret', code: 'required', message: 'The secret of this address is needed' }]);
}

function toSettings(row: Row, addresses: ProviderAddresses): IdentityProviderSettings {
  return {
    baseUrl: row.base_url,
    isAddressAllowed: addresses.isAllowed(PROVIDER, row.base_url),
    channelKey: row.channel_key,
    merchantId: row.merchant_id,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    version: row.version,
  };
}

/** The provider as a product uses it, with its open secret inside the driver. It must not be written anywhere. */
export interface OpenIdentityProvider {
  readonly driver: IdentityDriver;
  readonly channelKey: string;
  readonly merchantId: string;
  /** Whether a test channel counts: only at a virtual provider. */
  readonly allowsTest: boolean;
  /** The page of a virtual provider. `null`: the provider's own window. */
  readonly checkUrl: string | null;
}

export interface IdentityProviders {
  /** `null`: the product has none, its secret cannot be opened, or this server does not call its address. */
  open(productId: string): Promise<OpenIdentityProvider | null>;
  /** Aborts open requests when the process shuts down. */
  close(): void;
}

interface OpeningDeps extends IdentitySettingDeps {
  readonly db: Database;
  readonly timeoutMs: number;
}

export function openIdentityProviders({ db, seal, timeoutMs, addresses }: OpeningDeps): IdentityProviders {
  const closing = new AbortController();
  return {
    close: () => closing.abort(),
    async open(productId) {
      const row = await db.withActor(SYSTEM, (tx) =>
        tx.selectFrom('identity_providers').selectAll().where('product_id', '=', productId).executeTakeFirst(),
      );
      // Checked on use as well: the address may come from other settings of the server or from a restored database.
      if (!row || !addresses.isAllowed(PROVIDER, row.base_url)) return null;
      const apiSecret = seal.open(row.api_secret, placeOf(productId));
      if (apiSecret === null) return null;
      const isVirtual = new URL(row.base_url).origin !== PROVIDER_ADDRESSES[PROVIDER];
      const access = { baseUrl: row.base_url, apiSecret, timeoutMs, closing: closing.signal };
      return {
        driver: portoneIdentity(access, row.merchant_id),
        channelKey: row.channel_key,
        merchantId: row.merchant_id,
        allowsTest: isVirtual,
        checkUrl: isVirtual ? `${row.base_url}/identity` : null,
      };
    },
  };
}

import { keyFor, sealWith, type Seal, type SealedSample } from '../../../sealing/sealing.ts';

/**
 * Seals the secrets of providers, so that the database alone does not reveal them: the key is derived from the server's
 * secret.
 */
export type ProviderSeal = Seal;

export function providerSeal(serverSecret: string): ProviderSeal {
  return sealWith(keyFor(serverSecret, 'munjigi payment providers'));
}

export function sealedKeys(serverSecret: string): SealedSample {
  const rows = `
    (select product_id || ':' || provider || ':api' as place, api_secret as sealed from payment_providers limit 50)
    union all (select product_id || ':' || store_id || ':' || id || ':' || provider || ':api', api_secret
      from store_merchants limit 50)`;
  return { what: 'keys of payment providers', rows, seal: providerSeal(serverSecret) };
}

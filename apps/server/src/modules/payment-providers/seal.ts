import { keyFor, sealWith, type Seal } from '../../sealing.ts';

/** Keeps providers' secrets so that the database alone tells nobody any: the key is made of the server's secret. */
export type ProviderSeal = Seal;

export function providerSeal(serverSecret: string): ProviderSeal {
  return sealWith(keyFor(serverSecret, 'munjigi payment providers'));
}

import type { Config } from '../config/config.ts';
import { sealedCodes } from '../modules/access-codes/index.ts';
import { sealedFactors } from '../modules/accounts/index.ts';
import { sealedIdentityKeys } from '../modules/identity-checks/index.ts';
import { sealedMessageSecrets } from '../modules/messages/index.ts';
import { sealedAccounts, sealedKeys } from '../modules/payments/index.ts';
import { sealedPersonalData } from '../modules/personal-data/index.ts';
import { sealedPush } from '../modules/push/index.ts';
import { sealedWebhookSecrets } from '../modules/webhooks/index.ts';
import type { SealedSample } from '../sealing/sealing.ts';

/** Samples of everything that the database stores encrypted, to see whether the secrets of the settings open it. */
export function listSealedSamples({
  tokenSecret,
  personalDataKeys,
}: Pick<Config, 'tokenSecret' | 'personalDataKeys'>): SealedSample[] {
  return [
    sealedCodes(tokenSecret),
    sealedKeys(tokenSecret),
    sealedIdentityKeys(tokenSecret),
    sealedAccounts(tokenSecret),
    sealedFactors(tokenSecret),
    sealedPush(tokenSecret),
    sealedWebhookSecrets(tokenSecret),
    sealedMessageSecrets(tokenSecret),
    sealedPersonalData(personalDataKeys),
  ];
}

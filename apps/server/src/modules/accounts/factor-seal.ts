import { keyFor, sealWith, type Seal, type SealedSample } from '../../sealing.ts';

/** Encrypts the secrets of second factors, so that the database alone is not enough to generate codes. */
export function factorSeal(serverSecret: string): Seal {
  return sealWith(keyFor(serverSecret, 'munjigi second factors'));
}

export function sealedFactors(serverSecret: string): SealedSample {
  return {
    what: 'second factors',
    rows: 'select user_id::text as place, secret as sealed from second_factors limit 50',
    seal: factorSeal(serverSecret),
  };
}

import { createHmac } from 'node:crypto';
import { keyFor, sealWith, type Seal, type SealedSample } from '../../sealing/sealing.ts';

/** Encrypts codes with keys derived from the server's secret. Each ciphertext is bound to the id of its row. */
export interface CodeSeal extends Seal {
  /** A keyed hash: equal for the same code at the same door, and useless without the key. */
  fingerprint(code: string, doorId: string): Buffer;
}

export function codeSeal(secret: string): CodeSeal {
  const printing = keyFor(secret, 'munjigi access codes: fingerprints');
  return {
    ...sealWith(keyFor(secret, 'munjigi access codes: sealing')),
    fingerprint: (code, doorId) => createHmac('sha256', printing).update(`${doorId}:${code}`).digest(),
  };
}

export function sealedCodes(secret: string): SealedSample {
  const rows =
    'select id::text as place, sealed from access_codes where sealed is not null and withdrawn_at is null order by made_at desc limit 50';
  return { what: 'access codes', rows, seal: codeSeal(secret) };
}

import { personalKeys } from '../../db/index.ts';
import type { SealedSample } from '../../sealing/sealing.ts';

/** A sample for `munjigi doctor`. */
export function sealedPersonalData(secrets: readonly string[]): SealedSample {
  const keys = personalKeys(secrets);
  return {
    what: 'guests’ names and phones',
    remedy:
      'they were sealed with another key of PERSONAL_DATA_KEYS (without it, with another TOKEN_SECRET). Add that key after the newest one; if it is lost, these guests can no longer be identified',
    rows: 'select id::text as place, guest_name as sealed from reservations where length(guest_name) > 0 order by created_at desc limit 50',
    seal: {
      open(sealed) {
        try {
          return keys.open(sealed);
        } catch {
          return null; // The value was encrypted with another key or changed, which doctor reports.
        }
      },
    },
  };
}

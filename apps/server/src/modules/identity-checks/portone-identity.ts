import { z } from 'zod';
import {
  PORTONE_ERRORS,
  portoneHeaders,
  sendProviderRequest,
  type Outcome,
  type ProviderAccess,
} from '../payments/index.ts';

/**
 * Identity checks of PortOne, REST API V2 (docs/domain.md 3). Of the person only the number and the date of birth are read:
 * what is not read cannot be kept. Both can be absent, because Danal gives the number under a separate contract.
 */

/** A check as the provider reports it at a moment. */
export interface IdentityReport {
  readonly verificationId: string;
  readonly status: 'READY' | 'VERIFIED' | 'FAILED';
  /** Whether the channel is a live one. `null`: the provider does not say. */
  readonly isLive: boolean | null;
  /** `null`: the provider gave none, or the check is not verified. */
  readonly phone: string | null;
  /** `YYYY-MM-DD`, as the provider wrote it. */
  readonly birthDate: string | null;
}

/** Requests to the provider. The driver retries nothing. */
export interface IdentityDriver {
  lookUp(verificationId: string): Promise<Outcome<IdentityReport>>;
}

const verification = z.object({
  id: z.string(),
  status: z.string(),
  channel: z.object({ type: z.string() }).nullish().catch(null),
  verifiedCustomer: z
    .object({
      phoneNumber: z.string().nullish().catch(null),
      birthDate: z.string().nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

const STATUSES = ['READY', 'VERIFIED', 'FAILED'] as const;
/** A guest waits for the answer. */
const LOOKUP_MS = 8000;

export function portoneIdentity(access: ProviderAccess, merchantId: string): IdentityDriver {
  const query = merchantId === '' ? '' : `?storeId=${encodeURIComponent(merchantId)}`;
  return {
    async lookUp(verificationId) {
      const outcome = await sendProviderRequest(
        { ...access, timeoutMs: Math.min(access.timeoutMs, LOOKUP_MS) },
        {
          method: 'GET',
          path: `/identity-verifications/${encodeURIComponent(verificationId)}${query}`,
          headers: portoneHeaders(access),
          answer: verification,
          errors: PORTONE_ERRORS,
        },
      );
      return outcome.kind === 'OK' ? toReport(outcome.value) : outcome;
    },
  };
}

function toReport({ id, status, channel, verifiedCustomer }: z.infer<typeof verification>): Outcome<IdentityReport> {
  const found = STATUSES.find((name) => name === status);
  if (found === undefined) return { kind: 'UNKNOWN', why: 'a state that is not known' };
  const customer = found === 'VERIFIED' ? verifiedCustomer : null;
  return {
    kind: 'OK',
    value: {
      verificationId: id,
      status: found,
      isLive: channel ? channel.type === 'LIVE' : null,
      phone: customer?.phoneNumber ?? null,
      birthDate: customer?.birthDate ?? null,
    },
  };
}

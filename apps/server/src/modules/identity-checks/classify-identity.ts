import type { AgeBasis, AgeCheckOutcome } from '@munjigi/contract';
import { isAdultOn } from '@munjigi/rules';
import type { IdentityReport } from './portone-identity.ts';

interface Expected {
  readonly verificationId: string;
  readonly basis: AgeBasis;
  /** The present date at the store. */
  readonly today: string;
  /** Whether a test channel counts: only at a virtual provider. */
  readonly allowsTest: boolean;
  /** Whether the number is that of the booking. */
  readonly isOwnPhone: (phone: string) => boolean;
}

/** What a report means for the guest who began the check (AG-5). A report that cannot be read never passes. */
export function classifyIdentity(report: IdentityReport, expected: Expected): AgeCheckOutcome {
  if (report.verificationId !== expected.verificationId) return 'WAITING';
  // The guest can try again in the same window, so a failed check is not over.
  if (report.status !== 'VERIFIED') return report.status === 'READY' ? 'WAITING' : 'FAILED';
  if (report.isLive !== true && !expected.allowsTest) return 'FAILED';
  if (report.phone === null || report.phone === '') return 'NO_PHONE';
  if (!expected.isOwnPhone(report.phone)) return 'OTHER_PERSON';
  const isAdult = report.birthDate === null ? null : isAdultOn(report.birthDate, expected.basis, expected.today);
  if (isAdult === null) return 'FAILED';
  return isAdult ? 'PASSED' : 'REFUSED';
}

import type { Capability } from './roles.ts';

/**
 * Acts that can need two people (decision 039), and the right that the requester and the second person both need.
 * `RULES`: asking for fewer second people.
 */
export const APPROVAL_RIGHTS = {
  REFUND: 'payments:refund',
  REVERSAL: 'payments:refund',
  LOCKDOWN: 'doors:configure',
  FIRE_RELEASE: 'doors:configure',
  RULES: 'approvals:configure',
} as const satisfies Readonly<Record<string, Capability>>;

import type { Capability } from './roles.ts';

/**
 * Acts that can need two people (decision 039), each with the right that both the requester and the second person need.
 * `RULES`: making the approval rules less strict.
 */
export const APPROVAL_RIGHTS = {
  REFUND: 'payments:refund',
  REVERSAL: 'payments:refund',
  LOCKDOWN: 'doors:configure',
  FIRE_RELEASE: 'doors:configure',
  RULES: 'approvals:configure',
} as const satisfies Readonly<Record<string, Capability>>;

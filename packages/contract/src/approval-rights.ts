import type { Capability } from './roles.ts';

/** Acts that can take two people (decision 039), and the right that both need: whoever asks, and the second person. `RULES`: asking for fewer second people. */
export const APPROVAL_RIGHTS = {
  REFUND: 'payments:refund',
  REVERSAL: 'payments:refund',
  LOCKDOWN: 'doors:configure',
  FIRE_RELEASE: 'doors:configure',
  RULES: 'approvals:configure',
} as const satisfies Readonly<Record<string, Capability>>;

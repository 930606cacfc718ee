import type { OnCallRules } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import { computeNextStepAt } from './escalation-times.ts';

const openedAt = new Date('2026-11-21T15:20:00Z');
/** A store whose alarms are not urgent, in its quiet hours: 00:20 in Seoul. */
const rules = {
  isEnabled: true,
  conditions: [{ condition: 'ALARM', isEnabled: true, isUrgent: false }],
  steps: [{ afterMinutes: 0, userIds: [], channels: ['PUSH'] }],
  quietFrom: '21:00',
  quietUntil: '08:00',
} as unknown as OnCallRules;
const incident = {
  kind: 'ALARM' as const,
  opened_at: openedAt,
  acknowledged_at: null,
  resolved_at: null,
  step: 0,
  step_at: null,
};
const nextOf = (details: readonly string[]) =>
  computeNextStepAt({ ...incident, details }, { rules, timeZone: 'Asia/Seoul', now: openedAt })?.toISOString();

describe('computeNextStepAt', () => {
  it('notifies of an opening during a lockdown at once in the quiet hours of a store whose alarms are not urgent (DR-8)', () => {
    expect(nextOf(['LOCKDOWN_OPENING'])).toBe('2026-11-21T15:20:00.000Z');
    expect(nextOf(['FORCED'])).toBe('2026-11-21T23:00:00.000Z');
  });
});

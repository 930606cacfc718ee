import type { OnCallPerson } from '@munjigi/contract';
import { CHANNEL_CHOICES, STEP_PEOPLE_LIMIT } from './on-call-choices.ts';
import { newStep, toRulesDraft, type RulesDraft, type StepDraft, type VersionedRules } from './rules-draft.ts';

const QUIET = { quietFrom: '23:00', quietUntil: '08:00' } as const;

/**
 * Suggests rules for a store without any: its owners at once, the ADMINs ten minutes later, and quiet hours for what can wait
 * until the morning. `null`: no person can be put on call.
 */
export function proposeRules(rules: VersionedRules, people: readonly OnCallPerson[]): RulesDraft | null {
  const withRole = (role: OnCallPerson['roles'][number]) => people.filter(({ roles }) => roles.includes(role));
  const owners = withRole('FRANCHISEE');
  const admins = withRole('ADMIN').filter((admin) => !owners.includes(admin));
  const groups = [owners, admins].filter((group) => group.length > 0);
  if (groups.length === 0) return null;
  return {
    ...toRulesDraft(rules),
    ...QUIET,
    isEnabled: true,
    steps: groups.map((group, at) => toStep(group, at === 0)),
  };
}

/** The channels that reach one of the people now; without any, push and e-mail, which need the least set-up. */
function toStep(group: readonly OnCallPerson[], isFirst: boolean): StepDraft {
  const some = group.slice(0, STEP_PEOPLE_LIMIT);
  const channels = CHANNEL_CHOICES.filter((channel) => some.some((person) => person.channels.includes(channel)));
  return {
    ...newStep(isFirst),
    userIds: some.map(({ userId }) => userId),
    channels: channels.length > 0 ? channels : ['PUSH', 'EMAIL'],
  };
}

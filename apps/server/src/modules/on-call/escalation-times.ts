import type { AlarmKind, IncidentKind, OnCallRules } from '@munjigi/contract';
import { afterQuietHours } from '../messages/index.ts';
import { isKindUrgent } from './on-call-rules.ts';

interface Escalating {
  readonly kind: IncidentKind;
  readonly details: readonly string[];
  readonly opened_at: Date;
  readonly acknowledged_at: Date | null;
  readonly resolved_at: Date | null;
  /** The last step that was notified, and when. */
  readonly step: number;
  readonly step_at: Date | null;
}

interface RulesNow {
  readonly rules: OnCallRules;
  /** Of the store. */
  readonly timeZone: string;
  readonly now: Date;
}

/**
 * Computes when the next step of an incident is notified (OC-3, OC-4). `null`: no step is left, or the incident needs
 * none. The result is in the past when a step is overdue.
 */
export function computeNextStepAt(incident: Escalating, { rules, timeZone, now }: RulesNow): Date | null {
  if (!rules.isEnabled || incident.acknowledged_at !== null || incident.resolved_at !== null) return null;
  const next = rules.steps[incident.step];
  if (!next) return null;
  const dueAt = new Date((incident.step_at ?? incident.opened_at).getTime() + next.afterMinutes * 60_000);
  // An opening during a lockdown is urgent in every store, also where other alarms are not (DR-8).
  const isUrgent = incident.details.includes('LOCKDOWN_OPENING' satisfies AlarmKind);
  if (isUrgent || isKindUrgent(rules, incident.kind)) return dueAt;
  const afterQuiet = afterQuietHours(dueAt, { timeZone, ...rules });
  if (afterQuiet > now) return afterQuiet;
  // A step that is overdue, because no server was running, does not notify in later quiet hours either.
  const allowed = afterQuietHours(now, { timeZone, ...rules });
  return allowed > now ? allowed : afterQuiet;
}

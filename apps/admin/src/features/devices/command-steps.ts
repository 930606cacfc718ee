import type { Command } from '@munjigi/contract';

export type StepName = 'requested' | 'sent' | 'confirmed' | 'done';
export type StepState = 'done' | 'active' | 'failed' | 'waiting';

export interface Step {
  readonly name: StepName;
  readonly state: StepState;
  /** Milliseconds after the request; `null` if the step did not happen or its time is unknown. */
  readonly afterMs: number | null;
}

/**
 * The final states of a command, repeated here because the contract's own list would load its schemas into the browser.
 */
const ENDED = new Set<Command['status']>([
  'EXECUTED',
  'FAILED',
  'TIMED_OUT',
  'EXPIRED',
  'REJECTED_OFFLINE',
  'REPORTED',
]);

export function hasEnded(command: Command): boolean {
  return ENDED.has(command.status);
}

/** Whether it ended in a failure. */
export function hasFailed(command: Command): boolean {
  return hasEnded(command) && command.status !== 'EXECUTED' && command.status !== 'REPORTED';
}

/** The four steps of a command (DR-2): requested → sent → confirmed by the device → done. */
export function commandSteps(command: Command): readonly Step[] {
  const { status } = command;
  const isDone = status === 'EXECUTED';
  // A device may confirm and finish with one message; the confirmation then has no separate time.
  const sent = isDone || status === 'SENT' || status === 'ACCEPTED' || command.sentAt !== null;
  const confirmed = isDone || status === 'ACCEPTED' || command.acknowledgedAt !== null;
  const reached: Record<StepName, boolean> = { requested: true, sent, confirmed, done: isDone };
  const afterMs: Record<StepName, number | null> = {
    requested: null,
    sent: since(command.requestedAt, command.sentAt),
    confirmed: since(command.requestedAt, command.acknowledgedAt),
    done: hasEnded(command) ? command.latencyMs : null,
  };
  const names: readonly StepName[] = ['requested', 'sent', 'confirmed', 'done'];
  const next = names.find((name) => !reached[name]);
  return names.map((name) => {
    if (reached[name]) return { name, state: 'done', afterMs: afterMs[name] };
    if (name === next) return { name, state: hasFailed(command) ? 'failed' : 'active', afterMs: null };
    return { name, state: 'waiting', afterMs: null };
  });
}

function since(start: string, end: string | null): number | null {
  return end === null ? null : Math.max(0, Date.parse(end) - Date.parse(start));
}

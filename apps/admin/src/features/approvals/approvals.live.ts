import type { Approval } from '@munjigi/contract';
import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

type ApprovalListener = (approval: Approval) => void;
const listeners = new Set<ApprovalListener>();

/** Subscribes to requests as they are created and end. Returns the function that unsubscribes. */
export function onApproval(listener: ApprovalListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const approvalLive: LiveHandlers = {
  queries: ['approvals', 'approval-rules'],
  'approval.changed': (approval, target) => {
    rereadNamed(target, 'approvals');
    for (const listener of listeners) listener(approval);
  },
  'approval-rules.changed': (_rules, target) => rereadNamed(target, 'approval-rules'),
};

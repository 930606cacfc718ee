import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

export const onCallLive: LiveHandlers = {
  queries: ['incidents', 'incident-count', 'on-call-rules', 'on-call-people'],
  // An incident has its place in filtered lists, and its next escalation follows from the rules.
  'incident.changed': (_incident, target) => {
    rereadNamed(target, 'incidents');
    rereadNamed(target, 'incident-count');
  },
  'on-call.changed': ({ storeId }, target) => {
    rereadNamed(target, 'on-call-rules', storeId);
    rereadNamed(target, 'incidents');
  },
};

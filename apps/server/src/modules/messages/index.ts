/** Messages to guests: the outbox, templates, providers, delivery reports and the log (decision 067). */
import type { RecurringJobs } from '../../jobs/index.ts';
import { sendDueMessages } from './send-due.ts';
import type { SendDeps } from './send-message.ts';
import { sendDueStaffMessages } from './send-staff-due.ts';

export type { DemoInbox } from './demo-inbox.ts';
export { openMessageProviderAccess, sealedMessageSecrets } from './message-providers.ts';
export { afterQuietHours } from './message-times.ts';
export { messageRoutes } from './messages.routes.ts';
export { createOfferCheck } from './payment-link.ts';
export { sealedMessages } from './sealed-tables.ts';

const SECOND_MS = 1000;

/** The jobs of the lane `messages`, a slot for each: a provider that does not answer delays nothing else. */
export function messageTimers(deps: SendDeps): RecurringJobs {
  return {
    'messages.send': { lane: 'messages', everyMs: SECOND_MS, run: () => sendDueMessages(deps) },
    'messages.send-to-staff': { lane: 'messages', everyMs: SECOND_MS, run: () => sendDueStaffMessages(deps) },
  };
}

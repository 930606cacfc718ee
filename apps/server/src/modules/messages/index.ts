/**
 * Messages to guests: the outbox that triggers write, templates, sending in `drivers/`, delivery reports and the log
 * (MS-1 to MS-15, GP-7, decision 067).
 */
import type { RecurringJobs } from '../../jobs/index.ts';
import { sendDueMessages } from './outbox/send-due.ts';
import type { SendDeps } from './outbox/send-message.ts';
import { remindOfPasses } from './pass-reminders.ts';
import { sendDueStaffMessages } from './send-staff-due.ts';

export type { DemoInbox } from './demo-inbox.ts';
export { readMessageBacklog, readProviderFailureSeconds } from './outbox/backlog.sql.ts';
export { openMessageProviderAccess, sealedMessageSecrets } from './providers/message-providers.ts';
export { afterQuietHours } from './outbox/message-times.ts';
export { messageRoutes } from './messages.routes.ts';
export { createOfferCheck } from './payment-link.ts';
export { sealedMessages } from './sealed-tables.ts';
export { queueUnavailableMessage } from './unavailable-message.ts';
export { formatDate } from './templates/template-values.ts';

const SECOND_MS = 1000;
const PASS_REMINDERS_MS = 10 * 60 * SECOND_MS;

/** Messages to plan, to send, to end, and those whose attempt was interrupted, each by its own index. */
const HAS_WORK = `exists (select from messages where state = 'QUEUED' and planned_at is null)
  or exists (select from messages where state = 'QUEUED' and planned_at is not null and send_at <= $1)
  or exists (select from messages where state = 'QUEUED' and expires_at <= $1)
  or exists (select from messages where sending_since is not null)`;
const HAS_STAFF_WORK = `exists (select from staff_messages where state = 'QUEUED' and send_at <= $1)
  or exists (select from staff_messages where state = 'QUEUED' and expires_at <= $1)`;

/** The jobs of the lane `messages`, a slot for each: a provider that does not answer delays nothing else. */
export function messageTimers(deps: SendDeps): RecurringJobs {
  return {
    'messages.send': {
      lane: 'messages',
      everyMs: SECOND_MS,
      hasWork: HAS_WORK,
      run: () => sendDueMessages(deps),
    },
    'messages.send-to-staff': {
      lane: 'messages',
      everyMs: SECOND_MS,
      hasWork: HAS_STAFF_WORK,
      run: () => sendDueStaffMessages(deps),
    },
    'messages.remind-of-passes': { lane: 'upkeep', everyMs: PASS_REMINDERS_MS, run: () => remindOfPasses(deps) },
  };
}

/** Messages to staff: the outbox that modules write. The module `messages` sends them (decision 071). */
export { queueStaffMessage } from './queue-staff-message.ts';
export { sealedStaffMessages } from './sealed-tables.ts';

/** Messages to staff: the outbox that modules write. The module `messages` sends them (decision 071). */
export { queueStaffMessage } from './queue-staff-message.ts';
export { sealedStaffMessages } from './sealed-tables.ts';
export {
  applyStaffMessageReport,
  beginStaffAttempt,
  changeStaffMessage,
  claimStaffMessage,
  endStaffMessage,
  expireStaffMessages,
  findDueStaffMessages,
  findInterruptedStaffMessages,
  sweepStaffMessages,
  withdrawStaffMessages,
  type DueStaffMessage,
  type InterruptedStaffMessage,
  type StaffMessageKey,
  type StaffMessageRow,
} from './staff-messages.sql.ts';
export { withdrawMessages } from './withdraw-messages.ts';

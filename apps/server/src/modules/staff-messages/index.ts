/** Messages to staff: the outbox that modules write. The module `messages` sends them (decision 071). */
export { canReceiveSms, hasProvider, queueStaffMessage, queueVisitorMessage } from './queue-staff-message.ts';
export { sealedStaffMessages } from './sealed-tables.ts';
export {
  applyStaffMessageReport,
  beginStaffAttempt,
  changeStaffMessage,
  claimStaffMessage,
  deferStaffMessage,
  endStaffMessage,
  expireStaffMessages,
  findDueStaffMessages,
  findInterruptedStaffMessages,
  sweepStaffMessages,
  withdrawMessagesOfPerson,
  withdrawStaffMessages,
  type InterruptedStaffMessage,
  type StaffMessageKey,
  type StaffMessageRow,
} from './staff-messages.sql.ts';

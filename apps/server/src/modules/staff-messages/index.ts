/**
 * The outbox of messages to staff: invitations, reset links, sign-ins from a new device, calls of the on-call rules,
 * and codes to the phones of guests who book online. Modules queue them in the transaction of the cause; `messages`
 * sends them (AU-8, decision 071).
 */
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

/** Payments, their ledger entries, refunds and notifications. */
export { notificationRoutes } from './notifications.routes.ts';
export { addNotification, endNotifications } from './notifications.ts';
export { selectNotificationsOfDepositForUpdate, type LockedNotification } from './notifications.sql.ts';
export { UNBALANCED_TRANSACTIONS } from './ledger-balance.ts';
export { ledgerRows, postSettlement } from './ledger.sql.ts';
export { isOnlinePayment, needsRefundAccount } from './refund-lines.ts';
export { owedExtensionJobs } from './owed-extension-notice.ts';
export { notifyOwedRefund } from './owed-refund-notice.ts';
export { needsSecondPerson } from './refund-approval.ts';
export { PAYMENT_METHOD_NAMES, paymentNotices } from './payment-words.ts';
export { readPayment, sumOpenRefunds, selectRefundablePaymentsForUpdate } from './payments.sql.ts';
export { businessDateAt, dueAmountOf, recordChannelMoney, recordDeposit } from './record.ts';
export { checkRefund, checkReversal, issueRefund, reverseRecordedPayment, type RefundDeps } from './refund.ts';
export { accountEnd, refundAccounts, sealedAccounts } from './refund-account.ts';
export { paymentRoutes } from './payments.routes.ts';
export {
  confirmOutsidePayment,
  listOutsidePayments,
  refuseDuringConfirmation,
  startOutsidePayment,
} from './outside-payments.ts';
export type { ProviderDeps } from './payment-lookup.ts';
export { providerPaymentRoutes } from './provider-payments.routes.ts';
export { lookupJobs } from './lookup-jobs.ts';
export { providerTimers, startPaymentLookups } from './payment-lookups.ts';
export { sealedWebhooks } from './sealed-tables.ts';
export { findOrder, isOrderId, readOrderOutcome, type ConfirmationAttempt, type FoundOrder } from './order-outcome.ts';
export { requestLookupNow } from './provider-payments.sql.ts';
export { preregisterPayment } from './preregister.ts';
export { providerTroubles } from './provider-troubles.ts';
export { webhookJobs } from './process-webhook.ts';
export {
  canPayOnline,
  listFeeTerms,
  openProviders,
  paymentProviderRoutes,
  providerAddresses,
  providerSeal,
  refusedProviderAddresses,
  sealedKeys,
} from './providers/index.ts';

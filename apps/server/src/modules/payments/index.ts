/**
 * Payments that people record or that come through providers; bounded storage of provider messages (decision 048),
 * each processed once (decision 028); refunds; the double-entry ledger (decision 024); payment notifications; in
 * `providers/` the settings and encrypted secrets of a product's payment providers, requests to them and parsing of
 * their messages.
 */
export { notificationRoutes } from './notifications/notifications.routes.ts';
export { addNotification, endNotifications } from './notifications/notifications.ts';
export { selectNotificationsOfDepositForUpdate, type LockedNotification } from './notifications/notifications.sql.ts';
export { UNBALANCED_TRANSACTIONS } from './ledger/ledger-balance.ts';
export { ledgerRows, postSettlement } from './ledger/ledger.sql.ts';
export { isOnlinePayment, needsRefundAccount } from './payment/refund-lines.ts';
export { owedExtensionJobs } from './refunds/owed-extension-notice.ts';
export { notifyOwedRefund } from './refunds/owed-refund-notice.ts';
export { needsSecondPerson } from './refunds/refund-approval.ts';
export { findPaymentMerchantId } from './payment/payment-merchants.sql.ts';
export { paymentNotices } from './payment/payment-words.ts';
export type { PaymentRow } from './payment/payment-row.ts';
export {
  listReceivedPayments,
  readPayment,
  selectPaymentForUpdate,
  selectRefundablePaymentsForUpdate,
  sumOpenRefunds,
} from './payment/payments.sql.ts';
export {
  businessDateAt,
  calculateDueAmount,
  dueAmountOf,
  recordChannelMoney,
  recordDeposit,
  recordPassPayment,
} from './ledger/record.ts';
export { recordPassSale } from './ledger/record-pass-sale.ts';
export { readPassBalances, type PassBalanceRow } from './payment/pass-balance.sql.ts';
export { checkRefund, checkReversal, issueRefund, reverseRecordedPayment, type RefundDeps } from './refunds/refund.ts';
export { accountEnd, refundAccounts, sealedAccounts } from './refunds/refund-account.ts';
export { paymentRoutes } from './payments.routes.ts';
export {
  confirmOutsidePayment,
  listOutsidePayments,
  refuseDuringConfirmation,
  startOutsidePayment,
} from './provider/outside-payments.ts';
export type { ProviderDeps } from './provider/payment-lookup.ts';
export { providerPaymentRoutes } from './provider-payments.routes.ts';
export { hasOpenDispute } from './provider/disputes.ts';
export { isProviderPayout } from './payouts/is-payout.sql.ts';
export { payoutTimers } from './payouts/read-payouts.ts';
export { lookupJobs } from './payment/lookup-jobs.ts';
export { providerTimers, startPaymentLookups } from './webhooks/payment-lookups.ts';
export { sealedWebhooks } from './sealed-tables.ts';
export {
  findOrder,
  isOrderId,
  readOrderOutcome,
  type ConfirmationAttempt,
  type FoundOrder,
} from './provider/order-outcome.ts';
export { requestLookupNow } from './payment/provider-payments.sql.ts';
export { preregisterPayment } from './provider/preregister.ts';
export { providerTroubles } from './webhooks/provider-troubles.ts';
export { webhookJobs } from './webhooks/process-webhook.ts';
export {
  canCancelReceiptPart,
  canPayOnline,
  findRunningMerchantId,
  listFeeTerms,
  openProviders,
  paymentProviderRoutes,
  PORTONE_ERRORS,
  portoneHeaders,
  providerAddresses,
  providerSeal,
  refusedProviderAddresses,
  sealedKeys,
  sendProviderRequest,
  type Outcome,
  type OwnReceipt,
  type ProviderAccess,
  type ProviderAddresses,
  type Providers,
  type ReceiptAnswer,
  type ReceiptDriver,
} from './providers/index.ts';

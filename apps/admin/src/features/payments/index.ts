/** Payments of a reservation: the amount due, payments, refunds and the remainder; and owed refunds. */
export { OwedRefunds } from './owed-refunds.tsx';
export { useRereadRefunds, useStartedRefundWords } from './owed-refunds.api.ts';
export { RefundAccountFields } from './refund-account-fields.tsx';
export { toRefundAccount, NO_ACCOUNT } from './refund-account.ts';
export { asksForAccount, RefundPlan, useRefundPlan } from './refund-plan.tsx';
export { ReservationPayments } from './reservation-payments.tsx';
export { SendOwedRefund } from './send-refund-dialog.tsx';
export { RefundDialog } from './refund-dialog.tsx';
export { RecordPayment } from './record-payment.tsx';

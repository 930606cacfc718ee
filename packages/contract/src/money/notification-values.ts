/** The kinds of payment notifications (NT-1). */
export const NOTIFICATION_KINDS = [
  'PAID',
  'DEPOSIT',
  'UNMATCHED_DEPOSIT',
  'CANCELED',
  'REFUND_FAILED',
  'REFUND_OWED',
  'CASH_RECEIPT_REFUSED',
  'WEBHOOK_REJECTED',
  'CODE_FLOOD',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

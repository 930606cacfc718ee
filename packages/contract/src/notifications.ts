import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, money, paging } from './fields.ts';

/** NT-1 */
export const NOTIFICATION_KINDS = [
  'PAID', 'DEPOSIT', 'UNMATCHED_DEPOSIT', 'CANCELED', 'REFUND_FAILED', 'WEBHOOK_REJECTED',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const notification = z.object({
  id,
  kind: z.enum(NOTIFICATION_KINDS),
  storeId: id,
  reservationId: id.nullable(),
  amount: money.nullable(),
  text: z.string(),
  createdAt: instant,
  confirmedAt: instant.nullable(),
  confirmedBy: id.nullable(),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/payment/notification',
  alsoAt: ['/api/v2/{product}/payments/notification'],
  summary: 'Payment notifications, newest first, with the exact number of unconfirmed ones (NT-3)',
  access: 'notifications:read',
  query: z.strictObject({ ...paging, storeId: id.optional() }),
  reply: z.object({
    total: z.number().int().nonnegative(),
    unconfirmedCount: z.number().int().nonnegative(),
    items: z.array(notification),
  }),
});

const confirmed = z.object({ confirmed: z.number().int().nonnegative() });

export const confirmNotifications = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/payment/notification/confirm',
  alsoAt: ['/api/v2/{product}/payments/notification/confirm'],
  summary: 'Confirm the named notifications',
  access: 'notifications:confirm',
  body: z.strictObject({ ids: z.array(id).min(1).max(200) }),
  reply: confirmed,
});

export const confirmAllNotifications = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/payment/notification/confirm-all',
  alsoAt: ['/api/v2/{product}/payments/notification/confirm-all'],
  summary: 'Confirm what was shown, up to the newest id on screen; never what arrived meanwhile (NT-2)',
  access: 'notifications:confirm',
  body: z.strictObject({ upToId: id, storeId: id.optional() }),
  reply: confirmed,
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, isInReach, money, namedInstant, OUT_OF_REACH, paging, singleLine } from '../fields.ts';
import { NOTIFICATION_KINDS } from './notification-values.ts';

/** The subjects of a notification, with their present names. */
const details = z.object({
  storeName: z.string(),
  reservation: z.object({ code: z.string(), roomId: id, roomName: z.string(), startsAt: instant }).nullable(),
  confirmedByName: z.string().nullable(),
});

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
  /** Present only with `include=details`. */
  details: details.optional(),
});
export type Notification = z.infer<typeof notification>;

/** `version` 0: nothing was set, and the default holds. */
export const notificationRules = z.object({
  /**
   * True: the system confirms notifications that need no person, so that they neither count nor sound (NT-1). It is the
   * default.
   */
  confirmsRoutine: z.boolean(),
  version: z.number().int().min(0),
});
export type NotificationRules = z.infer<typeof notificationRules>;

export const getNotificationRules = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/payment/notification-rules',
  summary: 'Whether the system confirms payment notifications that need no person (NT-1)',
  access: 'notifications:read',
  reply: notificationRules,
});

export const setNotificationRules = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/payment/notification-rules',
  summary: 'Set whether the system confirms payment notifications that need no person; it concerns later ones (NT-1)',
  access: 'webhooks:write',
  body: z.strictObject({
    /** The version that the person saw. */
    version: z.number().int().min(0),
    confirmsRoutine: z.boolean(),
  }),
  reply: notificationRules,
  problems: ['STALE'],
});

const NOTIFICATION_STATES = ['unconfirmed', 'confirmed'] as const;
const NOTIFICATION_SORTS = ['newest', 'unconfirmed-first'] as const;

const filter = {
  storeId: id.optional(),
  kind: z.enum(NOTIFICATION_KINDS).optional(),
  /** A part of the text in any case, a complete reservation code, or the first digits of the amount. */
  q: singleLine(60).optional(),
  /** Includes notifications created at or after this instant, and before `to`. */
  from: namedInstant.optional(),
  to: namedInstant.optional(),
};

/** A query parameter with one or several ids, separated by commas. */
const someIds = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(z.array(id).max(200));

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/payment/notification',
  alsoAt: ['/api/v2/{product}/payments/notification'],
  summary:
    'Payment notifications, newest first, with the exact number of unconfirmed ones (NT-3); both counts follow the filter, and `total` is exact for a store and a state, otherwise up to 10,000. Ids are in the order of arrival',
  access: 'notifications:read',
  load: 'search',
  query: z
    .strictObject({
      ...filter,
      ...paging,
      state: z.enum(NOTIFICATION_STATES).optional(),
      ids: someIds.optional(),
      /** Only notifications that arrived after this one, or not after it. */
      afterId: id.optional(),
      upToId: id.optional(),
      sort: z.enum(NOTIFICATION_SORTS).default('newest'),
      include: z.literal('details').optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: z.object({
    total: z.number().int().nonnegative(),
    unconfirmedCount: z.number().int().nonnegative(),
    items: z.array(notification),
    /**
     * As in `growingListOf`, with a filter other than store and state. Without one the reply has only the original fields,
     * and `total` is exact.
     */
    isTotalExact: z.boolean().optional(),
    /**
     * With `include=details`: the newest id that the person has the right to see, regardless of the filter; later ones
     * are higher.
     */
    newestId: id.nullable().optional(),
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
  summary:
    'Confirm what was shown, up to the newest id on screen and by the same filter; never what arrived meanwhile (NT-2)',
  access: 'notifications:confirm',
  load: 'search',
  body: z.strictObject({ upToId: id, ...filter }),
  reply: confirmed,
});

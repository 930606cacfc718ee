import { z } from 'zod';
import { reservationAccess } from './devices/access-codes.ts';
import { alarm } from './devices/alarms.ts';
import { approval, approvalRules } from './accounts/approvals.ts';
import { command } from './devices/commands.ts';
import { deposit } from './money/deposits.ts';
import { device, discoveredDevice } from './devices/devices.ts';
import { doorSpares } from './devices/door-spares.ts';
import { door, discoveredLock } from './devices/doors.ts';
import { emergency } from './devices/emergencies.ts';
import { endpoint } from './endpoint.ts';
import { extensionOffer } from './reservations/extension-offers.ts';
import { id } from './fields.ts';
import { message } from './guests/messages.ts';
import { incident } from './stores/on-call.ts';
import { modeRun } from './devices/modes.ts';
import { payment } from './money/payments.ts';
import { readinessCheck } from './stores/readiness.ts';
import { reservation } from './reservations/reservations.ts';
import { room } from './stores/rooms.ts';
import type { Capability } from './accounts/roles.ts';
import { store } from './stores/stores.ts';
import { waitlistEntry } from './reservations/waitlist.ts';

/**
 * The events of the stream (AP-6), and the capability that a person needs to see each; one of the chain belongs to no store,
 * and people with some stores see it too. A payload holds the whole new
 * state, so that a browser puts it into its cache without another request.
 */
export const EVENTS = {
  'door.changed': { sees: 'doors:read', data: door },
  'door.discovered': { sees: 'doors:configure', data: discoveredLock },
  'device.changed': { sees: 'devices:read', data: device },
  'device.discovered': { sees: 'devices:configure', data: discoveredDevice },
  /** A mode was applied to a room, or retried. `command.changed` reports the results of its commands. */
  'mode-run.changed': { sees: 'devices:read', data: modeRun },
  /** A reservation was checked before its start (NX-1), once for each planned time. */
  'readiness.checked': {
    sees: 'reservations:read',
    data: z.object({ reservationId: id, storeId: id, check: readinessCheck }),
  },
  /** A guest is offered an extension, or the offer ended (NX-4). */
  'extension-offer.changed': { sees: 'reservations:read', data: extensionOffer },
  /** A guest stays beyond the end of the stay, or has left (NX-4). */
  'overruns.changed': { sees: 'reservations:read', data: z.object({ storeId: id }) },
  /** The grace time of an overrun has ended; published once for each overrun (NX-4). */
  'overrun.counted': { sees: 'reservations:read', data: z.object({ storeId: id, roomId: id, reservationId: id }) },
  /** Help for a guest began or ended: clients that show the guest read it again (NX-2). */
  'help-desk.changed': { sees: 'help-desk:use', data: z.object({ storeId: id, reservationId: id }) },
  /** A guest rated a stay: clients that show ratings of the store read them again (GP-5). */
  'stay-ratings.changed': { sees: 'reservations:read', data: z.object({ storeId: id, reservationId: id }) },
  /** The cash receipt of a payment changed: clients that show it read it again (CR-2). */
  'cash-receipt.changed': { sees: 'payments:read', data: z.object({ storeId: id, paymentId: id }) },
  'modes.changed': { sees: 'devices:read', data: z.object({ storeId: id }) },
  'alarm.changed': { sees: 'doors:read', data: alarm },
  'emergency.changed': { sees: 'doors:read', data: emergency },
  'command.changed': { sees: 'device-history:read', data: command },
  'store.changed': { sees: 'stores:read', data: store },
  /** The room's own data; its present state follows from `reservation.changed`. */
  'room.changed': { sees: 'rooms:read', data: room },
  'reservation.changed': { sees: 'reservations:read', data: reservation },
  /** The state of a reservation's code in the locks of its doors. */
  'access-code.changed': { sees: 'reservations:read', data: reservationAccess },
  /** The spare codes of a door. Changes caused by a reservation come with the events of that reservation. */
  'door-spares.changed': { sees: 'doors:read', data: doorSpares },
  'waitlist.changed': { sees: 'reservations:read', data: waitlistEntry },
  /** Closures or holidays changed: clients that show opening times of the store read them again. */
  'calendar.changed': { sees: 'stores:read', data: z.object({ storeId: id }) },
  'prices.changed': { sees: 'rooms:read', data: z.object({ storeId: id }) },
  /** A coupon of the chain changed: clients that show coupons read them again. */
  'coupons.changed': { sees: 'coupons:read', isOfChain: true, data: z.object({ couponId: id }) },
  'payment.changed': { sees: 'payments:read', data: payment },
  /** A deposit arrived at a store's account, or became a payment (PY-3). */
  'deposit.changed': { sees: 'payments:write', data: deposit },
  /** A message to a guest was queued, sent, reported or ended. */
  'message.changed': { sees: 'messages:read', data: message },
  /** An incident began, was acknowledged, escalated or ended, or a notice of it was sent. */
  'incident.changed': { sees: 'on-call:read', data: incident },
  /** The on-call rules of a store changed: clients that show them read them again. */
  'on-call.changed': { sees: 'on-call:read', data: z.object({ storeId: id }) },
  /** A settlement period, its terms or a comment changed: clients that show the period read it again. */
  'settlement.changed': { sees: 'sales:read', data: z.object({ storeId: id }) },
  /** A person requested an account, or an account, its rights or its sessions changed. */
  'users.changed': { sees: 'users:read', data: z.object({ userId: id }) },
  /** A request for approval by a second person was created or ended (decision 039). */
  'approval.changed': { sees: 'approvals:use', data: approval },
  'approval-rules.changed': { sees: 'approvals:configure', data: approvalRules },
  /** `addedId`: the id of a new notification; without it, notifications were confirmed. */
  'notifications.changed': { sees: 'notifications:read', data: z.object({ storeId: id, addedId: id.optional() }) },
} as const satisfies Record<string, { sees: Capability; isOfChain?: true; data: z.ZodType }>;

export type EventName = keyof typeof EVENTS;
export type EventData<N extends EventName> = z.output<(typeof EVENTS)[N]['data']>;

export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/events',
  summary:
    'Server-sent events of all that the person may see. Resumable with Last-Event-ID; an event named `reset` says that ' +
    'the position is unknown or too old, and everything should be read again; `end` says that the session has ended. ' +
    'The number of open streams of a session and of a user is limited',
  access: 'signed-in',
  kind: 'stream',
  problems: ['TOO_MANY_REQUESTS'],
  reply: z.object({ name: z.string(), data: z.unknown() }),
});

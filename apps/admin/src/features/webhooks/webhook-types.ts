import type { WEBHOOK_TEST_TYPE, WebhookType } from '@munjigi/contract';

/** Lists every type; a missing one does not compile. */
const ALL = {
  'reservation.changed': true,
  'payment.changed': true,
  'access-code.changed': true,
  'notifications.changed': true,
  'settlement.changed': true,
  'readiness.checked': true,
  'extension-offer.changed': true,
  'alarm.changed': true,
  'emergency.changed': true,
  'door.changed': true,
  'device.changed': true,
  'room.changed': true,
  'store.changed': true,
  'calendar.changed': true,
  'prices.changed': true,
} as const satisfies Readonly<Record<WebhookType, true>>;

/** The types of events that an endpoint can receive, in the order in which they are offered. */
export const WEBHOOK_TYPE_CHOICES = Object.keys(ALL) as readonly WebhookType[];
const TEST_TYPE: typeof WEBHOOK_TEST_TYPE = 'webhook.test';
/** The types of a message: the same, and the test message. */
export const MESSAGE_TYPES: readonly (WebhookType | typeof TEST_TYPE)[] = [...WEBHOOK_TYPE_CHOICES, TEST_TYPE];

import type { WEBHOOK_TEST_TYPE, WebhookType } from '@munjigi/contract';

/** One that is missing here does not compile. */
const ALL = {
  'reservation.changed': true, 'payment.changed': true, 'notifications.changed': true, 'settlement.changed': true, 'readiness.checked': true, 'extension-offer.changed': true, 'alarm.changed': true,
  'emergency.changed': true, 'door.changed': true, 'device.changed': true, 'room.changed': true, 'store.changed': true, 'calendar.changed': true, 'prices.changed': true,
} as const satisfies Readonly<Record<WebhookType, true>>;

/** What an endpoint can be told of, in the order in which it is offered. */
export const WEBHOOK_TYPES = Object.keys(ALL) as readonly WebhookType[];
const TEST_TYPE: typeof WEBHOOK_TEST_TYPE = 'webhook.test';
/** And of what a message can be. */
export const MESSAGE_TYPES: readonly (WebhookType | typeof TEST_TYPE)[] = [...WEBHOOK_TYPES, TEST_TYPE];
export type MessageType = (typeof MESSAGE_TYPES)[number];

import type { AuditEntry } from '@munjigi/contract';

type About = Pick<AuditEntry, 'subject' | 'storeId'>;

const PATHS: Readonly<Record<string, (id: string, store: string) => string>> = {
  'access-code': (_id, store) => `/dashboard/reservation${store}`,
  'add-on': (_id, store) => `/dashboard/store${withValue(store, 'tab', 'prices')}`,
  alarm: (_id, store) => `/dashboard/door${store}`,
  'api-key': () => '/dashboard/system/integrations',
  'channel-statement': () => '/dashboard/system/integrations',
  'calendar-feed': () => '/dashboard/system/integrations',
  closure: (_id, store) => `/dashboard/store${store}`,
  coupon: (id) => `/dashboard/coupon?coupon=${id}`,
  deposit: (_id, store) => `/dashboard/deposit${store}`,
  'deposit-relay': (_id, store) => `/dashboard/deposit${store}`,
  device: (id, store) => `/dashboard/admin/device-history${withValue(store, 'target', id)}`,
  door: (id, store) => `/dashboard/admin/device-history${withValue(store, 'target', id)}`,
  emergency: (_id, store) => `/dashboard/door${store}`,
  mode: (_id, store) => `/dashboard/store${store}`,
  notification: (_id, store) => `/dashboard/admin/notification${store}`,
  payment: (_id, store) => `/dashboard/admin/payments${store}`,
  'payment-provider': () => '/dashboard/system/webhooks',
  'store-merchant': () => '/dashboard/system/webhooks',
  'price-policy': (_id, store) => `/dashboard/store${store}`,
  reservation: (id, store) => `/dashboard/reservation${withValue(store, 'reservation', id)}`,
  room: (id) => `/dashboard/room/${id}`,
  series: (_id, store) => `/dashboard/reservation${store}`,
  settlement: (id) => `/dashboard/system/settlement?id=${id}`,
  store: (id) => `/dashboard/store?store=${id}`,
  'waitlist-entry': (_id, store) => `/dashboard/reservation${withValue(store, 'waitlist', 'open')}`,
  webhook: () => '/dashboard/system/webhooks',
  'webhook-delivery': (id) => `/dashboard/system/integrations/delivery?delivery=${id}`,
  'webhook-endpoint': (id) => `/dashboard/system/integrations/delivery?endpoint=${id}`,
};

/** The link to an entry's subject; `null` for a subject without a screen, such as a session. */
export function subjectPath({ subject, storeId }: About): string | null {
  const path = Object.hasOwn(PATHS, subject.kind) ? PATHS[subject.kind] : undefined;
  if (path === undefined || (subject.id === null && subject.kind !== 'payment-provider')) return null;
  return path(subject.id ?? '', storeId === null ? '' : `?store=${storeId}`);
}

function withValue(store: string, name: string, value: string): string {
  return `${store === '' ? '?' : `${store}&`}${name}=${value}`;
}

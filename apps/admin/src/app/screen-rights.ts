import type { Capability } from '@munjigi/contract/roles';

/**
 * The screens below `/dashboard` that need a capability, and which one (AC-4). Read by the router and by the tests that
 * go over all screens.
 */
export const SCREEN_RIGHTS = {
  room: 'rooms:read',
  'room/:id': 'rooms:read',
  'room/:id/edit': 'rooms:write',
  store: 'stores:read',
  door: 'doors:read',
  statistics: 'sales:read',
  'statistics/settlement': 'sales:read',
  reservation: 'reservations:read',
  'admin/payments': 'payments:read',
  deposit: 'payments:write',
  coupon: 'coupons:read',
  'admin/notification': 'notifications:read',
  'admin/device-history': 'device-history:read',
  approval: 'approvals:use',
  'on-call': 'on-call:read',
  support: 'help-desk:use',
  'system/users': 'users:read',
  'system/stores': 'stores:oversee',
  'system/settlement': 'users:read',
  'system/integrations': 'api-keys:read',
  'system/integrations/delivery': 'webhooks:read',
  'system/webhooks': 'webhooks:read',
  'system/audit': 'audit:read',
  'system/messages': 'messages:read',
  'system/message-templates': 'messages:read',
  'system/demo-inbox': 'messages:read',
} as const satisfies Readonly<Record<string, Capability>>;

export type ScreenPath = keyof typeof SCREEN_RIGHTS;

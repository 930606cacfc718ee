import i18next from 'i18next';
import { particles } from './particles.ts';

const files = import.meta.glob<Record<string, unknown>>(
  [
    '../locales/*/*.json',
    '!../locales/*/{auth,common,navbar,notifications,overview,readiness,room-states,settings}.json',
  ],
  { import: 'default' },
);

/**
 * The namespaces of texts of each screen below `/dashboard`, without those of parts that load their own code after a
 * click.
 */
const SCREEN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  account: ['account', 'users', 'push', 'second-factor', 'form'],
  room: ['rooms', 'stores', 'form'],
  'room/:id': ['rooms', 'doors', 'devices', 'modes', 'stores', 'form'],
  'room/:id/edit': ['rooms', 'devices', 'prices', 'stores', 'form'],
  store: ['stores', 'form'],
  door: ['doors', 'devices', 'alarms', 'form'],
  statistics: ['sales', 'payments', 'refunds', 'reservations', 'form'],
  'statistics/settlement': ['settlement', 'payments', 'form'],
  reservation: ['reservations', 'form', 'problems'],
  'admin/payments': ['sales', 'payments', 'refunds', 'reservations', 'form'],
  deposit: ['deposits', 'form'],
  coupon: ['coupons', 'reservations', 'form'],
  'admin/notification': ['notification-lookup', 'devices', 'form'],
  'admin/device-history': ['devices', 'form'],
  approval: ['approvals', 'form'],
  'on-call': ['on-call', 'messages', 'form'],
  support: ['help-desk', 'devices', 'doors', 'messages', 'payments', 'reservations', 'form', 'problems'],
  'system/users': ['users', 'second-factor', 'store-list', 'form'],
  'system/stores': ['store-list', 'stores', 'form'],
  'system/settlement': ['settlement', 'payments', 'form'],
  'system/integrations': ['integrations', 'channels', 'webhooks', 'calendar-feeds', 'form'],
  'system/integrations/delivery': ['webhooks', 'form'],
  'system/webhooks': ['provider-webhooks', 'form'],
  'system/audit': ['audit', 'form'],
  'system/messages': ['messages', 'form'],
  'system/message-templates': ['messages', 'form'],
  'system/demo-inbox': ['messages'],
};

/**
 * Loads the texts of a screen beside its code, because a screen that rendered and then waited for texts would be hidden
 * again. The part that needs a failed text requests it again and shows the failure.
 */
export async function loadScreenTexts(path: string): Promise<void> {
  await i18next.loadNamespaces(SCREEN_TEXTS[path] ?? []);
}

/**
 * Reads the texts of a namespace that neither sign-in nor the first screen uses; undefined when there are none. Only
 * these texts have particles to choose, so the code for it is here.
 */
export async function readScreenTexts(
  language: string,
  namespace: string,
): Promise<Record<string, unknown> | undefined> {
  i18next.use(particles);
  i18next.options.postProcess = particles.name;
  return await files[`../locales/${language}/${namespace}.json`]?.();
}

import { hasAnyRole, type Role } from '@munjigi/contract/roles';
import type { IconName } from '../ui/icon.tsx';

export interface NavItem {
  /** A key of the `navbar` texts, like `caption` and `info`. */
  readonly title: string;
  readonly path: string;
  readonly icon: IconName;
  /** Roles that see the item; without them every person does (reference 6). */
  readonly roles?: readonly Role[];
  readonly children?: readonly NavItem[];
  readonly caption?: string;
  readonly info?: string;
  /** Shows the number of people who wait for approval. */
  readonly hasSignUpBadge?: boolean;
  readonly disabled?: boolean;
  /** Opens in a new tab, although its address is on this server. */
  readonly opensNewTab?: boolean;
}
export interface NavGroup {
  readonly title: string;
  readonly items: readonly NavItem[];
}

const HEAD_OFFICE = ['ADMIN', 'SUB_ADMIN'] as const;
const FRANCHISEE = ['FRANCHISEE'] as const;

/** The menu: the reference's groups first, ours after them (AC-3). */
export const NAVIGATION: readonly NavGroup[] = [
  {
    title: 'storeManagement',
    items: [
      { title: 'dashboard', path: '/dashboard', icon: 'overview', roles: [...HEAD_OFFICE, ...FRANCHISEE] },
      { title: 'room', path: '/dashboard/room', icon: 'room', roles: FRANCHISEE },
      { title: 'reservation', path: '/dashboard/reservation', icon: 'reservation', roles: FRANCHISEE },
    ],
  },
  {
    title: 'storeSettings',
    items: [
      { title: 'store', path: '/dashboard/store', icon: 'store', roles: FRANCHISEE },
      { title: 'door', path: '/dashboard/door', icon: 'door', roles: FRANCHISEE },
    ],
  },
  {
    title: 'settlementGroup',
    items: [{ title: 'statistics', path: '/dashboard/statistics', icon: 'statistics', roles: FRANCHISEE }],
  },
  {
    title: 'paymentGroup',
    items: [{ title: 'payments', path: '/dashboard/admin/payments', icon: 'payments', roles: HEAD_OFFICE }],
  },
  {
    title: 'notificationGroup',
    items: [{ title: 'notification', path: '/dashboard/admin/notification', icon: 'notification', roles: HEAD_OFFICE }],
  },
  {
    title: 'deviceGroup',
    items: [{ title: 'deviceHistory', path: '/dashboard/admin/device-history', icon: 'history', roles: HEAD_OFFICE }],
  },
  {
    title: 'supportGroup',
    items: [
      { title: 'support', path: '/dashboard/support', icon: 'support', roles: [...HEAD_OFFICE, 'CUSTOMER_MANAGER'] },
    ],
  },
  {
    title: 'systemGroup',
    items: [
      { title: 'users', path: '/dashboard/system/users', icon: 'users', roles: HEAD_OFFICE, hasSignUpBadge: true },
      { title: 'stores', path: '/dashboard/system/stores', icon: 'stores', roles: HEAD_OFFICE },
      { title: 'sellers', path: '/dashboard/system/sellers', icon: 'store', roles: HEAD_OFFICE },
      { title: 'blockedGuests', path: '/dashboard/blocked-guest', icon: 'lock', roles: HEAD_OFFICE },
      { title: 'coupons', path: '/dashboard/coupon', icon: 'coupon', roles: HEAD_OFFICE },
      { title: 'passes', path: '/dashboard/pass', icon: 'coupon', roles: HEAD_OFFICE },
      { title: 'cashReceipts', path: '/dashboard/cash-receipt', icon: 'payments', roles: HEAD_OFFICE },
      { title: 'settlement', path: '/dashboard/system/settlement', icon: 'settlement', roles: HEAD_OFFICE },
      {
        title: 'integrationGroup',
        path: '/dashboard/system/integrations',
        icon: 'integrations',
        roles: HEAD_OFFICE,
        children: [
          {
            title: 'integrations',
            path: '/dashboard/system/integrations',
            icon: 'integrations',
            caption: 'integrationsCaption',
          },
          { title: 'webhooks', path: '/dashboard/system/webhooks', icon: 'payments' },
          { title: 'deposits', path: '/dashboard/deposit', icon: 'payments' },
          { title: 'apiDocs', path: '/api/docs', icon: 'external', opensNewTab: true },
        ],
      },
      {
        title: 'messageGroup',
        path: '/dashboard/system/messages',
        icon: 'notification',
        roles: HEAD_OFFICE,
        children: [
          { title: 'messages', path: '/dashboard/system/messages', icon: 'notification' },
          { title: 'messageTemplates', path: '/dashboard/system/message-templates', icon: 'settings' },
        ],
      },
      { title: 'onCall', path: '/dashboard/on-call', icon: 'warning', roles: HEAD_OFFICE },
      { title: 'approvals', path: '/dashboard/approval', icon: 'check', roles: HEAD_OFFICE },
      { title: 'audit', path: '/dashboard/system/audit', icon: 'audit', roles: HEAD_OFFICE },
    ],
  },
];

/** The menu for these roles: only their items, and only groups with items (reference 6). */
export function navigationFor(roles: readonly string[], groups: readonly NavGroup[] = NAVIGATION): readonly NavGroup[] {
  return groups
    .map((group) => ({ ...group, items: visible(group.items, roles) }))
    .filter((group) => group.items.length > 0);
}

function visible(items: readonly NavItem[], roles: readonly string[]): readonly NavItem[] {
  return items
    .filter((item) => item.roles === undefined || hasAnyRole(roles, item.roles))
    .map((item) => (item.children === undefined ? item : { ...item, children: visible(item.children, roles) }))
    .filter((item) => item.children === undefined || item.children.length > 0);
}

/** Whether the path leads out of this application. */
export function isExternalLink(path: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(path);
}

/** `/a/b/` becomes `/a/b`; the root stays. */
export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/**
 * Whether this item is the active one. External and hash links never are (reference 2). The start matches only its own
 * path.
 */
export function isActivePath(currentPath: string, itemPath: string): boolean {
  if (isExternalLink(itemPath) || itemPath.startsWith('#')) return false;
  const current = withoutTrailingSlash(currentPath);
  const item = withoutTrailingSlash(itemPath.split(/[?#]/)[0] ?? '');
  return current === item || (item !== '/dashboard' && item !== '/' && current.startsWith(`${item}/`));
}

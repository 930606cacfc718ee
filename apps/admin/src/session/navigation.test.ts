import { describe, expect, it } from 'vitest';
import { isActivePath, isExternalLink, navigationFor, withoutTrailingSlash } from './navigation.ts';

const titles = (...roles: string[]) => navigationFor(roles).flatMap((group) => group.items.map((item) => item.title));

describe('the menu', () => {
  it('shows a franchisee the items of the reference and no others', () => {
    expect(titles('FRANCHISEE')).toEqual(['dashboard', 'room', 'reservation', 'store', 'door', 'statistics']);
  });
  it.each(['ADMIN', 'SUB_ADMIN'])(
    'shows %s payments, notifications and device history, then support and system',
    (role) => {
      expect(titles(role)).toEqual([
        'dashboard',
        'payments',
        'notification',
        'deviceHistory',
        'support',
        'users',
        'stores',
        'sellers',
        'blockedGuests',
        'coupons',
        'passes',
        'cashReceipts',
        'settlement',
        'integrationGroup',
        'messageGroup',
        'onCall',
        'approvals',
        'audit',
      ]);
    },
  );
  it('shows the help desk a single item', () => {
    expect(titles('CUSTOMER_MANAGER')).toEqual(['support']);
  });
  it('hides groups without visible items', () => {
    expect(navigationFor(['FRANCHISEE']).map((group) => group.title)).toEqual([
      'storeManagement',
      'storeSettings',
      'settlementGroup',
    ]);
    expect(navigationFor([])).toEqual([]);
  });
  it('shows an item without roles to everyone, and a branch only with visible items', () => {
    const open = { title: 'open', path: '/open', icon: 'info' } as const;
    const branch = { title: 'branch', path: '/b', icon: 'info', children: [{ ...open, roles: ['ADMIN'] }] } as const;
    expect(navigationFor([], [{ title: 'g', items: [open, branch] }])).toEqual([{ title: 'g', items: [open] }]);
  });
});

describe('the active path', () => {
  it('is compared without a trailing slash', () => {
    expect(withoutTrailingSlash('/a/')).toBe('/a');
    expect(withoutTrailingSlash('/')).toBe('/');
    expect(isActivePath('/dashboard/door/', '/dashboard/door')).toBe(true);
  });
  it('is active for paths below an item, except for the start', () => {
    expect(isActivePath('/dashboard/room/7/edit', '/dashboard/room')).toBe(true);
    expect(isActivePath('/dashboard/rooms', '/dashboard/room')).toBe(false);
    expect(isActivePath('/dashboard/room', '/dashboard')).toBe(false);
  });
  it('is never an external or hash link', () => {
    expect(isActivePath('/x', 'https://x.test/x')).toBe(false);
    expect(isActivePath('/', '#here')).toBe(false);
    expect(isExternalLink('//x.test')).toBe(true);
    expect(isExternalLink('/x')).toBe(false);
  });
});

/** Roles and capabilities (AC-5). The checks of the server, the navigation and the buttons all read this table. */

export const ROLES = ['ADMIN', 'SUB_ADMIN', 'FRANCHISEE', 'CUSTOMER_MANAGER'] as const;
export type Role = (typeof ROLES)[number];

/** `all` = every store of the product, `own` = the stores that the person is assigned to (AC-1). */
export type Reach = 'all' | 'own';

type Grants = Readonly<Partial<Record<Role, Reach>>>;

export const CAPABILITIES = {
  'overview:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own' },
  'help-desk:use': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'stores:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'stores:write': { ADMIN: 'all', FRANCHISEE: 'own' },
  /** Comparing all stores of the product, with their owners and terms. */
  'stores:oversee': { ADMIN: 'all', SUB_ADMIN: 'all' },
  /** Creating, closing for good and reopening stores. */
  'stores:make': { ADMIN: 'all' },
  'rooms:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'rooms:write': { ADMIN: 'all', FRANCHISEE: 'own' },
  /** Coupons of the chain and their uses (CP-1). */
  'coupons:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'coupons:write': { ADMIN: 'all' },
  'devices:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'devices:control': { ADMIN: 'all', FRANCHISEE: 'own' },
  'devices:configure': { ADMIN: 'all', FRANCHISEE: 'own' },
  'reservations:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  /** Creating, moving, extending and cancelling reservations of guests, and their places on the waitlist. */
  'reservations:book': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  /** Everything else: confirming, checking in, completing, no-shows, blocks, and editing the guest, the head count and the memo. */
  'reservations:write': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own' },
  'doors:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'doors:operate': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'doors:configure': { ADMIN: 'all', FRANCHISEE: 'own' },
  'payments:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  /** Recording money that a person received. */
  'payments:write': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own' },
  'payments:refund': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own' },
  'notifications:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'notifications:confirm': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own' },
  'device-history:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'sales:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own' },
  'sales:close': { ADMIN: 'all' },
  /** Commenting on a line of a statement that is not closed yet (NX-7). */
  'settlement:comment': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own' },
  'users:read': { ADMIN: 'all', SUB_ADMIN: 'all' },
  'users:write': { ADMIN: 'all' },
  'api-keys:read': { ADMIN: 'all', SUB_ADMIN: 'all' },
  'api-keys:write': { ADMIN: 'all' },
  /** Reading payment providers and their messages. */
  'webhooks:read': { ADMIN: 'all', SUB_ADMIN: 'all' },
  'webhooks:write': { ADMIN: 'all' },
  /** Requesting a second person, being one for acts that the person has the right to, and reading the rules. */
  'approvals:use': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own' },
  'approvals:configure': { ADMIN: 'all' },
  'audit:read': { ADMIN: 'all', SUB_ADMIN: 'all' },
  'audit:write': { ADMIN: 'all' },
  /** Reading messages to guests, and their templates. */
  'messages:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  /** Sending a message to a guest again. */
  'messages:send': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  /** Providers, senders and templates of messages. */
  'messages:configure': { ADMIN: 'all' },
  /** Reading incidents, and who is notified of them. */
  'on-call:read': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'on-call:acknowledge': { ADMIN: 'all', SUB_ADMIN: 'all', FRANCHISEE: 'own', CUSTOMER_MANAGER: 'all' },
  'on-call:configure': { ADMIN: 'all', FRANCHISEE: 'own' },
  /** Reading how long guests' data is kept. */
  'personal-data:read': { ADMIN: 'all', SUB_ADMIN: 'all' },
  'personal-data:write': { ADMIN: 'all' },
} as const satisfies Record<string, Grants>;

export type Capability = keyof typeof CAPABILITIES;

/** The widest reach that these roles grant for the capability, or `null` when none of them grants it. */
export function reachOf(roles: readonly string[], capability: Capability): Reach | null {
  const grants: Grants = CAPABILITIES[capability];
  let reach: Reach | null = null;
  for (const role of roles) {
    const granted = grants[role as Role];
    if (granted === 'all') return 'all';
    if (granted === 'own') reach = 'own';
  }
  return reach;
}

/** True when the person has any of the required roles (reference, section 6). */
export function hasAnyRole(roles: readonly string[], required: readonly Role[]): boolean {
  return required.some((role) => roles.includes(role));
}

/**
 * Support acts on doors of other people's stores, so opening one, and revealing or replacing an access code, requires a
 * reason (AC-6). A franchisee who also works for support gives one too, because their support role reaches every store.
 */
export function mustGiveReason(roles: readonly string[]): boolean {
  return roles.includes('CUSTOMER_MANAGER') && !hasAnyRole(roles, ['ADMIN', 'SUB_ADMIN']);
}

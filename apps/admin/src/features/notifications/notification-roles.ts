import { hasAnyRole } from '@munjigi/contract/roles';

/** The lookup that the bell links to. */
export const LOOKUP_PATH = '/dashboard/admin/notification';

/** Whether these roles get the chime (reference, 6). */
export function hasNotificationSound(roles: readonly string[]): boolean {
  return hasAnyRole(roles, ['ADMIN', 'SUB_ADMIN', 'CUSTOMER_MANAGER']);
}

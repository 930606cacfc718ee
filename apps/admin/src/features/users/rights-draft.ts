import type { RoleGrant, User } from '@munjigi/contract';
import { zonedDate, zonedInstant, zonedTime } from '@munjigi/rules';

/** Rights before they are saved. */
export interface RightsDraft {
  readonly roles: readonly RoleGrant[];
  readonly storeIds: readonly string[];
}

/** Whether the right has expired. */
export function isGrantOver({ until }: RoleGrant): boolean {
  return until !== null && Date.parse(until) <= Date.now();
}

export type RightsFault = 'noRole' | 'noStore' | 'past';

/** A person's rights without the expired ones. */
export function draftOfUser({ roles, stores }: Pick<User, 'roles' | 'stores'>, now = Date.now()): RightsDraft {
  return {
    roles: roles.filter(({ until }) => until === null || Date.parse(until) > now),
    storeIds: stores.map(({ id }) => id),
  };
}

/** Why these rights cannot be given; the server has the same rule. */
export function faultOfRights({ roles, storeIds }: RightsDraft, now = Date.now()): RightsFault | null {
  if (roles.length === 0) return 'noRole';
  if (roles.some(({ until }) => until !== null && Date.parse(until) <= now)) return 'past';
  return isFranchisee(roles) && storeIds.length === 0 ? 'noStore' : null;
}

/** The rights as they are sent: only a franchisee has stores. */
export function bodyOfRights({ roles, storeIds }: RightsDraft): { roles: RoleGrant[]; storeIds: string[] } {
  return { roles: [...roles], storeIds: isFranchisee(roles) ? [...storeIds] : [] };
}

function isFranchisee(roles: readonly RoleGrant[]): boolean {
  return roles.some(({ role }) => role === 'FRANCHISEE');
}

/** An instant as a date-and-time field shows it; empty without one. */
export function toWallClock(instant: string | null, timeZone: string): string {
  return instant === null ? '' : `${zonedDate(timeZone, new Date(instant))}T${zonedTime(timeZone, new Date(instant))}`;
}

/** The instant of a date-and-time field; `null` when it is empty or incomplete. */
export function fromWallClock(value: string, timeZone: string): string | null {
  const [date = '', time = ''] = value.split('T');
  return Number.isNaN(Date.parse(`${value}:00Z`)) ? null : zonedInstant(timeZone, date, time).toISOString();
}

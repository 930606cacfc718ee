import type { RoleGrant, User } from '@munjigi/contract';
import { zonedDate, zonedInstant, zonedTime } from '@munjigi/rules';

/** Rights as they are being chosen. */
export interface RightsDraft {
  readonly roles: readonly RoleGrant[];
  readonly storeIds: readonly string[];
}

/** Is the time of this right over? */
export function isOver({ until }: RoleGrant): boolean {
  return until !== null && Date.parse(until) <= Date.now();
}

export type RightsFault = 'noRole' | 'noStore' | 'past';

/** What somebody has, without what is over by time. */
export function draftOfUser({ roles, stores }: Pick<User, 'roles' | 'stores'>, now = Date.now()): RightsDraft {
  return { roles: roles.filter(({ until }) => until === null || Date.parse(until) > now), storeIds: stores.map(({ id }) => id) };
}

/** Why these rights cannot be given; the server says the same. */
export function faultOfRights({ roles, storeIds }: RightsDraft, now = Date.now()): RightsFault | null {
  if (roles.length === 0) return 'noRole';
  if (roles.some(({ until }) => until !== null && Date.parse(until) <= now)) return 'past';
  return isFranchisee(roles) && storeIds.length === 0 ? 'noStore' : null;
}

/** As they are sent: stores are a franchisee's alone. */
export function bodyOfRights({ roles, storeIds }: RightsDraft): { roles: RoleGrant[]; storeIds: string[] } {
  return { roles: [...roles], storeIds: isFranchisee(roles) ? [...storeIds] : [] };
}

function isFranchisee(roles: readonly RoleGrant[]): boolean {
  return roles.some(({ role }) => role === 'FRANCHISEE');
}

/** What a field for date and time shows of an instant; empty without one. */
export function toWallClock(instant: string | null, timeZone: string): string {
  return instant === null ? '' : `${zonedDate(timeZone, new Date(instant))}T${zonedTime(timeZone, new Date(instant))}`;
}

/** The instant of a field for date and time; `null` when it is empty or not whole. */
export function fromWallClock(value: string, timeZone: string): string | null {
  const [date = '', time = ''] = value.split('T');
  return Number.isNaN(Date.parse(`${value}:00Z`)) ? null : zonedInstant(timeZone, date, time).toISOString();
}

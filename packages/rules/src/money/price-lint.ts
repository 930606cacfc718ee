import type { PriceFinding } from '@munjigi/contract';
import { dayNumber, mondayOf } from '../time/calendar-date.ts';
import { appliesToRoom, inWinningOrder, type PriceRule } from './price-bands.ts';
import { findDeadPolicies } from './price-lint-dead.ts';
import type { PriceLintInput, RoomSet } from './price-lint-input.ts';
import { findingsOfWeek } from './price-lint-week.ts';

/**
 * Finds faults in a store's prices (NX-8). Gaps and overlaps are those of the week that contains `date`, in local time:
 * each day is examined as an ordinary weekday, and as if it were a holiday. A policy never applies if it wins at no
 * place of any day that it covers, in this week or another.
 */
export function lintPriceRules(input: PriceLintInput): PriceFinding[] {
  const store = { ...input, policies: inWinningOrder(input.policies) };
  const sets = roomSets(store);
  return sets.length === 0
    ? []
    : [...findingsOfWeek(store, sets, dayNumber(mondayOf(input.date))), ...findDeadPolicies(store, sets)];
}

function roomSets({ roomIds, policies }: PriceLintInput): RoomSet[] {
  const sets = new Map<string, { readonly roomIds: string[]; readonly policies: readonly PriceRule[] }>();
  for (const roomId of roomIds) {
    const ofRoom = policies.filter((policy) => appliesToRoom(policy, roomId));
    const key = ofRoom.map((policy) => policy.id).join();
    const set = sets.get(key);
    if (set) set.roomIds.push(roomId);
    else sets.set(key, { roomIds: [roomId], policies: ofRoom });
  }
  return [...sets.values()];
}

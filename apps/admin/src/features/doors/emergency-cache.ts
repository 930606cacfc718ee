import type { Emergency } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../app/live-cache.ts';

export interface EmergencyList {
  readonly total: number;
  readonly items: readonly Emergency[];
}

export const emergenciesKey = (product: string) => ['emergencies', product] as const;

/**
 * Whether the emergency is in the server's list of current ones: in force, or ended with a door that is not restored
 * yet.
 */
function isCurrent(emergency: Emergency): boolean {
  return emergency.endedAt === null || emergency.doors.some((door) => door.action !== null && door.state !== 'DONE');
}

/** Puts a changed emergency into the cached list of current ones, or removes it when it is over. */
export function putEmergency(client: QueryClient, product: string, emergency: Emergency): void {
  putInQueries<EmergencyList>(client, { queryKey: emergenciesKey(product) }, (list) => {
    const others = list.items.filter((item) => item.id !== emergency.id);
    const items = isCurrent(emergency)
      ? [emergency, ...others].sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
      : others;
    return { total: list.total + items.length - list.items.length, items };
  });
}

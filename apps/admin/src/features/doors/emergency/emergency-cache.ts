import type { Emergency } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../../session/live-cache.ts';
import { upsertRow, type Rows } from '../../../session/live-collection.ts';

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
  putInQueries<Rows<Emergency>>(client, { queryKey: emergenciesKey(product) }, (list) =>
    upsertRow(list, emergency, {
      isShown: isCurrent(emergency),
      order: (a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt),
    }),
  );
}

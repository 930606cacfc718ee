import { rereadQueries } from '../../app/live-cache.ts';
import type { LiveHandlers } from '../../app/live-handlers.ts';
import { emergenciesKey, putEmergency } from './emergency-cache.ts';

/** Part of the first screen: every screen shows a bar while a store is locked down or released for a fire (DR-8). */
export const emergencyLive: LiveHandlers = {
  'emergency.changed': (emergency, { client, product }) => putEmergency(client, product, emergency),
  fresh: ({ client, product }) => rereadQueries(client, { queryKey: emergenciesKey(product) }),
};

import type { LiveHandlers } from '../../../session/live-handlers.ts';
import { putEmergency } from './emergency-cache.ts';

/** Part of the first screen: every screen shows a bar while a store is locked down or released for a fire (DR-8). */
export const emergencyLive: LiveHandlers = {
  queries: ['emergencies'],
  'emergency.changed': (emergency, { client, product }) => putEmergency(client, product, emergency),
};

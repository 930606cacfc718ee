import { z } from 'zod';
import { command } from './commands.ts';
import { door, discoveredLock } from './doors.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import type { Capability } from './roles.ts';

/**
 * What happens, as it goes over the stream (AP-6), and the capability that lets a person see it. A payload carries
 * the whole new state, so that a browser puts it into its cache without asking again.
 */
export const EVENTS = {
  'door.changed': { sees: 'doors:read', data: door },
  'door.discovered': { sees: 'doors:configure', data: discoveredLock },
  'command.changed': { sees: 'device-history:read', data: command },
  'notifications.changed': { sees: 'notifications:read', data: z.object({ storeId: id }) },
} as const satisfies Record<string, { sees: Capability; data: z.ZodType }>;

export type EventName = keyof typeof EVENTS;
export type EventData<N extends EventName> = z.output<(typeof EVENTS)[N]['data']>;

export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/events',
  summary:
    'Server-sent events of all that the person may see. Resumable with Last-Event-ID; an event named `reset` says that ' +
    'the place is no longer kept and everything should be read again; `end` says that the session has ended',
  access: 'signed-in',
  kind: 'stream',
  reply: z.object({ name: z.string(), data: z.unknown() }),
});

import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';
import { forgetCommands, putCommand } from './command-cache.ts';

export const deviceLive: LiveHandlers = {
  queries: ['device-history'],
  'command.changed': (command, { client, product }) => putCommand(client, product, command),
  // The server marks the row of an incident when it raises the alarm.
  'alarm.changed': ({ kind }, target) => {
    if (kind === 'UNKNOWN_OPENING') rereadNamed(target, 'device-history');
  },
  reset: ({ client, product }) => forgetCommands(client, product),
};

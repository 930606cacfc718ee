import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { forgetCommands, putCommand } from './command-cache.ts';

export const deviceLive: LiveHandlers = {
  'command.changed': (command, { client, product }) => putCommand(client, product, command),
  // The server marks the row of an incident when it raises the alarm.
  'alarm.changed': ({ kind }, { client, product }) => {
    if (kind === 'UNKNOWN_OPENING') rereadQueries(client, { queryKey: ['device-history', product] });
  },
  fresh: ({ client, product }) => rereadQueries(client, { queryKey: ['device-history', product] }),
  reset: ({ client, product }) => forgetCommands(client, product),
};

joinLive(deviceLive);

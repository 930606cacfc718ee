import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';
import { putRun, putRunCommand } from './modes.cache.ts';

export const modesLive: LiveHandlers = {
  queries: ['modes', 'mode-run'],
  'mode-run.changed': (run, { client, product }) => putRun(client, product, run),
  'command.changed': (command, { client, product }) => putRunCommand(client, product, command),
  'modes.changed': ({ storeId }, target) => rereadNamed(target, 'modes', storeId),
};

import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { modesKey, putRun, putRunCommand } from './modes.cache.ts';

const modesLive: LiveHandlers = {
  'mode-run.changed': (run, { client, product }) => putRun(client, product, run),
  'command.changed': (command, { client, product }) => putRunCommand(client, product, command),
  'modes.changed': ({ storeId }, { client, product }) =>
    rereadQueries(client, { queryKey: modesKey(product, storeId) }),
  fresh: ({ client, product }) => {
    for (const name of ['modes', 'mode-run']) rereadQueries(client, { queryKey: [name, product] });
  },
};

joinLive(modesLive);

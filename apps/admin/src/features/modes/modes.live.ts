import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { modesKey, putRun, putRunCommand } from './modes.cache.ts';

const modesLive: LiveHandlers = {
  'mode-run.changed': (run, { client, product }) => putRun(client, product, run),
  'command.changed': (command, { client, product }) => putRunCommand(client, product, command),
  'modes.changed': ({ storeId }, { client, product }) => void client.invalidateQueries({ queryKey: modesKey(product, storeId) }),
  fresh: ({ client, product }) => {
    for (const name of ['modes', 'mode-run']) void client.invalidateQueries({ queryKey: [name, product] });
  },
};

joinLive(modesLive);

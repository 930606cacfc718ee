import type { Command, ModeRun } from '@munjigi/contract';
import { latestCommand, laterOf } from '@munjigi/rules';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../session/live-cache.ts';
import { patchRow } from '../../session/live-collection.ts';

export const modesKey = (product: string, storeId: string) => ['modes', product, storeId] as const;
export const latestRunKey = (product: string, roomId: string) => ['mode-run', product, roomId] as const;

/** Stores a run of a reply or of the stream as the latest of its room, with the newest known state of its commands. */
export function putRun(client: QueryClient, product: string, run: ModeRun): void {
  const key = latestRunKey(product, run.roomId);
  client.setQueryData<ModeRun | null>(key, (cached) => (cached === undefined ? run : cached));
  putInQueries<ModeRun | null>(client, { queryKey: key }, (cached) => {
    if (cached === null) return run;
    if (cached.id !== run.id) return Date.parse(run.startedAt) >= Date.parse(cached.startedAt) ? run : cached;
    return {
      ...run,
      commands: run.commands.map((command) =>
        latestCommand(
          cached.commands.find((item) => item.target.id === command.target.id),
          command,
        ),
      ),
    };
  });
}

/** Stores the new state of a command in the run that it belongs to. */
export function putRunCommand(client: QueryClient, product: string, command: Command): void {
  if (command.roomId === null) return;
  putInQueries<ModeRun | null>(
    client,
    { queryKey: latestRunKey(product, command.roomId) },
    (run) =>
      run && {
        ...run,
        commands: patchRow(run.commands, command, laterOf),
      },
  );
}

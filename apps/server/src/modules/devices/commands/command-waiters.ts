import type { Command } from '@munjigi/contract';
import { isFinal } from '@munjigi/rules';
import type { EventReader } from '../../../events/index.ts';

/**
 * Requests that wait for the end of a command. The report of the device may arrive at another process, so the end
 * arrives as an event, or directly if this process wrote it.
 */
export interface CommandWaiters {
  /** Resolves with the ended command, or with `null` after the timeout or an abort. Call it before sending. */
  until(commandId: string, options: { timeoutMs: number; signal: AbortSignal }): Promise<Command | null>;
  readonly notify: (command: Command) => void;
  close(): void;
}

export function createCommandWaiters(events: EventReader): CommandWaiters {
  const waiting = new Map<string, Set<(command: Command | null) => void>>();

  function notify(command: Command): void {
    if (!isFinal(command.status)) return;
    for (const resolve of waiting.get(command.id) ?? []) resolve(command);
  }
  const unsubscribe = events.subscribe((event) => {
    if (event.name === 'command.changed' && waiting.size > 0) notify(event.data);
  });

  return {
    notify,
    until(commandId, { timeoutMs, signal }) {
      return new Promise((resolve) => {
        const those = waiting.get(commandId) ?? new Set();
        waiting.set(commandId, those);
        const settle = (command: Command | null) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          those.delete(settle);
          if (those.size === 0) waiting.delete(commandId);
          resolve(command);
        };
        const giveUp = () => settle(null);
        const timer = setTimeout(giveUp, timeoutMs);
        signal.addEventListener('abort', giveUp, { once: true });
        those.add(settle);
      });
    },
    close() {
      unsubscribe();
      for (const those of waiting.values()) for (const settle of those) settle(null);
    },
  };
}

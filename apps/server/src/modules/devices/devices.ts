import type { Command } from '@munjigi/contract';
import { z } from 'zod';
import type { JobHandlers } from '../../jobs/index.ts';
import { storeActor, type Tx } from '../../db/index.ts';
import {
  DEADLINE_JOB,
  endAtDeadline,
  sendCommand,
  writeCommand,
  type NewCommand,
  type WrittenCommand,
} from './commands/commands.ts';
import { CommandTraces } from './commands/command-traces.ts';
import { deviceCounters, type DeviceDeps, type DevicesOptions, type LinkWatcher } from './commands/deps.ts';
import { findCommand, toDeviceCommand } from './commands/devices.sql.ts';
import type { OutgoingMessage } from './drivers/index.ts';
import { isAnyProcessListening } from './commands/lease.sql.ts';
import { startListener, type Listener } from './listening/listener.ts';
import { createCommandWaiters } from './commands/command-waiters.ts';
import { PendingCommands } from './commands/pending-commands.ts';

/** The devices module of one process: it sends commands, listens to devices and ends commands at their deadline. */
export interface Devices {
  readonly jobs: JobHandlers;
  /** Registers a watcher of links. Each watcher is registered once, before `start`. */
  watch(watcher: Partial<LinkWatcher>): void;
  /** Starts the listener. Resolves after its first tick, whether or not this process got the lease. */
  start(): Promise<void>;
  /** Writes a command in the transaction of the caller. */
  writeCommand(tx: Tx, command: NewCommand): Promise<WrittenCommand>;
  /** Sends a committed command and does not wait for the device. */
  send(written: WrittenCommand): void;
  /**
   * Sends a committed command and resolves with its final state, or with its present state after a timeout or an abort.
   */
  sendAndWait(written: WrittenCommand, signal: AbortSignal): Promise<Command>;
  isListeningSomewhere(tx: Tx): Promise<boolean>;
  /** Whether this process holds the lease of the device listener. */
  isListening(): boolean;
  /** Whether this process is connected to the broker. */
  isConnected(): boolean;
  /** Publishes a message that may be repeated, unlike a command. Rejects if the message could not be sent. */
  publish(message: OutgoingMessage): Promise<void>;
  /** For tests: runs a tick of the listener at once. */
  runTick(): Promise<void>;
  close(): Promise<void>;
}

async function rereadCommand({ db }: DevicesOptions, { productId, command }: WrittenCommand): Promise<Command> {
  const which = { storeId: command.storeId, commandId: command.id };
  const row = await db.withActor(storeActor(productId, command.storeId), (tx) => findCommand(tx, which));
  return row ? toDeviceCommand(row) : command;
}

/** The timeout of the slowest driver, the expiry of a command and the delay of a job, added up. */
const LONGEST_WAIT_MS = 45_000;

const commandKey = z.object({ productId: z.string(), storeId: z.string(), commandId: z.string() });

/** The watchers as one: each callback runs for all of them, in the order of their registration. */
function combineWatchers(watchers: readonly Partial<LinkWatcher>[]): DeviceDeps['watcher'] {
  const linksChanged: LinkWatcher['linksChanged'] = async (tx, links) => {
    for (const watcher of watchers) await watcher.linksChanged?.(tx, links);
  };
  return {
    linkChanged: (tx, link) => linksChanged(tx, [link]),
    linksChanged,
    storeChanged: async (tx, store) => {
      for (const watcher of watchers) await watcher.storeChanged?.(tx, store);
    },
    reported: async (tx, link, report) => {
      for (const watcher of watchers) await watcher.reported?.(tx, link, report);
    },
    causeOf: async (tx, link, report) => {
      for (const watcher of watchers) {
        const cause = await watcher.causeOf?.(tx, link, report);
        if (cause) return cause;
      }
      return null;
    },
    commandEnded: async (tx, command) => {
      for (const watcher of watchers) await watcher.commandEnded?.(tx, command);
    },
  };
}

export function createDevices(options: DevicesOptions): Devices {
  const watchers: Partial<LinkWatcher>[] = [];
  const deps: DeviceDeps = {
    ...options,
    counters: deviceCounters(options),
    watcher: combineWatchers(watchers),
    pendingCommands: new PendingCommands(),
    traces: options.tracing && new CommandTraces(options.tracing, options.events, DEADLINE_JOB),
  };
  const waiting = createCommandWaiters(options.events);
  let listener: Listener | null = null;

  return {
    jobs: {
      [DEADLINE_JOB]: {
        lane: 'urgent',
        run: async (payload) => {
          const command = await endAtDeadline(deps, commandKey.parse(payload));
          if (command) waiting.notify(command);
        },
      },
    },
    watch(watcher) {
      watchers.push(watcher);
    },
    async start() {
      listener = startListener(deps, waiting);
      await listener.tick();
    },
    writeCommand: (tx, command) => writeCommand(deps, tx, command),
    send: (written) => sendCommand(deps, written, waiting.notify),
    async sendAndWait(written, signal) {
      // Subscribe before sending: a fast device answers before a later subscription exists.
      const end = waiting.until(written.command.id, { timeoutMs: LONGEST_WAIT_MS, signal });
      // An earlier request with the same key sent the command. It may have ended before the subscription above.
      const current = written.isNew ? written : { ...written, command: await rereadCommand(options, written) };
      sendCommand(deps, current, waiting.notify);
      return (await end) ?? rereadCommand(options, written);
    },
    isListeningSomewhere: (tx) => isAnyProcessListening(tx, options.mqtt.brokerName),
    isListening: () => listener?.isListening() ?? false,
    isConnected: options.mqtt.isConnected,
    publish: ({ topic, payload }) => options.mqtt.publish(topic, payload),
    runTick: async () => listener?.tick(),
    async close() {
      await listener?.close();
      waiting.close();
      deps.traces?.close();
    },
  };
}

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
} from './commands.ts';
import { deviceCounters, type DeviceDeps, type DevicesOptions, type LinkWatcher } from './deps.ts';
import { findCommand, toDeviceCommand } from './devices.sql.ts';
import type { OutgoingMessage } from './drivers/index.ts';
import { isAnyProcessListening } from './lease.sql.ts';
import { startListener, type Listener } from './listener.ts';
import { createCommandWaiters } from './command-waiters.ts';

/** The devices module of one process: it sends commands, listens to devices and ends commands at their deadline. */
export interface Devices {
  readonly jobs: JobHandlers;
  /** Registers a watcher of links. Each watcher is registered once, before `start`. */
  watch(watcher: Partial<LinkWatcher>): void;
  /** Starts the listener. Resolves after its first tick, whether or not this process got the lease. */
  start(): Promise<void>;
  /** Writes a command in the transaction of the caller. */
  order(tx: Tx, order: NewCommand): Promise<WrittenCommand>;
  /** Sends a committed command and does not wait for the device. */
  send(order: WrittenCommand): void;
  /**
   * Sends a committed command and resolves with its final state, or with its present state after a timeout or an abort.
   */
  sendAndWait(order: WrittenCommand, signal: AbortSignal): Promise<Command>;
  isListeningSomewhere(tx: Tx): Promise<boolean>;
  /** Whether this process is connected to the broker. */
  isConnected(): boolean;
  /** Publishes a message that may be repeated, unlike a command. Rejects if the message could not be sent. */
  publish(message: OutgoingMessage): Promise<void>;
  /** For tests: runs a tick of the listener at once. */
  look(): Promise<void>;
  close(): Promise<void>;
}

async function readAgain({ db }: DevicesOptions, { productId, command }: WrittenCommand): Promise<Command> {
  const which = { storeId: command.storeId, commandId: command.id };
  const row = await db.withActor(storeActor(productId, command.storeId), (tx) => findCommand(tx, which));
  return row ? toDeviceCommand(row) : command;
}

/** The timeout of the slowest driver, the expiry of a command and the delay of a job, added up. */
const LONGEST_WAIT_MS = 45_000;

const orderKey = z.object({ productId: z.string(), storeId: z.string(), commandId: z.string() });

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
    reported: async (tx, link, heard) => {
      for (const watcher of watchers) await watcher.reported?.(tx, link, heard);
    },
    causeOf: async (tx, link, heard) => {
      for (const watcher of watchers) {
        const cause = await watcher.causeOf?.(tx, link, heard);
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
  const deps: DeviceDeps = { ...options, counters: deviceCounters(options), watcher: combineWatchers(watchers) };
  const waiting = createCommandWaiters(options.events);
  let listener: Listener | null = null;

  return {
    jobs: {
      [DEADLINE_JOB]: {
        lane: 'urgent',
        run: async (payload) => {
          const command = await endAtDeadline(deps, orderKey.parse(payload));
          if (command) waiting.tell(command);
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
    order: (tx, order) => writeCommand(deps, tx, order),
    send: (order) => sendCommand(deps, order, waiting.tell),
    async sendAndWait(order, signal) {
      // Subscribe before sending: a fast device answers before a later subscription exists.
      const end = waiting.until(order.command.id, { timeoutMs: LONGEST_WAIT_MS, signal });
      // An earlier request with the same key sent the command. It may have ended before the subscription above.
      const known = order.isNew ? order : { ...order, command: await readAgain(options, order) };
      sendCommand(deps, known, waiting.tell);
      return (await end) ?? readAgain(options, order);
    },
    isListeningSomewhere: (tx) => isAnyProcessListening(tx, options.mqtt.brokerName),
    isConnected: options.mqtt.isConnected,
    publish: ({ topic, payload }) => options.mqtt.publish(topic, payload),
    look: async () => listener?.tick(),
    async close() {
      await listener?.close();
      waiting.close();
    },
  };
}

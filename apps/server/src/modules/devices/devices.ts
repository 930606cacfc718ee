import type { Command } from '@munjigi/contract';
import { z } from 'zod';
import type { JobHandlers } from '../../jobs/index.ts';
import { storeActor, type Tx } from '../../db/index.ts';
import { DEADLINE_JOB, endAtDeadline, sendOrder, writeOrder, type NewOrder, type WrittenOrder } from './commands.ts';
import { deviceCounters, type DeviceDeps, type DevicesOptions, type LinkWatcher } from './deps.ts';
import { findCommand, shapedCommand } from './devices.sql.ts';
import type { OutgoingMessage } from './drivers/index.ts';
import { isAnybodyListening } from './lease.ts';
import { startListener, type Listener } from './listener.ts';
import { waitForEnds } from './waiting.ts';

/** Devices of one process: what it orders, what it hears, what it must end. */
export interface Devices {
  readonly jobs: JobHandlers;
  /** Says who owns what links belong to; each owner once, before `start`. */
  watch(watcher: Partial<LinkWatcher>): void;
  /** Begins to listen; resolves after the first look, whether it may listen or not. */
  start(): Promise<void>;
  /** Writes an order down in the transaction of who asks. */
  order(tx: Tx, order: NewOrder): Promise<WrittenOrder>;
  /** Sends an order that is committed and does not wait for the device. */
  send(order: WrittenOrder): void;
  /** Sends it and resolves with its end; with what it is by then when the caller is gone or the end does not come. */
  sendAndWait(order: WrittenOrder, signal: AbortSignal): Promise<Command>;
  isListeningSomewhere(tx: Tx): Promise<boolean>;
  /** Has this process a connection to the broker? */
  isConnected(): boolean;
  /** What may be told a device any number of times, unlike an order: rejects when it could not be sent. */
  publish(message: OutgoingMessage): Promise<void>;
  /** For tests: looks for new stores at once. */
  look(): Promise<void>;
  close(): Promise<void>;
}

async function readAgain({ db }: DevicesOptions, { productId, command }: WrittenOrder): Promise<Command> {
  const which = { storeId: command.storeId, commandId: command.id };
  const row = await db.withActor(storeActor(productId, command.storeId), (tx) => findCommand(tx, which));
  return row ? shapedCommand(row) : command;
}

/** The slowest driver's answer, an order's expiry and a job's turn, all together. */
const LONGEST_WAIT_MS = 45_000;

const orderKey = z.object({ productId: z.string(), storeId: z.string(), commandId: z.string() });

export function createDevices(options: DevicesOptions): Devices {
  const owners: Partial<LinkWatcher>[] = [];
  const linksChanged: LinkWatcher['linksChanged'] = async (tx, links) => {
    for (const owner of owners) await owner.linksChanged?.(tx, links);
  };
  const deps: DeviceDeps = {
    ...options,
    counters: deviceCounters(options),
    watcher: {
      linkChanged: (tx, link) => linksChanged(tx, [link]),
      linksChanged,
      storeChanged: async (tx, store) => {
        for (const owner of owners) await owner.storeChanged?.(tx, store);
      },
      reported: async (tx, link, heard) => {
        for (const owner of owners) await owner.reported?.(tx, link, heard);
      },
      causeOf: async (tx, link, heard) => {
        for (const owner of owners) {
          const cause = await owner.causeOf?.(tx, link, heard);
          if (cause) return cause;
        }
        return null;
      },
      commandEnded: async (tx, command) => {
        for (const owner of owners) await owner.commandEnded?.(tx, command);
      },
    },
  };
  const waiting = waitForEnds(options.events);
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
    watch(owner) {
      owners.push(owner);
    },
    async start() {
      listener = startListener(deps, waiting);
      await listener.tick();
    },
    order: (tx, order) => writeOrder(deps, tx, order),
    send: (order) => sendOrder(deps, order, waiting.tell),
    async sendAndWait(order, signal) {
      // Asked before it is sent: a quick device answers before we would have.
      const end = waiting.until(order.command.id, { timeoutMs: LONGEST_WAIT_MS, signal });
      // An equal request sent it before; it may have come to its end before we asked.
      const known = order.isNew ? order : { ...order, command: await readAgain(options, order) };
      sendOrder(deps, known, waiting.tell);
      return (await end) ?? readAgain(options, order);
    },
    isListeningSomewhere: (tx) => isAnybodyListening(tx, options.mqtt.brokerName),
    isConnected: options.mqtt.isConnected,
    publish: ({ topic, payload }) => options.mqtt.publish(topic, payload),
    look: async () => listener?.tick(),
    async close() {
      await listener?.close();
      waiting.close();
    },
  };
}

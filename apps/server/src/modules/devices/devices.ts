import { listDeviceHistory, type Command } from '@munjigi/contract';
import { z } from 'zod';
import { route, type Route } from '../../http/index.ts';
import type { JobHandlers } from '../../jobs/index.ts';
import { storeActor, type Tx } from '../../db/index.ts';
import { DEADLINE_JOB, deliver, endAtDeadline, requestOrder, type NewOrder } from './commands.ts';
import { deviceCounters, type DeviceDeps, type DevicesOptions, type LinkWatcher } from './deps.ts';
import { findCommand, shapedCommand } from './devices.sql.ts';
import { findHistory } from './history.ts';
import { isAnybodyListening } from './lease.ts';
import { startListener, type Listener } from './listener.ts';
import { waitForEnds } from './waiting.ts';

export interface OrderKey {
  readonly productId: string;
  readonly storeId: string;
  readonly commandId: string;
}

/** Devices of one process: what it orders, what it hears, what it must end. */
export interface Devices {
  readonly routes: readonly Route[];
  readonly jobs: JobHandlers;
  /** Says who owns what links belong to. Once, before `start`. */
  watch(watcher: LinkWatcher): void;
  /** Begins to listen; resolves after the first look, whether it may listen or not. */
  start(): Promise<void>;
  /** Writes an order down in the transaction of who asks. `null`: there is no such link. */
  request(tx: Tx, order: NewOrder): Promise<{ command: Command; isNew: boolean } | null>;
  /** Sends an order that is committed, if it may be sent, and does not wait for the device. */
  send(order: OrderKey): Promise<void>;
  /** Sends it and resolves with its end; with what it is by then when the caller is gone or the end does not come. */
  sendAndWait(order: OrderKey, signal: AbortSignal): Promise<Command | null>;
  isListeningSomewhere(tx: Tx): Promise<boolean>;
  isConnected(): boolean;
  /** For tests: looks for new stores at once. */
  look(): Promise<void>;
  close(): Promise<void>;
}

async function readCommand({ db }: DevicesOptions, order: OrderKey): Promise<Command | null> {
  const row = await db.withActor(storeActor(order.productId, order.storeId), (tx) => findCommand(tx, order));
  return row && shapedCommand(row);
}

/** The slowest driver's answer, an order's expiry and a job's turn, all together. */
const LONGEST_WAIT_MS = 45_000;

const orderKey = z.object({ productId: z.string(), storeId: z.string(), commandId: z.string() });

export function createDevices(options: DevicesOptions): Devices {
  let watcher: LinkWatcher | null = null;
  const owner = (): LinkWatcher => {
    if (!watcher) throw new Error('watch() comes before start()');
    return watcher;
  };
  const deps: DeviceDeps = {
    ...options,
    counters: deviceCounters(options),
    watcher: {
      linkChanged: (tx, link) => owner().linkChanged(tx, link),
      storeChanged: (tx, store) => owner().storeChanged(tx, store),
      orderDone: (tx, link, command) => owner().orderDone(tx, link, command),
    },
  };
  const waiting = waitForEnds(options.events);
  let listener: Listener | null = null;

  return {
    routes: [route(listDeviceHistory, ({ tx, query }) => findHistory(tx, query))],
    jobs: { [DEADLINE_JOB]: (payload) => endAtDeadline(deps, orderKey.parse(payload)) },
    watch(next) {
      watcher = next;
    },
    async start() {
      listener = startListener(deps, waiting);
      await listener.tick();
    },
    request: (tx, order) => requestOrder(tx, deps.clock, order),
    async send(order) {
      const command = await deliver(deps, order);
      if (command) waiting.tell(command);
    },
    async sendAndWait(order, signal) {
      // Asked before it is sent: a quick device answers before we would have.
      const end = waiting.until(order.commandId, { timeoutMs: LONGEST_WAIT_MS, signal });
      // `null`: it was sent before, by an equal request; it may even be at its end.
      const command = (await deliver(deps, order)) ?? (await readCommand(options, order));
      if (command) waiting.tell(command);
      // What it came to while nobody was told: the caller is gone, or something took too long.
      return (await end) ?? readCommand(options, order);
    },
    isListeningSomewhere: (tx) => isAnybodyListening(tx, options.mqtt.url),
    isConnected: () => options.mqtt.isConnected(),
    look: async () => listener?.tick(),
    async close() {
      await listener?.close();
      waiting.close();
    },
  };
}

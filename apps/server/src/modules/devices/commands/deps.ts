import type { Command, CommandStatus } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../../../clock.ts';
import type { Database, Tx } from '../../../db/index.ts';
import type { EventReader } from '../../../events/index.ts';
import type { Mqtt } from '../../../mqtt/index.ts';
import type { Tracing } from '../../../telemetry/tracing.ts';
import type { HistoryRow, LinkRow } from './devices.sql.ts';
import { DRIVER_NAMES, type DriverAction, type RefusedMessage, type Report } from '../drivers/index.ts';
import type { CommandTraces } from './command-traces.ts';
import type { PendingCommands } from './pending-commands.ts';

/** The parts of the server that the devices module uses. */
export interface DevicesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly mqtt: Mqtt;
  readonly events: EventReader;
  readonly metrics: Registry;
  readonly tracing: Tracing | null;
}

export type ChangedLink = Pick<LinkRow, 'product_id' | 'store_id' | 'id' | 'target_kind' | 'target_id'>;

/**
 * Callbacks of modules that react to links, such as the owners of their targets. They run inside the transaction of the
 * change, so the events that they publish commit together with it.
 */
export interface LinkWatcher {
  /**
   * The state or the last-seen time of these links changed. All links are of one product, possibly of several stores.
   */
  linksChanged(tx: Tx, links: readonly ChangedLink[]): Promise<void>;
  /** Listening to the devices of a store ended or started again, which concerns every link of the store. */
  storeChanged(tx: Tx, store: { readonly productId: string; readonly storeId: string }): Promise<void>;
  /** Runs for each report of a device, before the state that it changes is written. */
  reported?(tx: Tx, link: LinkRow, report: ReceivedReport): Promise<void>;
  /**
   * The cause of a lock report that answers no command, if the watcher knows it (the code of a guest). Runs before the
   * report is written.
   */
  causeOf?(tx: Tx, link: LinkRow, report: ReceivedReport): Promise<Command['cause'] | null>;
  /**
   * A command ended. Requests that wait for the command also wait for this callback: check the key before any query.
   */
  commandEnded?(tx: Tx, command: Pick<HistoryRow, 'product_id' | 'store_id' | 'id' | 'request_key'>): Promise<void>;
}

export interface ReceivedReport {
  readonly report: Report;
  readonly at: Date;
  /** A retained message: it states what is, and answers no command (docs/domain.md 1.7). */
  readonly isRetained: boolean;
}

export interface DeviceDeps extends DevicesOptions {
  readonly watcher: LinkWatcher & { linkChanged(tx: Tx, link: ChangedLink): Promise<void> };
  readonly counters: DeviceCounters;
  readonly pendingCommands: PendingCommands;
  /** `null` without tracing. */
  readonly traces: CommandTraces | null;
}

export interface DeviceCounters {
  /** Counts and logs a refused message, without its payload: the payload is untrusted. */
  refused(reason: RefusedMessage, about?: { topic?: string; error?: unknown }): void;
  /** Counts a member of a message that could not be read, unlike the rest of the message. */
  oddMember(driver: string, reason: RefusedMessage): void;
  commandEnded(driver: string, command: Pick<HistoryRow, 'action' | 'status'>): void;
  /** Measures the answer of a device that ended a command. */
  commandAnswered(driver: string, command: Pick<HistoryRow, 'action' | 'sent_at' | 'finished_at'>): void;
}

export function deviceCounters({ metrics, log }: Pick<DevicesOptions, 'metrics' | 'log'>): DeviceCounters {
  const refused = new Counter({
    name: 'munjigi_device_messages_refused_total',
    help: 'Messages of devices that were not worked on, by reason',
    labelNames: ['reason'],
    registers: [metrics],
  });
  const odd = new Counter({
    name: 'munjigi_device_odd_members_total',
    help: 'Members of messages of devices that could not be read, by driver and reason; the rest of these messages was',
    labelNames: ['driver', 'reason'],
    registers: [metrics],
  });
  return {
    ...commandCounters(metrics),
    refused(reason, about) {
      refused.inc({ reason });
      const topic = about?.topic?.slice(0, 120);
      if (about?.error === undefined) log.debug({ reason, topic }, 'a message of a device was refused');
      else log.error({ reason, topic, err: about.error }, 'a message of a device could not be worked on');
    },
    oddMember: (driver, reason) => odd.inc({ driver, reason }),
  };
}

const ACTIONS = ['OPEN', 'LOCK', 'SET', 'PRESS'] as const satisfies readonly DriverAction[];
const ENDS = [
  'EXECUTED',
  'FAILED',
  'TIMED_OUT',
  'EXPIRED',
  'REJECTED_OFFLINE',
] as const satisfies readonly CommandStatus[];

/** Every combination begins with 0: Prometheus would not see the first increment of a series that begins with 1 (S174). */
function commandCounters(metrics: Registry): Pick<DeviceCounters, 'commandEnded' | 'commandAnswered'> {
  const ended = new Counter({
    name: 'munjigi_device_commands_total',
    help: 'Commands to devices that ended at this process, by driver, action and final status',
    labelNames: ['driver', 'action', 'status'],
    registers: [metrics],
  });
  const answers = new Histogram({
    name: 'munjigi_device_answer_seconds',
    help: 'Time from the sending of a command to the report of its device that ended it',
    labelNames: ['driver', 'action'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    registers: [metrics],
  });
  for (const driver of DRIVER_NAMES)
    for (const action of ACTIONS) for (const status of ENDS) ended.inc({ driver, action, status }, 0);
  return {
    commandEnded: (driver, { action, status }) => ended.inc({ driver, action, status }),
    commandAnswered(driver, { action, sent_at: sentAt, finished_at: finishedAt }) {
      if (sentAt !== null && finishedAt !== null)
        answers.observe({ driver, action }, Math.max(0, finishedAt.getTime() - sentAt.getTime()) / 1000);
    },
  };
}

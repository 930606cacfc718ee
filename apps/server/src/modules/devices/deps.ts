import type { Command } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../../clock.ts';
import type { Database, Tx } from '../../db/index.ts';
import type { EventReader } from '../../events/index.ts';
import type { Mqtt } from '../../mqtt/index.ts';
import type { HistoryRow, LinkRow } from './devices.sql.ts';
import type { RefusedMessage, Report } from './drivers/index.ts';

/** What the devices need of the server. */
export interface DevicesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly mqtt: Mqtt;
  readonly events: EventReader;
  readonly metrics: Registry;
}

export type ChangedLink = Pick<LinkRow, 'product_id' | 'store_id' | 'id' | 'target_kind' | 'target_id'>;

/**
 * Who owns what a link belongs to (doors), told inside the transaction that changes it, so that their event commits with the
 * change or not at all.
 */
export interface LinkWatcher {
  /** Their states are different now; several of one product, perhaps of several stores, where many spoke at once. */
  linksChanged(tx: Tx, links: readonly ChangedLink[]): Promise<void>;
  /** Nobody listens, or somebody does again: every link of the store. */
  storeChanged(tx: Tx, store: { readonly productId: string; readonly storeId: string }): Promise<void>;
  /** Each thing that the device said, before what it changes is kept. */
  reported?(tx: Tx, link: LinkRow, heard: HeardReport): Promise<void>;
  /** Whose doing an unasked word of a lock was, where its owner knows (a guest's code); asked before it is written down. */
  causeOf?(tx: Tx, link: LinkRow, heard: HeardReport): Promise<Command['cause'] | null>;
  /** An order came to its end. Who waits for its answer waits for this as well: look at the key before anything is asked. */
  commandEnded?(tx: Tx, command: Pick<HistoryRow, 'product_id' | 'store_id' | 'id' | 'request_key'>): Promise<void>;
}

export interface HeardReport {
  readonly report: Report;
  readonly at: Date;
  /** From the broker's memory: says what is, and answers nobody (docs/domain.md 1.7). */
  readonly isRetained: boolean;
}

export interface DeviceDeps extends DevicesOptions {
  readonly watcher: LinkWatcher & { linkChanged(tx: Tx, link: ChangedLink): Promise<void> };
  readonly counters: DeviceCounters;
}

export interface DeviceCounters {
  /** Counts and logs; never with the message's text, which is a stranger's. */
  refused(reason: RefusedMessage, about?: { topic?: string; error?: unknown }): void;
  commandEnded(status: string): void;
}

export function deviceCounters({ metrics, log }: Pick<DevicesOptions, 'metrics' | 'log'>): DeviceCounters {
  const refused = new Counter({
    name: 'munjigi_device_messages_refused_total',
    help: 'Messages of devices that were not worked on, by reason',
    labelNames: ['reason'],
    registers: [metrics],
  });
  const ended = new Counter({
    name: 'munjigi_device_commands_total',
    help: 'Commands to devices that came to their end at this process, by status',
    labelNames: ['status'],
    registers: [metrics],
  });
  return {
    refused(reason, about) {
      refused.inc({ reason });
      const topic = about?.topic?.slice(0, 120);
      if (about?.error === undefined) log.debug({ reason, topic }, 'a message of a device was refused');
      else log.error({ reason, topic, err: about.error }, 'a message of a device could not be worked on');
    },
    commandEnded: (status) => ended.inc({ status }),
  };
}

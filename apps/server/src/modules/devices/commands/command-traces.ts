import type { Command } from '@munjigi/contract';
import { isFinal } from '@munjigi/rules';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../../../db/index.ts';
import type { EventReader } from '../../../events/index.ts';
import type { TraceSpan, Tracing } from '../../../telemetry/tracing.ts';
import type { HistoryRow } from './devices.sql.ts';

/** Commands take seconds, and a span that nothing ends must not stay. */
const MOST_COMMANDS = 5000;
const LONGEST_MS = 5 * 60_000;

/**
 * The spans of commands, from the transaction that writes one to its end (decision 125). The process that sent a command
 * ends its span, by the event of the end. The one that receives the answer of the device may be another: it finds the
 * trace in the job that ends the command at its deadline.
 */
export class CommandTraces {
  private readonly tracing: Tracing;
  private readonly deadlineJob: string;
  private readonly spans = new LRUCache<string, TraceSpan>({ max: MOST_COMMANDS, ttl: LONGEST_MS });
  private readonly parents = new LRUCache<string, string>({ max: MOST_COMMANDS, ttl: LONGEST_MS });
  readonly close: () => void;

  constructor(tracing: Tracing, events: Pick<EventReader, 'subscribe'>, deadlineJob: string) {
    this.tracing = tracing;
    this.deadlineJob = deadlineJob;
    this.close = events.subscribe((event) => {
      if (event.name === 'command.changed') this.end(event.data);
    });
  }

  /** Begins the span of a command that a transaction writes. A transaction that rolls back leaves it unsent. */
  begin(row: HistoryRow, driver: string): TraceSpan {
    return this.tracing.start(`device command ${row.action}`, {
      kind: 'producer',
      attributes: { 'munjigi.command_id': row.id, 'munjigi.driver': driver, 'munjigi.target': row.target_kind },
      at: row.requested_at,
    });
  }

  /** Measures the sending of a committed command. */
  async send<T>(row: HistoryRow, span: TraceSpan, publish: () => Promise<T>): Promise<T> {
    this.spans.set(row.id, span);
    this.parents.set(row.id, span.traceparent);
    const sending = this.tracing.start('send to the broker', {
      kind: 'producer',
      parent: span,
      attributes: { 'messaging.system': 'mqtt' },
    });
    try {
      const result = await publish();
      sending.end();
      return result;
    } catch (error) {
      sending.end({ error: 'SEND_FAILED' });
      throw error;
    }
  }

  /** Reads, before the answer deletes it, which trace a command of another process belongs to. */
  async findParents(tx: Tx, rows: readonly HistoryRow[]): Promise<void> {
    const unknown = rows.map(({ id }) => id).filter((id) => !this.parents.has(id));
    if (unknown.length === 0) return;
    const { rows: found } = await sql<{ id: string; traceparent: string | null }>`
      select dedupe_key as id, payload ->> 'traceparent' as traceparent from jobs
      where kind = ${this.deadlineJob} and dedupe_key = any (${unknown}::text[])`.execute(tx);
    for (const { id, traceparent } of found) if (traceparent !== null) this.parents.set(id, traceparent);
  }

  /** A span for the report of a device that ended a command, from its arrival to the commit of the end. */
  answered(row: HistoryRow, arrivedAt: Date): void {
    const parent = this.parents.get(row.id);
    if (parent === undefined) return;
    const attributes = { 'messaging.system': 'mqtt', 'munjigi.command_id': row.id, 'munjigi.status': row.status };
    this.tracing.start('answer of the device', { kind: 'consumer', parent, attributes, at: arrivedAt }).end();
  }

  private end({ id, status, error, requestedAt, latencyMs }: Command): void {
    if (!isFinal(status)) return;
    this.spans.get(id)?.end({
      attributes: { 'munjigi.status': status },
      ...(error && { error: error.code }),
      ...(latencyMs !== null && { at: new Date(Date.parse(requestedAt) + latencyMs) }),
    });
    this.spans.delete(id);
    this.parents.delete(id);
  }
}

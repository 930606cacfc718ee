import { LRUCache } from 'lru-cache';
import type { HistoryRow } from './devices.sql.ts';

const MOST_DEVICES = 5000;

/**
 * The unfinished commands of each device as this process last saw them (decision 116). The transaction that answers them
 * is written from here without reading them first, and the database refuses it if they are no longer current.
 */
export class PendingCommands {
  private readonly byLink = new LRUCache<string, readonly HistoryRow[]>({ max: MOST_DEVICES });

  /** Returns the commands of a device, oldest first. Empty: none is known. */
  ofLink(linkId: string): readonly HistoryRow[] {
    return this.byLink.get(linkId) ?? [];
  }

  /** Adds a command that this process has committed. */
  add(row: HistoryRow): void {
    const others = this.ofLink(row.link_id).filter((other) => (other.deadline_at ?? 0) > row.requested_at);
    this.byLink.set(row.link_id, [...others, row]);
  }

  /** Replaces the commands of a device with the unfinished ones among these. */
  replace(linkId: string, rows: readonly HistoryRow[]): void {
    const unfinished = rows.filter((row) => row.finished_at === null);
    if (unfinished.length > 0) this.byLink.set(linkId, unfinished);
    else this.byLink.delete(linkId);
  }
}

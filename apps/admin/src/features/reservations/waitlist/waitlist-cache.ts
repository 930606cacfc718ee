import type { WaitlistEntry } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { listsOfStore, putInQueries } from '../../../session/live-cache.ts';
import { upsertRow, type Rows } from '../../../session/live-collection.ts';

/** `storeId` null: all stores that the person has the right to see. */
export const waitlistKey = (product: string, storeId: string | null) => ['waitlist', product, storeId] as const;

/** The states of open entries in the order of the list. */
const URGENCY: Readonly<Record<string, number>> = { FREE: 0, OFFERED: 1, WAITING: 2 };

/** Whether the entry is still open. */
export function isWaitlistEntryOpen(entry: WaitlistEntry): boolean {
  return entry.state in URGENCY;
}

/** Puts an entry's new state into the lists of its store: free ones first, then offered ones, then by start; removes closed ones. */
export function putWaitlistEntry(client: QueryClient, product: string, entry: WaitlistEntry): void {
  putInQueries<Rows<WaitlistEntry>>(client, listsOfStore('waitlist', product, entry.storeId), (list) =>
    upsertRow(list, entry, { isShown: isWaitlistEntryOpen(entry), order: byUrgency }),
  );
}

function byUrgency(a: WaitlistEntry, b: WaitlistEntry): number {
  if (a.state !== b.state) return (URGENCY[a.state] ?? 0) - (URGENCY[b.state] ?? 0);
  return Date.parse(a.startsAt) - Date.parse(b.startsAt);
}

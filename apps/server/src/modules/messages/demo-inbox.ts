import type { DemoInboxItem } from '@munjigi/contract';
import { notFound } from '../../http/index.ts';

/** What the virtual providers of a demo received; the demo replaces the list. */
export interface DemoInbox {
  read: (() => readonly DemoInboxItem[]) | null;
}

const MOST = 200;

/** Lists what guests of the demo received, newest first. Throws NOT_FOUND outside a demo. */
export function listInbox({ read }: DemoInbox): { items: DemoInboxItem[] } {
  if (!read) throw notFound();
  return { items: [...read()].sort((one, other) => other.receivedAt.localeCompare(one.receivedAt)).slice(0, MOST) };
}

import type { DemoInboxItem } from '@munjigi/contract';
import { notFound } from '../../http/index.ts';

/** What the virtual providers of a demo received for a product; `null` outside a demo. */
export interface DemoInbox {
  read: ((productSlug: string) => readonly DemoInboxItem[]) | null;
}

const MOST = 200;

/** Lists what guests and staff of the demo received, newest first. Throws NOT_FOUND outside a demo. */
export function listInbox({ read }: DemoInbox, productSlug: string): { items: DemoInboxItem[] } {
  if (!read) throw notFound();
  return {
    items: [...read(productSlug)].sort((one, other) => other.receivedAt.localeCompare(one.receivedAt)).slice(0, MOST),
  };
}

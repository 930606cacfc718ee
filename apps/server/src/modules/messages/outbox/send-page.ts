import type { MessageProvider } from '@munjigi/contract';
import { openEnabledProviders, type MessageProviderAccess } from '../providers/message-providers.ts';
import type { MessageProviders } from './message-route.ts';

/** Longer than all requests of an attempt together, so that its process has ended or has given up. */
export const INTERRUPTED_AFTER_MS = 45_000;

/** A due message of either outbox. */
export interface DueMessage {
  readonly product_id: string;
  readonly provider: MessageProvider;
  /** The provider did not answer the last time. */
  readonly is_probe: boolean;
}

interface Sending<M> {
  readonly atOnce: number;
  /** Resolves with whether the provider answered; `null`: nothing was sent. */
  readonly send: (providers: MessageProviders, message: M) => Promise<boolean | null>;
}

/**
 * Sends a page of due messages. One message probes a provider that did not answer the last time, and the others of a
 * provider that stops to answer wait for the next run. Resolves with how many messages the providers answered or that
 * ended.
 */
export async function sendPage<M extends DueMessage>(
  access: MessageProviderAccess,
  due: readonly M[],
  { atOnce, send }: Sending<M>,
): Promise<number> {
  const providers = new Map<string, MessageProviders>();
  for (const { product_id: productId } of due)
    if (!providers.has(productId)) providers.set(productId, await openEnabledProviders(access, productId));
  const unanswered = new Set<string>();
  const queue = withOneProbe(due);
  let sent = 0;
  const worker = async () => {
    for (let message = queue.shift(); message; message = queue.shift()) {
      const peer = peerOf(message);
      if (unanswered.has(peer)) continue;
      const isAnswered = await send(providers.get(message.product_id) ?? new Map(), message);
      if (isAnswered === false) unanswered.add(peer);
      else sent += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return sent;
}

/** Leaves one message of each provider that is to be probed. */
function withOneProbe<M extends DueMessage>(due: readonly M[]): M[] {
  const probed = new Set<string>();
  return due.filter((message) => {
    if (!message.is_probe) return true;
    const isFirst = !probed.has(peerOf(message));
    probed.add(peerOf(message));
    return isFirst;
  });
}

function peerOf({ product_id: productId, provider }: DueMessage): string {
  return `${productId}:${provider}`;
}

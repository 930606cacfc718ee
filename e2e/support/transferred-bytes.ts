import type { CDPSession } from '@playwright/test';

interface Transfer {
  /** The content type of the reply. A prefetched file is classified by it as well. */
  type: string;
  bytes: number;
  isOver: boolean;
}

/**
 * Counts the bytes that arrive in a page: compressed, with the headers of the replies. A stream never finishes: its
 * bytes so far count.
 */
export class TransferredBytes {
  readonly #transfers = new Map<string, Transfer>();
  #lastStart = Date.now();

  /** Starts counting, before the page is opened. */
  static async watch(session: CDPSession): Promise<TransferredBytes> {
    const counted = new TransferredBytes();
    const at = (requestId: string) => counted.#transfers.get(requestId);
    session.on('Network.requestWillBeSent', ({ requestId }) => {
      counted.#lastStart = Date.now();
      counted.#transfers.set(requestId, { type: '', bytes: 0, isOver: false });
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const transfer = at(requestId);
      if (transfer) transfer.type = response.mimeType;
    });
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const transfer = at(requestId);
      if (transfer) transfer.bytes += encodedDataLength;
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const transfer = at(requestId);
      if (transfer) Object.assign(transfer, { bytes: encodedDataLength, isOver: true });
    });
    session.on('Network.loadingFailed', ({ requestId }) => {
      const transfer = at(requestId);
      if (transfer) transfer.isOver = true;
    });
    await session.send('Network.enable');
    return counted;
  }

  /** The bytes of all replies, or of those with this part in their content type. */
  count(type = ''): number {
    return [...this.#transfers.values()].reduce((sum, item) => sum + (item.type.includes(type) ? item.bytes : 0), 0);
  }

  /** Whether no request is under way, except streams, and none has started for so many milliseconds. */
  isQuiet(ms: number): boolean {
    const isWaiting = [...this.#transfers.values()].some(
      ({ type, isOver }) => !isOver && !type.includes('event-stream'),
    );
    return !isWaiting && Date.now() - this.#lastStart >= ms;
  }
}

import { request } from 'node:http';

interface LargeBody {
  readonly headers: Readonly<Record<string, string>>;
  /** Number of pieces of 100,000 bytes each, sent without a declared length; 0: only the headers are sent. */
  readonly pieces: number;
}

/**
 * Starts to send a body that is too large. Resolves with the status of a reply that arrives before the body ends.
 * Rejects if none does.
 */
export function sendLargeBody(url: string, { headers, pieces }: LargeBody): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      headers: { ...(pieces > 0 && { 'transfer-encoding': 'chunked' }), ...headers },
    });
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      sending.destroy();
    });
    sending.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? undefined : reject(error),
    );
    for (let piece = 0; piece < pieces; piece += 1) sending.write('x'.repeat(100_000));
    if (pieces === 0) sending.flushHeaders();
  });
}

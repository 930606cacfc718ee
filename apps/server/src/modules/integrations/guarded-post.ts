import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { WebhookAddresses } from './webhook-address.ts';

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** `status` is `null` when there was no answer, and `error` then says why. */
export interface PostResult {
  readonly status: number | null;
  readonly error: string | null;
  /** The header of that name as it came. */
  readonly retryAfter?: string | undefined;
}

/** As much of an answer as is waited for; nobody reads it. */
const MOST_ANSWER_BYTES = 16 * 1024;

/**
 * Posts once to an address that somebody gave. Redirections are not followed. The connection goes to the very addresses that
 * were looked at: a name that leads elsewhere a moment later gains nothing.
 */
export async function postGuarded(addresses: WebhookAddresses, { url: text, headers, body }: Post, timeoutMs: number): Promise<PostResult> {
  const fault = addresses.faultOf(text);
  if (fault !== null) return { status: null, error: fault };
  const url = new URL(text);
  const resolved = await addresses.resolve(url);
  if (typeof resolved === 'string') return { status: null, error: resolved };
  const [first] = resolved.addresses;
  if (!first) return { status: null, error: 'UNKNOWN_HOST' };
  return new Promise((resolve) => {
    const done = (result: PostResult) => {
      clearTimeout(timer);
      outgoing.destroy();
      resolve(result);
    };
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(url, {
      method: 'POST', headers: { ...headers, 'content-length': body.length }, agent: false,
      lookup: (_host, options, found) => (options.all === true ? found(null, [...resolved.addresses]) : found(null, first.address, first.family)),
    });
    const timer = setTimeout(() => done({ status: null, error: 'TIMEOUT' }), timeoutMs);
    outgoing.on('error', (error: NodeJS.ErrnoException) => done({ status: null, error: error.code ?? 'FAILED' }));
    outgoing.on('response', (answer) => {
      let bytes = 0;
      const end = () => done({ status: answer.statusCode ?? null, error: null, retryAfter: answer.headers['retry-after'] });
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_ANSWER_BYTES) end();
      });
      answer.on('end', end);
      answer.on('error', end);
    });
    outgoing.end(body);
  });
}

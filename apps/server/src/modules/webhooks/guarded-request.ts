import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { WebhookAddresses } from './webhook-address.ts';

interface GuardedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Post = Omit<GuardedRequest, 'method'>;

/**
 * `status` is `null` without an answer; `error` then says why: `TIMEOUT`, an error code of Node, or the fault of the
 * address.
 */
export interface PostResult {
  readonly status: number | null;
  readonly error: string | null;
  /** The raw header Retry-After. */
  readonly retryAfter?: string | undefined;
  /** The beginning of the answer. */
  readonly body?: string;
}

/** The time-out of the whole request, including name resolution. */
export const OUTBOUND_TIMEOUT_MS = 10_000;
/** The most bytes that are read of an answer. */
const MOST_ANSWER_BYTES = 16 * 1024;
const MOST_HEADER_BYTES = 16 * 1024;

/** Posts once, like `sendGuardedRequest`. */
export function postGuarded(addresses: WebhookAddresses, post: Post, timeoutMs: number): Promise<PostResult> {
  return sendGuardedRequest(addresses, { method: 'POST', ...post }, timeoutMs);
}

/**
 * Sends one request to an address that a user entered. Follows no redirects. Connects only to the addresses that were checked,
 * so that a later change of the name has no effect (DNS rebinding). `timeoutMs` covers everything from resolving the
 * name to the last byte of the answer.
 */
export async function sendGuardedRequest(
  addresses: WebhookAddresses,
  guarded: GuardedRequest,
  timeoutMs: number,
): Promise<PostResult> {
  const fault = addresses.faultOf(guarded.url);
  if (fault !== null) return { status: null, error: fault };
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    return await send(addresses, guarded, deadline.signal);
  } catch (error) {
    if (deadline.signal.aborted) return { status: null, error: 'TIMEOUT' };
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects when `signal` aborts. */
async function send(
  addresses: WebhookAddresses,
  { method, url: text, headers, body }: GuardedRequest,
  signal: AbortSignal,
): Promise<PostResult> {
  const url = new URL(text);
  const resolved = await addresses.resolve(url, signal);
  if (typeof resolved === 'string') return { status: null, error: resolved };
  const [first] = resolved.addresses;
  if (!first) return { status: null, error: 'UNKNOWN_HOST' };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = request(url, {
      method,
      headers: { ...headers, 'content-length': body.length },
      agent: false,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
      lookup: (_host, options, found) =>
        options.all === true ? found(null, [...resolved.addresses]) : found(null, first.address, first.family),
    });
    const end = (result: PostResult) => {
      outgoing.destroy();
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(result);
    };
    outgoing.on('error', (error: NodeJS.ErrnoException) => end({ status: null, error: error.code ?? 'FAILED' }));
    outgoing.on('response', (answer) => {
      let bytes = 0;
      const chunks: Buffer[] = [];
      const answered = () =>
        end({
          status: answer.statusCode ?? null,
          error: null,
          retryAfter: answer.headers['retry-after'],
          body: Buffer.concat(chunks).toString('utf8'),
        });
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > MOST_ANSWER_BYTES) answered();
      });
      answer.on('end', answered);
      answer.on('error', answered);
    });
    outgoing.end(body);
  });
}

import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { WebhookAddresses } from './webhook-address.ts';

export interface OutgoingWebhook {
  readonly url: string;
  readonly messageId: string;
  readonly body: string;
  /** Each signs: while a new secret is brought to the receiver there are two. */
  readonly secrets: readonly string[];
  readonly at: Date;
}

/** `status` is `null` when there was no answer, and `error` then says why. */
export interface SendResult {
  readonly status: number | null;
  readonly error: string | null;
}

/** As much of an answer as is waited for; nobody reads it. */
const MOST_ANSWER_BYTES = 16 * 1024;

/**
 * Posts it once, signed as Standard Webhooks says. Redirections are not followed. The connection goes to the very addresses that
 * were looked at: a name that leads elsewhere a moment later gains nothing.
 */
export async function sendWebhook(addresses: WebhookAddresses, { url: text, messageId, body, secrets, at }: OutgoingWebhook, timeoutMs: number): Promise<SendResult> {
  const fault = addresses.faultOf(text);
  if (fault !== null) return { status: null, error: fault };
  const url = new URL(text);
  const resolved = await addresses.resolve(url);
  if (typeof resolved === 'string') return { status: null, error: resolved };
  const [first] = resolved.addresses;
  if (!first) return { status: null, error: 'UNKNOWN_HOST' };
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Munjigi-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, `${messageId}.${timestamp}.${body}`)}`).join(' '),
  };
  return new Promise((resolve) => {
    const done = (result: SendResult) => {
      clearTimeout(timer);
      outgoing.destroy();
      resolve(result);
    };
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(url, {
      method: 'POST', headers, agent: false,
      lookup: (_host, options, found) => (options.all === true ? found(null, [...resolved.addresses]) : found(null, first.address, first.family)),
    });
    const timer = setTimeout(() => done({ status: null, error: 'TIMEOUT' }), timeoutMs);
    outgoing.on('error', (error: NodeJS.ErrnoException) => done({ status: null, error: error.code ?? 'FAILED' }));
    outgoing.on('response', (answer) => {
      let bytes = 0;
      const end = () => done({ status: answer.statusCode ?? null, error: null });
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

/** HMAC-SHA-256 in base64, by the bytes of a secret that is written `whsec_` and base64. */
export function signatureOf(secret: string, content: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')).update(content).digest('base64');
}

export const SECRET_PREFIX = 'whsec_';

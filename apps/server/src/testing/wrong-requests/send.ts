import { request, type Agent, type IncomingHttpHeaders } from 'node:http';
import type { WrongRequest } from './generate.ts';

export interface RawReply {
  /** 0: the connection was closed without a reply. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A reply that takes longer is a fault, because no endpoint waits that long. */
const PATIENCE_MS = 20_000;
const KEPT_CHARACTERS = 20_000;

/**
 * Sends the request unchanged, without the corrections of an ordinary client. A stream is closed as soon as it begins.
 */
export function sendRequest(url: string, agent: Agent, wrong: WrongRequest, token: string | null): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(wrong.body === null ? {} : { 'content-length': String(wrong.body.length) }),
    ...wrong.headers,
  };
  return new Promise((resolve) => {
    const closed = (text: string) => resolve({ status: 0, headers: {}, text });
    const sent = request(
      {
        hostname,
        port,
        agent,
        method: wrong.method,
        path: wrong.target,
        headers,
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
      (reply) => {
        const done = (text: string) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text });
        if (reply.headers['content-type']?.startsWith('text/event-stream')) {
          done('');
          return void sent.destroy();
        }
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (chunk: string) => {
          if (text.length < KEPT_CHARACTERS) text += chunk;
        });
        reply.on('end', () => done(text));
        reply.on('error', (error) => closed(error.message));
      },
    );
    sent.on('error', (error) => closed(error.message));
    sent.end(wrong.body ?? undefined);
  });
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { coalesceReads, type PendingRead } from './coalesced-reads.ts';
import type { RequestLimits } from './limits/request-limits.ts';
import type { Person } from './caller.ts';
import type { RequestTimes } from './request-times.ts';

/**
 * Every open browser sends the same request every few seconds. The pipeline has the same result each time: the person,
 * the rights and the parsed query. This result is stored while the session is valid and no session has changed; only
 * the reply is read, together with the epoch that shows whether the result is still valid. All other requests,
 * including refused and failed ones, use the pipeline.
 */
export interface PollFastPath {
  /** Reads the reply together with all requests of the same query. */
  readonly read: (read: PendingRead) => void;
  /**
   * Answers the request, or returns false. Calls `ordinary` itself if it turns out later that the request needs the
   * pipeline.
   */
  tryAnswer(request: IncomingMessage, response: ServerResponse, ordinary: () => void): boolean;
  /** Call it for each answered request of a shared query. */
  remember(
    request: FastifyRequest,
    reply: FastifyReply,
    result: { readonly person: Person; readonly question: PendingRead['question'] },
  ): void;
  /** From now on all requests use the pipeline, which closes connections. */
  stop(): void;
}

interface Options {
  readonly clock: Clock;
  /** The present epoch of all sessions. */
  readonly readEpoch: () => Promise<number>;
  readonly times: RequestTimes;
  readonly limits: RequestLimits;
}

interface Entry {
  readonly person: Person;
  readonly question: PendingRead['question'];
  readonly route: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
}

type SentHeaders = ReturnType<FastifyReply['getHeaders']>;

/** Headers that differ between replies to the same query. */
const PER_REPLY_HEADERS = new Set(['x-request-id', 'content-length']);
const MOST_ENTRIES = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** A browser's own request is shorter than 1 kB. A longer one is answered and not remembered. */
const LONGEST_KEY = 2_000;
const MOST_ENTRY_BYTES = 64 * 1024;

export function pollFastPath({ clock, readEpoch, times, limits }: Options): PollFastPath {
  const read = coalesceReads(readEpoch);
  const entries = new LRUCache<string, Entry>({
    max: MOST_ENTRIES,
    maxSize: MOST_BYTES,
    maxEntrySize: MOST_ENTRY_BYTES,
    sizeCalculation: sizeOf,
  });
  let isStopped = false;

  return {
    read,

    tryAnswer(request, response, ordinary) {
      const { authorization } = request.headers;
      if (authorization === undefined || request.method !== 'GET' || isStopped) return false;
      const entry = entries.get(`${request.url} ${authorization}`);
      if (!entry || entry.person.endsAtMs <= clock.now().getTime() || hasBody(request)) return false;
      const { person, question, route } = entry;
      // The pipeline refuses the request.
      if (limits.consumeToken(person.userId) > 0) return false;
      const arrivedAt = performance.now();
      const continueOrdinarily = () => {
        limits.returnToken(person.userId);
        ordinary();
      };
      read({
        question,
        onReply(reply, epoch) {
          if (epoch !== person.sessionEpoch || isStopped) return continueOrdinarily();
          // A string is sent in one write with its headers; bytes would not be.
          response
            .writeHead(200, [...entry.headers, 'x-request-id', randomUUID(), 'content-length', reply.length])
            .end(reply.json);
          times.observe('GET', route, 200, performance.now() - arrivedAt);
        },
        // The pipeline answers the request, or explains the refusal.
        onError: continueOrdinarily,
      });
      return true;
    },

    remember(request, reply, { person, question }) {
      const { authorization } = request.headers;
      const sent = reply.getHeaders();
      if (authorization === undefined || !isReusable(request, reply, sent)) return;
      const key = `${request.url} ${authorization}`;
      if (key.length > LONGEST_KEY) return;
      entries.set(key, { person, question, route: request.routeOptions.url ?? 'none', headers: selectHeaders(sent) });
    },

    stop() {
      isStopped = true;
    },
  };
}

function isReusable({ method }: FastifyRequest, { statusCode }: FastifyReply, sent: SentHeaders): boolean {
  // Long replies are compressed for clients that accept it, so they are not the same for all clients.
  return method === 'GET' && statusCode === 200 && sent['content-encoding'] === undefined;
}

/** The headers that all replies to the query have. */
function selectHeaders(sent: SentHeaders): string[] {
  return Object.entries(sent).flatMap(([name, value]) => (PER_REPLY_HEADERS.has(name) ? [] : [name, String(value)]));
}

/** An upper estimate of the bytes that an entry keeps alive, at two bytes per character. */
function sizeOf({ person, question, headers }: Entry, key: string): number {
  const characters =
    key.length +
    question.key.length +
    headers.reduce((sum, text) => sum + text.length, 0) +
    40 * person.assignedStoreIds.length;
  return 2_000 + 2 * characters;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

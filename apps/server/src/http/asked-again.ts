import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Person } from './route.ts';
import type { RequestTimes } from './request-times.ts';
import { sharedReadings, type Asker } from './shared-readings.ts';

/**
 * The question that every open browser asks every few seconds, word for word. Its way through the pipeline has the same result
 * each time: who asks, whether he may, what is meant. That result is kept while the session lives and nothing about any session
 * has changed; what is left to do is to read the answer, together with the epoch that tells whether that still holds. Anything
 * else, a refusal or a failure too, goes the ordinary way.
 */
export interface AskedAgain {
  /** Reads the answer together with all who ask the same now. */
  readonly ask: (asker: Asker) => void;
  /** Answers it, or leaves it to the ordinary way; calls that itself when it turns out later that it must go there. */
  take(request: IncomingMessage, response: ServerResponse, ordinary: () => void): boolean;
  /** To be told of each answered request of a shared question, when it was answered. */
  keep(request: FastifyRequest, reply: FastifyReply, known: { readonly person: Person; readonly question: Asker['question'] }): void;
  /** From now on everything goes the ordinary way, which says good-bye. */
  stop(): void;
}

interface Options {
  readonly clock: Clock;
  /** The present epoch of all sessions. */
  readonly readEpoch: () => Promise<number>;
  readonly times: RequestTimes;
}

interface Known {
  readonly person: Person;
  readonly question: Asker['question'];
  readonly route: string;
  /** Names and values in turns. */
  readonly headers: readonly string[];
}

/** What is different with each reply. */
const OWN_HEADERS = new Set(['x-request-id', 'content-length']);

export function askedAgain({ clock, readEpoch, times }: Options): AskedAgain {
  const ask = sharedReadings(readEpoch);
  const known = new LRUCache<string, Known>({ max: 20_000 });
  let isStopped = false;

  return {
    ask,

    take(request, response, ordinary) {
      const { authorization } = request.headers;
      if (authorization === undefined || request.method !== 'GET' || isStopped) return false;
      const it = known.get(`${request.url} ${authorization}`);
      if (!it || it.person.endsAtMs <= clock.now().getTime() || hasBody(request)) return false;
      const { person, question, route } = it;
      const askedAt = performance.now();
      ask({
        question,
        answered(reply, epoch) {
          if (epoch !== person.sessionEpoch || isStopped) return ordinary();
          // As a string it leaves in one piece with its headers, as bytes it would not.
          response.writeHead(200, [...it.headers, 'x-request-id', randomUUID(), 'content-length', reply.length]).end(reply.json);
          times.observe('GET', route, 200, performance.now() - askedAt);
        },
        // It fails there as well, or does not; either is said there.
        failed: ordinary,
      });
      return true;
    },

    keep(request, reply, { person, question }) {
      const { authorization } = request.headers;
      const given = reply.getHeaders();
      // Long replies are compressed for who takes that: not alike for all.
      if (authorization === undefined || request.method !== 'GET' || reply.statusCode !== 200 || given['content-encoding'] !== undefined) return;
      const headers = Object.entries(given).flatMap(([name, value]) => (OWN_HEADERS.has(name) ? [] : [name, String(value)]));
      known.set(`${request.url} ${authorization}`, { person, question, route: request.routeOptions.url ?? 'none', headers });
    },

    stop() {
      isStopped = true;
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

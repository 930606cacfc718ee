import { streamEvents } from '@munjigi/contract';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { EventReader } from '../events/index.ts';
import { limitConcurrency } from './limits/concurrency-limit.ts';
import { OpenStream, type EventSource } from './open-stream.ts';
import { Problem } from './problem.ts';
import { routeStream, type Route } from './route.ts';

export interface EventStreams {
  readonly route: Route;
  /** The number of open streams in this process. */
  count(): number;
  close(): void;
}

interface Options {
  readonly events: EventReader;
  /** Returns which of these sessions are still valid; called for all open streams together, every `checkEveryMs`. */
  readonly liveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly log: FastifyBaseLogger;
}

const CHECK_MS = 500;
const BEAT_MS = 15_000;
/** A browser tab has one stream. */
const MOST_STREAMS = { session: 16, user: 48 };
const MOST_CATCH_UPS = { session: 4, user: 12 };
const RETRY_AFTER_SECONDS = 5;
/** Pages of missed events that a process reads concurrently. */
const READS_AT_ONCE = 4;

/** The event stream of AP-6: all events that the person has the right to see, from the position in Last-Event-ID on. */
export function eventStream({ events, liveSessions, log }: Options): EventStreams {
  const open = new Set<OpenStream>();
  const source: EventSource = { events, limitReads: limitConcurrency(READS_AT_ONCE) };

  const check = setInterval(() => {
    if (open.size === 0) return;
    // Streams that open during the query are not checked by it.
    const checked = [...open];
    liveSessions([...new Set(checked.map((stream) => stream.actor.sessionId))]).then(
      (live) => {
        for (const stream of checked) if (!live.has(stream.actor.sessionId)) end(stream, 'event: end\ndata: {}\n\n');
      },
      (error: unknown) => log.error({ err: error }, 'the sessions of open streams could not be checked'),
    );
  }, CHECK_MS);
  const beat = setInterval(() => {
    for (const stream of open) stream.write(': beat\n\n');
  }, BEAT_MS);

  function end(stream: OpenStream, lastWord?: string): void {
    if (stream.isOver) return;
    forget(stream);
    stream.closeConnection(lastWord);
  }

  function forget(stream: OpenStream): void {
    open.delete(stream);
    stream.stop();
  }

  const route = routeStream(streamEvents, async ({ actor, reply, lastEventId }) => {
    const stream = new OpenStream(source, { actor, raw: reply.raw, isCatchingUp: lastEventId !== null });
    refuseTooMany(open, stream);
    open.add(stream);
    reply.raw.once('close', () => forget(stream));
    beginStream(reply);
    if (lastEventId === null) return stream.begin();
    try {
      await stream.resume(lastEventId);
    } catch (error) {
      log.error({ err: error }, 'an event stream broke');
      reply.raw.destroy();
    }
  });

  return {
    route,
    count: () => open.size,
    close() {
      clearInterval(check);
      clearInterval(beat);
      for (const stream of open) end(stream);
    },
  };
}

/**
 * Throws TOO_MANY_REQUESTS if the session or the user already has as many streams, or catch-ups, as a person can use.
 */
function refuseTooMany(open: ReadonlySet<OpenStream>, { actor, isCatchingUp }: OpenStream): void {
  const ofUser = [...open].filter((other) => other.actor.userId === actor.userId);
  const ofSession = ofUser.filter((other) => other.actor.sessionId === actor.sessionId);
  const countCatchUps = (streams: readonly OpenStream[]) => streams.filter((other) => other.isCatchingUp).length;
  const refusal = (detail: string) =>
    new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS, detail });
  if (ofSession.length >= MOST_STREAMS.session || ofUser.length >= MOST_STREAMS.user) {
    throw refusal(`At most ${MOST_STREAMS.session} event streams of a session and ${MOST_STREAMS.user} of a user`);
  }
  if (
    isCatchingUp &&
    (countCatchUps(ofSession) >= MOST_CATCH_UPS.session || countCatchUps(ofUser) >= MOST_CATCH_UPS.user)
  ) {
    throw refusal(
      `At most ${MOST_CATCH_UPS.session} event streams of a session and ${MOST_CATCH_UPS.user} of a user resume at a time`,
    );
  }
}

function beginStream(reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  // The connection closes with the stream, so that a shutdown does not wait for it.
  raw.shouldKeepAlive = false;
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  // The browser then knows that it is connected before the first event.
  raw.flushHeaders();
}

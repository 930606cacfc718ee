import { streamEvents } from '@munjigi/contract';
import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import {
  formatPlace,
  isInScope,
  parsePlace,
  scopeOf,
  type EventReader,
  type EventScope,
  type StoredEvent,
} from '../events/index.ts';
import { limitConcurrency } from './concurrency-limit.ts';
import { Problem } from './problem.ts';
import { routeStream, type Person, type Route } from './route.ts';

export interface EventStreams {
  readonly route: Route;
  /** How many browsers listen at this process. */
  count(): number;
  close(): void;
}

interface Options {
  readonly events: EventReader;
  /** Which of these sessions are still valid; called for all open streams together, every `checkEveryMs`. */
  readonly liveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly log: FastifyBaseLogger;
}

interface OpenStream {
  readonly actor: Person;
  readonly scope: EventScope;
  readonly raw: ServerResponse;
  isCatchingUp: boolean;
  /** The server has ended the stream, or the browser has disconnected: nothing more is written. */
  isOver: boolean;
  unsubscribe: () => void;
}

const CHECK_MS = 500;
const BEAT_MS = 15_000;
/** A client with more unsent bytes is disconnected: it can resume where it was. */
const MOST_UNSENT_BYTES = 4 * 1024 * 1024;
const MOST_STALLED_MS = 60_000;
/** Time for an ended stream to send its last bytes. */
const LAST_WORD_MS = 5000;
/** A tab has one stream. */
const MOST_STREAMS = { session: 16, user: 48 };
const MOST_CATCH_UPS = { session: 4, user: 12 };
const RETRY_AFTER_SECONDS = 5;
/** Beyond it a browser reads everything again, which is cheaper than so many changes. */
const MOST_MISSED = 5000;
const MISSED_PAGE = 200;
/** Pages of missed events that a process reads at a time. */
const READS_AT_ONCE = 4;

/** The event stream of AP-6: all events that the person may see, from the place in Last-Event-ID on. */
export function eventStream({ events, liveSessions, log }: Options): EventStreams {
  const open = new Set<OpenStream>();
  const limitReads = limitConcurrency(READS_AT_ONCE);

  const check = setInterval(() => {
    if (open.size === 0) return;
    // Streams that open during the query are not part of it.
    const checked = [...open];
    liveSessions([...new Set(checked.map((stream) => stream.actor.sessionId))]).then(
      (live) => {
        for (const stream of checked) if (!live.has(stream.actor.sessionId)) end(stream, 'event: end\ndata: {}\n\n');
      },
      (error: unknown) => log.error({ err: error }, 'the sessions of open streams could not be checked'),
    );
  }, CHECK_MS);
  const beat = setInterval(() => {
    for (const stream of open) write(stream, ': beat\n\n');
  }, BEAT_MS);

  function end(stream: OpenStream, lastWord?: string): void {
    if (stream.isOver) return;
    forget(stream);
    stream.raw.end(lastWord);
    setTimeout(() => stream.raw.destroy(), LAST_WORD_MS).unref();
  }

  const route = routeStream(streamEvents, async ({ actor, reply, lastEventId }) => {
    const stream: OpenStream = {
      actor,
      scope: scopeOf(actor),
      raw: reply.raw,
      isCatchingUp: lastEventId !== null,
      isOver: false,
      unsubscribe: () => undefined,
    };
    refuseTooMany(open, stream);
    open.add(stream);
    reply.raw.once('close', () => forget(stream));
    beginStream(reply);
    if (lastEventId === null) {
      writeReady(stream, events.position());
      return goLive(stream, events.position());
    }
    try {
      await resume(stream, lastEventId);
    } catch (error) {
      log.error({ err: error }, 'an event stream broke');
      reply.raw.destroy();
    }
  });

  /** Sends every event after the position. Call it in the turn of the event loop in which the position was read. */
  function goLive(stream: OpenStream, sent: number): void {
    stream.isCatchingUp = false;
    if (stream.isOver) return;
    // Another process may have read further than this one: the browser has the events in between already.
    stream.unsubscribe = events.subscribe((event) => {
      if (event.position > sent && isInScope(stream.scope, event)) write(stream, frame(event));
    });
  }

  function forget(stream: OpenStream): void {
    stream.isOver = true;
    open.delete(stream);
    stream.unsubscribe();
  }

  /** Sends the missed events page by page, then switches to live events. */
  async function resume(stream: OpenStream, lastEventId: string): Promise<void> {
    const place = parsePlace(lastEventId);
    if (!place || (await limitReads(() => events.findPlaceFault(place))) !== null) return reset(stream);
    const goal = events.position();
    const missed = await limitReads(() =>
      events.countMissed(stream.scope, { after: place.position, upTo: goal }, MOST_MISSED),
    );
    if (missed > MOST_MISSED) return reset(stream);
    let sent = place.position;
    let isReady = false;
    for (;;) {
      const upTo = events.position();
      if (sent < upTo && !stream.isOver) sent = await sendPage(stream, sent, upTo);
      if (stream.isOver) return;
      if (sent < goal) continue;
      // A sweep can have deleted events between two pages.
      if (!isReady && (await limitReads(() => events.findPlaceFault(place))) !== null) return reset(stream);
      if (!isReady) writeReady(stream, sent);
      isReady = true;
      if (sent >= events.position()) return goLive(stream, sent);
    }
  }

  /** Sends one page of missed events and waits until the browser has taken it. Resolves with the position that it reaches. */
  async function sendPage(stream: OpenStream, after: number, upTo: number): Promise<number> {
    const page = await limitReads(async () =>
      stream.isOver ? [] : events.readMissed(stream.scope, { after, upTo }, MISSED_PAGE),
    );
    for (const event of page) if (!stream.isOver) stream.raw.write(frame(event));
    await waitForDrain(stream.raw);
    return page.length < MISSED_PAGE ? upTo : (page.at(-1)?.position ?? upTo);
  }

  function reset(stream: OpenStream): void {
    const position = events.position();
    write(stream, 'event: reset\ndata: {}\n\n');
    writeReady(stream, position);
    goLive(stream, position);
  }

  function frame({ position, name, data }: StoredEvent): string {
    return `id: ${formatPlace({ epoch: events.epoch, position })}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  /** Sends the place before the first event, so that a cut connection can resume from here. */
  function writeReady(stream: OpenStream, position: number): void {
    write(stream, `id: ${formatPlace({ epoch: events.epoch, position })}\nevent: ready\ndata: {}\n\n`);
  }

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

/** Throws TOO_MANY_REQUESTS when the session or the user has as many streams, or catch-ups, as a person can use. */
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
  // The connection closes with the stream, so that a shutdown does not wait for a kept-alive connection.
  raw.shouldKeepAlive = false;
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  // The browser knows that it is connected before the first event.
  raw.flushHeaders();
}

function write({ raw, isOver }: OpenStream, text: string): void {
  if (isOver || raw.destroyed) return;
  raw.write(text);
  if (raw.writableLength > MOST_UNSENT_BYTES) raw.destroy();
}

/**
 * Resolves when all bytes are handed to the network, or the connection is closed. Disconnects a client that reads
 * nothing.
 */
async function waitForDrain(raw: ServerResponse): Promise<void> {
  if (!raw.writableNeedDrain || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    const stalled = setTimeout(() => raw.destroy(), MOST_STALLED_MS);
    const done = () => {
      clearTimeout(stalled);
      raw.off('drain', done);
      raw.off('close', done);
      resolve();
    };
    raw.once('drain', done);
    raw.once('close', done);
  });
}

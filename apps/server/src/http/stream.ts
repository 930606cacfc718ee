import { EVENTS, reachOf, streamEvents } from '@munjigi/contract';
import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { isAtMost, parseCursor, type Cursor, type EventReader, type StoredEvent } from '../events/index.ts';
import { routeStream, type Person, type Route } from './route.ts';

export interface EventStreams {
  readonly route: Route;
  /** How many browsers listen at this process. */
  count(): number;
  close(): void;
}

interface Options {
  readonly events: EventReader;
  /** Which of these sessions are still good; asked for all open streams together, every `checkEveryMs`. */
  readonly liveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly log: FastifyBaseLogger;
}

interface OpenStream {
  readonly actor: Person;
  readonly raw: ServerResponse;
}

const CHECK_MS = 500;
const BEAT_MS = 15_000;
/** A reader that takes nothing for so long is cut off: it can resume where it was. */
const MOST_UNSENT_BYTES = 4 * 1024 * 1024;

/** The event stream of AP-6: everything that the person may see, from the place that Last-Event-ID names. */
export function eventStream({ events, liveSessions, log }: Options): EventStreams {
  const open = new Set<OpenStream>();

  const check = setInterval(() => {
    if (open.size === 0) return;
    // Those that open while we ask were not asked about.
    const asked = [...open];
    liveSessions([...new Set(asked.map((stream) => stream.actor.sessionId))]).then(
      (live) => {
        for (const stream of asked) if (!live.has(stream.actor.sessionId)) end(stream);
      },
      (error: unknown) => log.error({ err: error }, 'the sessions of open streams could not be checked'),
    );
  }, CHECK_MS);
  const beat = setInterval(() => {
    for (const stream of open) stream.raw.write(': beat\n\n');
  }, BEAT_MS);

  function end(stream: OpenStream): void {
    open.delete(stream);
    stream.raw.end('event: end\ndata: {}\n\n');
  }

  const route = routeStream(streamEvents, async ({ actor, reply, lastEventId }) => {
    reply.hijack();
    const { raw } = reply;
    const stream: OpenStream = { actor, raw };
    open.add(stream);
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    // Its connection ends with it, so that a stop does not wait for one that is kept alive.
    raw.shouldKeepAlive = false;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });

    // Listen first, look back second: between the two nothing can be missed.
    let held: StoredEvent[] | null = [];
    const start = events.position();
    let sent: Cursor = start;
    // Another process may have read further than this one: what the browser has from there is not sent again.
    const send = (event: StoredEvent) => {
      if (isAtMost(event.cursor, sent)) return;
      sent = event.cursor;
      if (maySee(actor, event)) raw.write(frame(event));
      if (raw.writableLength > MOST_UNSENT_BYTES) raw.destroy();
    };
    const unsubscribe = events.subscribe((event) => (held ? held.push(event) : send(event)));
    raw.once('close', () => {
      unsubscribe();
      open.delete(stream);
    });

    const place = lastEventId === null ? null : parseCursor(lastEventId);
    const missed = place ? await events.since(place) : [];
    if (missed === null || (lastEventId !== null && !place)) raw.write('event: reset\ndata: {}\n\n');
    if (place && missed) sent = place;
    for (const event of missed ?? []) send(event);
    if (isAtMost(sent, start)) sent = start;
    // Names the place even when nothing has happened yet, so that a cut connection can resume from here.
    raw.write(`id: ${idOf(sent)}\nevent: ready\ndata: {}\n\n`);
    for (const event of held) send(event);
    held = null;
  });

  return {
    route,
    count: () => open.size,
    close() {
      clearInterval(check);
      clearInterval(beat);
      for (const stream of open) stream.raw.end();
      open.clear();
    },
  };
}

function maySee(actor: Person, event: StoredEvent): boolean {
  if (event.productId !== actor.productId) return false;
  const reach = reachOf(actor.roles, EVENTS[event.name].sees);
  if (reach === 'all') return true;
  return reach === 'own' && event.storeId !== null && actor.assignedStoreIds.includes(event.storeId);
}

function frame(event: StoredEvent): string {
  return `id: ${idOf(event.cursor)}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

function idOf(cursor: Cursor): string {
  return `${cursor.tx}.${Math.min(cursor.id, 999_999_999_999_999)}`;
}

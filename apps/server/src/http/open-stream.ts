import type { ServerResponse } from 'node:http';
import {
  formatPlace,
  isInScope,
  parsePlace,
  scopeOf,
  type EventReader,
  type EventScope,
  type StoredEvent,
} from '../events/index.ts';
import type { Person } from './caller.ts';

/** The events that a stream sends, and the limit that all streams of the process share for reading missed events. */
export interface EventSource {
  readonly events: EventReader;
  readonly limitReads: <T>(read: () => Promise<T>) => Promise<T>;
}

/** The browser that receives the stream. */
interface Receiver {
  readonly actor: Person;
  readonly raw: ServerResponse;
  readonly isCatchingUp: boolean;
}

/** A client with more unsent bytes is disconnected, because it can resume from its position. */
const MOST_UNSENT_BYTES = 4 * 1024 * 1024;
const MOST_STALLED_MS = 60_000;
/** The time in which an ended stream may send its last bytes. */
const LAST_WORD_MS = 5000;
/** Beyond this number a browser reads everything again, which is cheaper than so many changes. */
const MOST_MISSED = 5000;
const MISSED_PAGE = 200;

/** The event stream of one browser. */
export class OpenStream {
  readonly actor: Person;
  isCatchingUp: boolean;
  /** The server has ended the stream, or the browser has disconnected: nothing more is written. */
  isOver = false;
  private readonly source: EventSource;
  private readonly scope: EventScope;
  private readonly raw: ServerResponse;
  private unsubscribe: () => void = () => undefined;

  constructor(source: EventSource, { actor, raw, isCatchingUp }: Receiver) {
    this.source = source;
    this.actor = actor;
    this.scope = scopeOf(actor);
    this.raw = raw;
    this.isCatchingUp = isCatchingUp;
  }

  /** Sends all new events from now on. */
  begin(): void {
    const position = this.source.events.position();
    this.writeReady(position);
    this.goLive(position);
  }

  /** Sends the missed events page by page, then switches to live events. */
  async resume(lastEventId: string): Promise<void> {
    const { events, limitReads } = this.source;
    const place = parsePlace(lastEventId);
    if (!place || (await limitReads(() => events.findPlaceFault(place))) !== null) return this.reset();
    const goal = events.position();
    const missed = await limitReads(() =>
      events.countMissed(this.scope, { after: place.position, upTo: goal }, MOST_MISSED),
    );
    if (missed > MOST_MISSED) return this.reset();
    let sent = place.position;
    let isReady = false;
    for (;;) {
      const upTo = events.position();
      if (sent < upTo && !this.isOver) sent = await this.sendPage(sent, upTo);
      if (this.isOver) return;
      if (sent < goal) continue;
      // Old events can be deleted between two pages.
      if (!isReady && (await limitReads(() => events.findPlaceFault(place))) !== null) return this.reset();
      if (!isReady) this.writeReady(sent);
      isReady = true;
      if (sent >= events.position()) return this.goLive(sent);
    }
  }

  write(text: string): void {
    if (this.isOver || this.raw.destroyed) return;
    this.raw.write(text);
    if (this.raw.writableLength > MOST_UNSENT_BYTES) this.raw.destroy();
  }

  /** Writes nothing more from now on. */
  stop(): void {
    this.isOver = true;
    this.unsubscribe();
  }

  /** Closes the connection of a stopped stream after its last bytes. */
  closeConnection(lastWord?: string): void {
    this.raw.end(lastWord);
    setTimeout(() => this.raw.destroy(), LAST_WORD_MS).unref();
  }

  /** Sends every event after the position. Call it in the turn of the event loop in which the position was read. */
  private goLive(sent: number): void {
    this.isCatchingUp = false;
    if (this.isOver) return;
    // Another process may have read further than this one, so the browser already has the events in between.
    this.unsubscribe = this.source.events.subscribe((event) => {
      if (event.position > sent && isInScope(this.scope, event)) this.write(this.frame(event));
    });
  }

  /** Sends one page of missed events and waits until the browser has taken it. Resolves with the position that it reaches. */
  private async sendPage(after: number, upTo: number): Promise<number> {
    const { events, limitReads } = this.source;
    const page = await limitReads(async () =>
      this.isOver ? [] : events.readMissed(this.scope, { after, upTo }, MISSED_PAGE),
    );
    for (const event of page) if (!this.isOver) this.raw.write(this.frame(event));
    await waitForDrain(this.raw);
    return page.length < MISSED_PAGE ? upTo : (page.at(-1)?.position ?? upTo);
  }

  private reset(): void {
    this.write('event: reset\ndata: {}\n\n');
    this.begin();
  }

  private frame({ position, name, data }: StoredEvent): string {
    return `id: ${this.placeAt(position)}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  /** Sends the position before the first event, so that an interrupted connection can resume from here. */
  private writeReady(position: number): void {
    this.write(`id: ${this.placeAt(position)}\nevent: ready\ndata: {}\n\n`);
  }

  private placeAt(position: number): string {
    return formatPlace({ epoch: this.source.events.epoch, position });
  }
}

/**
 * Resolves when all bytes are passed to the network, or the connection is closed. Disconnects a client that does not
 * read.
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

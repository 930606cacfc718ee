import { createParser } from 'eventsource-parser';

/**
 * `connecting`: the first attempt, or the first one after an interruption. `offline`: more than one attempt has failed.
 */
export type LiveState = 'live' | 'connecting' | 'offline';

export interface EventStreamOptions {
  readonly url: string;
  /** The current access token, or `null` without one. It goes in a header, never into the URL (AU-3). */
  readonly token: () => string | null;
  /**
   * The position after which the first connection sends events. Empty: from now on, and `onFresh` is called.
   */
  readonly startAfter: string;
  /** Runs before each connection. A failure counts as a failed connection. */
  readonly prepare: () => Promise<void>;
  readonly onEvent: (name: string, data: unknown) => void;
  /** The stream starts now, so data that was read before may have missed a change. */
  readonly onFresh: () => void;
  /** The position in the stream is lost, so everything should be read again. */
  readonly onReset: () => void;
  /** The session has ended, or the server does not know it. */
  readonly onEnd: () => void;
  readonly onState: (state: LiveState) => void;
}

const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** A connection that lived this long counts as good: the next interruption starts with the shortest wait. */
const STEADY_MS = 5_000;
/** The server sends something at least every 15 s, so a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000;

/**
 * Milliseconds to wait before try number `attempt` (from 0): exponential backoff, at most 15 s, with jitter in the
 * upper half.
 */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** (attempt + 1));
  return Math.max(SHORTEST_WAIT_MS, Math.round(ceiling * (0.5 + random() / 2)));
}

/**
 * Keeps one stream of server-sent events open until the returned function is called: resumes with Last-Event-ID, waits
 * between attempts, and reconnects at once when the browser is online again. A hidden page keeps the stream.
 */
export function openEventStream(options: EventStreamOptions): () => void {
  const closing = new AbortController();
  const readOnce = createReader(options, closing.signal);
  const { wait, wake } = createPause();

  async function keepOpen(): Promise<void> {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      options.onState(attempt > 1 ? 'offline' : 'connecting');
      const openedAt = Date.now();
      try {
        await readOnce();
      } catch (error) {
        if (closing.signal.aborted) return;
        console.warn('The event stream broke off', error);
      }
      if (Date.now() - openedAt >= STEADY_MS) attempt = 0;
      await wait(backOffMs(attempt));
    }
  }

  window.addEventListener('online', wake);
  void keepOpen();
  return () => {
    window.removeEventListener('online', wake);
    closing.abort();
    wake();
  };
}

/** Reads one connection until it ends; the next one resumes after the last event. */
function createReader(options: EventStreamOptions, closing: AbortSignal): () => Promise<void> {
  let lastEventId = options.startAfter;
  let isResuming = false;

  function headers(): Record<string, string> {
    const token = options.token();
    isResuming = lastEventId !== '';
    return {
      Accept: 'text/event-stream',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId }),
    };
  }

  function refused(status: number): void {
    if (status === 401) options.onEnd();
    // The server refuses an event id that it cannot parse every time, so start without it and read everything again.
    if (status === 400 && lastEventId !== '') {
      lastEventId = '';
      options.onReset();
    }
  }

  function handleEvent(name: string, id: string | undefined, text: string): void {
    if (id !== undefined) lastEventId = id;
    if (name === 'reset') return options.onReset();
    if (name === 'end') return options.onEnd();
    if (name === 'ready') return isResuming ? undefined : options.onFresh();
    try {
      options.onEvent(name, JSON.parse(text));
    } catch (error) {
      console.error(`The event "${name}" could not be used`, error);
    }
  }

  return async () => {
    await options.prepare();
    if (closing.aborted) return;
    const connection = openConnection(closing);
    try {
      const reply = await fetch(options.url, { headers: headers(), signal: connection.signal, cache: 'no-store' });
      if (!reply.ok || reply.body === null) return refused(reply.status);
      options.onState('live');
      const parser = createParser({ onEvent: ({ event, id, data }) => handleEvent(event ?? 'message', id, data) });
      const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        connection.stayOpen();
        parser.feed(part.value);
      }
    } finally {
      connection.end();
    }
  };
}

/** The signal of one connection: it aborts when the stream is closed, or after a silence. */
function openConnection(closing: AbortSignal) {
  const connection = new AbortController();
  const hangUp = () => connection.abort();
  closing.addEventListener('abort', hangUp);
  let silence = setTimeout(hangUp, SILENCE_MS);
  return {
    signal: connection.signal,
    stayOpen: () => {
      clearTimeout(silence);
      silence = setTimeout(hangUp, SILENCE_MS);
    },
    end: () => {
      clearTimeout(silence);
      closing.removeEventListener('abort', hangUp);
    },
  };
}

/** A wait that can end early. */
function createPause() {
  let endWait: () => void = () => undefined;
  return {
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => endWait(),
  };
}

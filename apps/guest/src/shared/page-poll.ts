/** A request that is older when the page becomes visible or online again is abandoned. */
const STALE_REQUEST_MS = 2000;

export interface PollRequest {
  readonly abort: AbortController;
  /** A newer request replaces it, or the polling has ended: its result means nothing. */
  isAbandoned: boolean;
}

export interface PagePoll {
  /** Requests the page at once, or after the request that is under way. Resolves at the end of this request. */
  readonly refresh: () => Promise<void>;
  /** Sets the time of the next request again. */
  readonly schedule: () => void;
  /** Requests the page at once after a sleep or without a connection, and abandons a request from before. */
  readonly wake: () => void;
  readonly sleep: () => void;
  readonly stop: () => void;
}

/** Calls `load` again and again, never twice at once. `pauseMs` is the time until the next call; `null`: no call more. */
export function createPagePoll(load: (request: PollRequest) => Promise<void>, pauseMs: () => number | null): PagePoll {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** `startedAt` is a time of the phone's clock, which does not stand still while the phone sleeps. */
  let running: { request: PollRequest; startedAt: number; done: Promise<void> } | null = null;
  let next: Promise<void> | null = null;
  const sleep = () => clearTimeout(timer);

  function schedule(): void {
    clearTimeout(timer);
    const pause = pauseMs();
    if (pause !== null && running === null && !document.hidden) timer = setTimeout(() => void refresh(), pause);
  }
  function start(): Promise<void> {
    const request: PollRequest = { abort: new AbortController(), isAbandoned: false };
    const done = load(request).finally(() => {
      running = null;
      schedule();
    });
    running = { request, startedAt: Date.now(), done };
    return done;
  }
  function refresh(): Promise<void> {
    clearTimeout(timer);
    if (pauseMs() === null) return Promise.resolve();
    if (running === null) return start();
    // The server may have answered the request under way before the act that this one follows.
    next ??= running.done.then(() => {
      next = null;
      return refresh();
    });
    return next;
  }
  function abandon(): void {
    if (running === null) return;
    running.request.isAbandoned = true;
    running.request.abort.abort();
  }
  function wake(): void {
    if (running !== null && Math.abs(Date.now() - running.startedAt) < STALE_REQUEST_MS) return;
    abandon();
    void refresh();
  }
  function stop(): void {
    sleep();
    abandon();
  }
  return { refresh, schedule, wake, sleep, stop };
}

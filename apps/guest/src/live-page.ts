import type { GuestPage } from '@munjigi/contract';
import type { EarlyRequest } from './early-request.ts';
import { GuestProblem, requestGuest, readReply, toGuestProblem } from './guest-api.ts';
import { forgetPage, recallPage, rememberPage } from './remembered-page.ts';

/** Why the page is not up to date, and since which time of the server (epoch milliseconds). */
export interface PageTrouble {
  readonly kind: 'OFFLINE' | 'LIMITED' | 'FAILED';
  readonly since: number;
}

export interface PageState {
  readonly page: GuestPage | null;
  /** The server's time minus the time of this machine's steady clock, in milliseconds. */
  readonly offsetMs: number;
  readonly trouble: PageTrouble | null;
  /** The link is not valid (any more). */
  readonly isInvalid: boolean;
}

export interface LivePage {
  readonly getState: () => PageState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Requests the page at once. Resolves when it has arrived or failed. */
  readonly refresh: () => Promise<void>;
  /** Polls faster until the returned function is called: a door opens, or help is on its way. */
  readonly hurry: () => () => void;
  /** No request any more: the reservation was cancelled here, and its link has ended. */
  readonly stop: () => void;
}

const CALM_MS = 5000;
const HURRIED_MS = 2000;
const FAILED_MAX_MS = 30_000;
const LIMITED_MS = 15_000;

/** The time of the server, by the steady clock: the clock of the phone may be wrong or be set meanwhile (GP-1). */
export function serverTime({ offsetMs }: Pick<PageState, 'offsetMs'>): number {
  return performance.now() + offsetMs;
}

/** Keeps the data of the page up to date while it is visible. */
export function createLivePage({ token, reply }: EarlyRequest): LivePage {
  const listeners = new Set<() => void>();
  const poll: Poll = { timer: undefined, hurried: 0, failures: 0, isStopped: false, running: null };
  let state: PageState = startState(token);

  function setState(change: Partial<PageState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  async function load(first?: Promise<Response>): Promise<void> {
    try {
      const page = await (first ? readFirst(first) : requestGuest<GuestPage>(token, PAGE_CALL));
      poll.failures = 0;
      rememberPage(token, page);
      setState({ page, offsetMs: Date.parse(page.now) - performance.now(), trouble: null, isInvalid: false });
    } catch (error) {
      poll.failures += 1;
      setState(troubleOf(toGuestProblem(error), state));
    }
  }
  function refresh(first?: Promise<Response>): Promise<void> {
    clearTimeout(poll.timer);
    if (poll.isStopped || state.isInvalid) return Promise.resolve();
    poll.running ??= load(first).finally(() => {
      poll.running = null;
      schedule();
    });
    return poll.running;
  }
  function schedule(): void {
    clearTimeout(poll.timer);
    if (poll.isStopped || state.isInvalid || document.hidden) return;
    poll.timer = setTimeout(() => void refresh(), pauseOf(poll, state));
  }
  watchBrowser({
    wake: () => void refresh(),
    sleep: () => clearTimeout(poll.timer),
    goOffline: () => setState({ trouble: troubleSince('OFFLINE', state) }),
  });
  if (!state.isInvalid) void refresh(reply);
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh: () => refresh(),
    hurry() {
      poll.hurried += 1;
      schedule();
      return () => void (poll.hurried -= 1);
    },
    stop() {
      poll.isStopped = true;
      clearTimeout(poll.timer);
      forgetPage();
    },
  };
}

interface Poll {
  timer: ReturnType<typeof setTimeout> | undefined;
  hurried: number;
  failures: number;
  isStopped: boolean;
  running: Promise<void> | null;
}

const PAGE_CALL = { method: 'GET', path: '/api/v2/guest/page' } as const;

function startState(token: string): PageState {
  const isInvalid = !/^mjg_[\w-]+$/.test(token);
  const kept = isInvalid ? null : recallPage(token);
  return {
    page: kept?.page ?? null,
    offsetMs: kept ? kept.now - performance.now() : Date.now() - performance.now(),
    trouble: null,
    isInvalid,
  };
}

async function readFirst(reply: Promise<Response>): Promise<GuestPage> {
  try {
    return await readReply<GuestPage>(await reply);
  } catch (error) {
    // `fetch` itself rejects with a TypeError.
    throw error instanceof GuestProblem ? error : new GuestProblem('NO_CONNECTION');
  }
}

function troubleOf(problem: GuestProblem, state: PageState): Partial<PageState> {
  if (problem.status === 401) {
    forgetPage();
    return { isInvalid: true, page: null };
  }
  const kind = problem.code === 'NO_CONNECTION' ? 'OFFLINE' : problem.status === 429 ? 'LIMITED' : 'FAILED';
  return { trouble: troubleSince(kind, state) };
}

/** The trouble began when the first request failed. */
function troubleSince(kind: PageTrouble['kind'], state: PageState): PageTrouble {
  return { kind, since: state.trouble?.since ?? serverTime(state) };
}

function pauseOf({ hurried, failures }: Poll, { trouble }: PageState): number {
  if (trouble?.kind === 'LIMITED') return LIMITED_MS;
  if (failures > 0) return Math.min(CALM_MS * 2 ** (failures - 1), FAILED_MAX_MS);
  return hurried > 0 ? HURRIED_MS : CALM_MS;
}

interface BrowserSignals {
  readonly wake: () => void;
  readonly sleep: () => void;
  readonly goOffline: () => void;
}

function watchBrowser({ wake, sleep, goOffline }: BrowserSignals): void {
  document.addEventListener('visibilitychange', () => (document.hidden ? sleep() : wake()));
  window.addEventListener('focus', wake);
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', (event) => event.persisted && wake());
  window.addEventListener('offline', goOffline);
}

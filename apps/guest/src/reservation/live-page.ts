import type { CompanionPage, GuestPage } from '@munjigi/contract';
import type { EarlyRequest } from './early-request.ts';
import type { StayPage } from './stay-page.ts';
import { requestPage, toGuestProblem, type GuestProblem } from '../shared/guest-api.ts';
import { watchBrowser } from '../shared/browser-signals.ts';
import { createPagePoll, type PollRequest } from '../shared/page-poll.ts';
import { forgetPage, recallPage, rememberPage } from './remembered-page.ts';
import { createSleepMeter } from '../shared/sleep-meter.ts';

/** Why the page is not up to date, and since which time of the server (epoch milliseconds). */
export interface PageTrouble {
  readonly kind: 'OFFLINE' | 'LIMITED' | 'FAILED';
  readonly since: number;
}

export interface PageState<Page extends StayPage = GuestPage> {
  readonly page: Page | null;
  /** The server's time minus the time of this machine's steady clock, in milliseconds. */
  readonly offsetMs: number;
  readonly trouble: PageTrouble | null;
  /** The link is not valid (any more). */
  readonly isInvalid: boolean;
}

export interface LivePage<Page extends StayPage = GuestPage> {
  readonly getState: () => PageState<Page>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Requests the page, after a request that is under way already. Resolves when it has arrived or failed. */
  readonly refresh: () => Promise<void>;
  /** Polls faster until the returned function is called: a door opens, or help is on its way. */
  readonly hurry: () => () => void;
  /** Ends the requests, and forgets the page. */
  readonly stop: () => void;
}

const CALM_MS = 5000;
/** Of a stay that is over only its refund changes. */
const OVER_MS = 60_000;
const OVER_STATES: readonly string[] = ['COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW'];
const HURRIED_MS = 2000;
const FAILED_MAX_MS = 30_000;
const LIMITED_MS = 15_000;

/** The time of the server, by the steady clock: the clock of the phone may be wrong or be set meanwhile (GP-1). */
export function serverTime({ offsetMs }: { readonly offsetMs: number }): number {
  return performance.now() + offsetMs;
}

/** Where a page comes from, by the form of its token. */
interface PageSource {
  readonly path: string;
  readonly tokens: RegExp;
}

export const COMPANION_TOKEN = /^mjc_[\w-]+$/;

/** Keeps the data of the page of a guest up to date while it is visible. */
export function createLivePage(early: EarlyRequest): LivePage {
  return startLivePage<GuestPage>(early, { path: '/api/v2/guest/page', tokens: /^mjg_[\w-]+$/ });
}

/** The same for the page of a companion (GT-22). */
export function createCompanionPage(early: EarlyRequest): LivePage<CompanionPage> {
  return startLivePage<CompanionPage>(early, { path: '/api/v2/companion/page', tokens: COMPANION_TOKEN });
}

function startLivePage<Page extends StayPage>(
  { token, reply, first, startedAt }: EarlyRequest,
  { path, tokens }: PageSource,
): LivePage<Page> {
  /** `hurries`: the parts of the page that want faster polling. */
  const [listeners, hurries] = [new Set<() => void>(), new Set<object>()];
  let [early, failures, isStopped] = [reply, 0, false];
  const collectSleptMs = createSleepMeter();
  const firstState = readFirstState<Page>(token, first, startedAt);
  let state: PageState<Page> = firstState ?? startState<Page>(token, tokens);
  const poll = createPagePoll(load, () => (isStopped ? null : pauseOf(hurries.size > 0, failures, state)));

  function setState(change: Partial<PageState<Page>>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  async function load(request: PollRequest): Promise<void> {
    const first = early;
    early = undefined;
    try {
      const page = await requestPage<Page>(token, { path, early: first, abort: request.abort });
      if (request.isAbandoned) return;
      failures = 0;
      rememberPage(token, page);
      collectSleptMs();
      setState({ page, offsetMs: Date.parse(page.now) - performance.now(), trouble: null, isInvalid: false });
    } catch (error) {
      if (request.isAbandoned) return;
      failures += 1;
      setState(troubleOf(toGuestProblem(error), state));
    }
  }
  const stopWatching = watchBrowser({
    wake() {
      setState({ offsetMs: state.offsetMs + collectSleptMs() });
      poll.wake();
    },
    sleep: poll.sleep,
    goOffline: () => setState({ trouble: troubleSince('OFFLINE', state) }),
  });
  if (firstState === null) void poll.refresh();
  else poll.schedule();
  return {
    getState: () => state,
    subscribe: (listener) => addTo(listeners, listener),
    refresh: poll.refresh,
    hurry() {
      const calm = addTo(hurries, {});
      poll.schedule();
      return calm;
    },
    stop() {
      isStopped = true;
      stopWatching();
      poll.stop();
      forgetPage();
    },
  };
}

/** Adds an item to a set. Returns how to remove it. */
function addTo<T>(items: Set<T>, item: T): () => void {
  items.add(item);
  return () => void items.delete(item);
}

function startState<Page extends StayPage>(token: string, tokens: RegExp): PageState<Page> {
  const isInvalid = !tokens.test(token);
  const remembered = isInvalid ? null : recallPage(token);
  return {
    // The tab has stored it with the same token.
    page: (remembered?.page ?? null) as Page | null,
    offsetMs: remembered ? remembered.now - performance.now() : Date.now() - performance.now(),
    trouble: null,
    isInvalid,
  };
}

/** The state by the reply in the document, kept for times without a connection. `null`: it has none. */
function readFirstState<Page extends StayPage>(
  token: string,
  first: EarlyRequest['first'],
  startedAt = performance.now(),
): PageState<Page> | null {
  if (first === undefined || first === null) return null;
  if (first.status !== 200) {
    forgetPage();
    return { page: null, offsetMs: Date.now() - performance.now(), trouble: null, isInvalid: true };
  }
  // The document has the reply of the page of its token.
  const page = first.body as unknown as Page;
  rememberPage(token, page);
  return { page, offsetMs: Date.parse(page.now) - startedAt, trouble: null, isInvalid: false };
}

function troubleOf<Page extends StayPage>(problem: GuestProblem, state: PageState<Page>): Partial<PageState<Page>> {
  if (problem.status === 401) {
    forgetPage();
    return { isInvalid: true, page: null };
  }
  const kind = problem.code === 'NO_CONNECTION' ? 'OFFLINE' : problem.status === 429 ? 'LIMITED' : 'FAILED';
  return { trouble: troubleSince(kind, state) };
}

/** The trouble began when the first request failed. */
function troubleSince(kind: PageTrouble['kind'], state: PageState<StayPage>): PageTrouble {
  return { kind, since: state.trouble?.since ?? serverTime(state) };
}

/** Milliseconds until the next request; `null`: none, because the link is not valid. */
function pauseOf(
  isHurried: boolean,
  failures: number,
  { page, trouble, isInvalid }: PageState<StayPage>,
): number | null {
  if (isInvalid) return null;
  if (trouble?.kind === 'LIMITED') return LIMITED_MS;
  if (failures > 0) return Math.min(CALM_MS * 2 ** (failures - 1), FAILED_MAX_MS);
  if (isHurried) return HURRIED_MS;
  // An answer of the help desk can still arrive within the day.
  const isOver = page !== null && page.help === null && OVER_STATES.includes(page.reservation.state);
  return isOver ? OVER_MS : CALM_MS;
}

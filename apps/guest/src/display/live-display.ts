import type { DisplayPlan } from '@munjigi/contract';
import { watchBrowser } from '../shared/browser-signals.ts';
import { createPagePoll, type PollRequest } from '../shared/page-poll.ts';
import { createSleepMeter } from '../shared/sleep-meter.ts';
import { requestPlan, type PlanReply } from './request-plan.ts';
import { forgetPlan, recallPlan, storePlan, storeSeen } from './stored-plan.ts';

export interface DisplayState {
  readonly plan: DisplayPlan | null;
  /** The server's time minus the time of the tablet's steady clock. `null`: the time is unknown. */
  readonly offsetMs: number | null;
  /** The time of the server when it last answered. `null`: it has not yet. */
  readonly seenAt: number | null;
  readonly isOffline: boolean;
  /** The link is not valid (any more). */
  readonly isRevoked: boolean;
}

export interface LiveDisplay {
  readonly getState: () => DisplayState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly stop: () => void;
}

/** Between two requests while the server answers, plus jitter, so that the tablets of a chain spread. */
const CALM_MS = 30_000;
const FAILED_MAX_MS = 300_000;
const REVOKED_MS = 600_000;
const JITTER_MS = 5000;

/** The present time of the server, by the steady clock: the clock of the tablet may be wrong by hours (DP-4). */
export function presentTime({ offsetMs }: DisplayState): number | null {
  return offsetMs === null ? null : performance.now() + offsetMs;
}

/** Keeps the plan of the room up to date, and remembers it for days without a connection. */
export function createLiveDisplay(token: string): LiveDisplay {
  const listeners = new Set<() => void>();
  const stored = recallPlan(token);
  const collectSleptMs = createSleepMeter();
  let etag = stored?.etag ?? null;
  let failures = 0;
  let state: DisplayState = {
    plan: stored?.plan ?? null,
    offsetMs: stored === null || stored.now === null ? null : stored.now - performance.now(),
    seenAt: stored?.seenAt ?? null,
    isOffline: false,
    isRevoked: false,
  };
  const poll = createPagePoll(load, () => pauseOf(failures, state) + Math.random() * JITTER_MS);

  function setState(change: Partial<DisplayState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  async function load(request: PollRequest): Promise<void> {
    const reply = await requestPlan(token, state.plan === null ? null : etag, request.abort);
    if (request.isAbandoned) return;
    failures = reply.kind === 'failed' ? failures + 1 : 0;
    if (reply.kind === 'changed') ({ etag } = reply);
    if (reply.kind === 'changed' || reply.kind === 'same') collectSleptMs();
    storeReply(token, reply);
    setState(stateAfter(reply));
  }
  function wake(): void {
    if (state.offsetMs !== null) setState({ offsetMs: state.offsetMs + collectSleptMs() });
    poll.wake();
  }
  const stopWatching = watchBrowser({ wake, sleep: poll.sleep, goOffline: () => setState({ isOffline: true }) });
  void poll.refresh();
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      stopWatching();
      poll.stop();
    },
  };
}

function storeReply(token: string, reply: PlanReply): void {
  if (reply.kind === 'refused') forgetPlan();
  if (reply.kind === 'changed') storePlan(token, reply.plan, reply.etag);
  if (reply.kind === 'changed' || reply.kind === 'same') storeSeen(token, reply.now);
}

function stateAfter(reply: PlanReply): Partial<DisplayState> {
  if (reply.kind === 'failed') return { isOffline: true };
  if (reply.kind === 'refused') return { plan: null, isOffline: false, isRevoked: true };
  return {
    ...(reply.kind === 'changed' && { plan: reply.plan }),
    offsetMs: reply.now - performance.now(),
    seenAt: reply.now,
    isOffline: false,
    isRevoked: false,
  };
}

function pauseOf(failures: number, { isRevoked }: DisplayState): number {
  if (failures > 0) return Math.min(CALM_MS * 2 ** (failures - 1), FAILED_MAX_MS);
  return isRevoked ? REVOKED_MS : CALM_MS;
}

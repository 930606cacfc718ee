import type { ReplyOf, waitForGuestChange } from '@munjigi/contract';
import { GuestProblem } from '../shared/guest-api.ts';
import type { StayView } from './guest-context.ts';
import type { StayPage } from './stay-page.ts';

/** Between two requests: a lock reports a movement in several messages. */
const PAUSE_MS = 300;
/** Between two requests that brought no change and that the server did not hold back. */
const IDLE_PAUSE_MS = 5000;

/** Requests the page as soon as something changes that the server can wait for, until aborted (GP-4). */
export async function followChanges(
  { send, live }: Pick<StayView<StayPage>, 'send' | 'live'>,
  signal: AbortSignal,
): Promise<void> {
  let hasChanged = false;
  while (!signal.aborted) {
    const startedAt = performance.now();
    // A hidden page requests nothing, and wakes with a request.
    const change = document.hidden ? null : awaitChange(send);
    // After the server began to wait, so that no change is missed in between.
    if (hasChanged) void live.refresh();
    hasChanged = change !== null && (await change);
    await pause(hasChanged ? PAUSE_MS : Math.max(0, IDLE_PAUSE_MS - (performance.now() - startedAt)));
  }
}

async function awaitChange(send: StayView['send']): Promise<boolean> {
  try {
    return (await send<ReplyOf<typeof waitForGuestChange>>({ method: 'GET', path: 'changes' })).hasChanged;
  } catch (error) {
    if (!(error instanceof GuestProblem)) throw error;
    return false;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

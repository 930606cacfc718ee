import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** The longest time that a request waits for staff. It bounds the delay however busy staff are. */
const MOST_WAIT_MS = 100;

/**
 * Lets requests of staff go before those of strangers in this process: the work of a booking page waits while staff wait
 * for a reply (BK-2).
 */
export interface StaffPriority {
  /** Counts a request of staff until its response is closed. Not for streams, files and searches, which last long. */
  countRequest(response: ServerResponse): void;
  /** Resolves when no counted request is under way, at the latest after `MOST_WAIT_MS`. */
  waitForStaff(): Promise<void>;
}

export function createStaffPriority(): StaffPriority {
  const waiting = new Set<() => void>();
  let underWay = 0;

  let isResuming = false;

  function endRequest(): void {
    underWay -= 1;
    if (underWay === 0 && !isResuming) void resumeWaiting();
  }

  /** One after the other, so that a request of staff that arrives meanwhile waits for one of them and not for all. */
  async function resumeWaiting(): Promise<void> {
    isResuming = true;
    for (const resume of waiting) {
      if (underWay > 0) break;
      resume();
      await setImmediate();
    }
    isResuming = false;
  }

  return {
    countRequest(response) {
      // The client has already disconnected, so `close` will not be emitted again.
      if (response.destroyed) return;
      underWay += 1;
      response.once('close', endRequest);
    },

    waitForStaff() {
      if (underWay === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          waiting.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, MOST_WAIT_MS);
        waiting.add(resume);
      });
    },
  };
}

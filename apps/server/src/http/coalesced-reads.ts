import type { Endpoint } from '@munjigi/contract';
import type { SharedReply } from './route.ts';

/** A request for a reply that other requests may need at the same time. */
export interface PendingRead {
  readonly question: {
    /** Everything that the reply depends on; equal keys are the same question. */
    readonly key: string;
    readonly read: () => Promise<SharedReply<Endpoint>>;
  };
  /** `epoch` of all sessions, read after the request arrived. */
  onReply(reply: SharedReply<Endpoint>, epoch: number): void;
  onError(error: unknown): void;
}

/** Reads of one question at the same time: while one runs, requests for the next one gather, and a second one can run. */
const MOST_CONCURRENT = 2;

/** Exists only while a request for it waits or runs, so the number of lanes is bounded by the number of requests. */
interface Lane {
  pending: PendingRead[];
  running: number;
}

/**
 * Reads once for all requests of the same question that arrive in one turn of the event loop. Unlike a cached reply, the reply is
 * always read after its request arrived, and a thousand requests cost one query (decision 007).
 */
export function coalesceReads(readEpoch: () => Promise<number>): (read: PendingRead) => void {
  const lanes = new Map<string, Lane>();
  let due = new Map<string, Lane>();

  function scheduleRead(key: string, lane: Lane): void {
    if (lane.running >= MOST_CONCURRENT || lane.pending.length === 0) return;
    if (due.size === 0) setImmediate(readDue);
    due.set(key, lane);
  }

  function readDue(): void {
    const lanesToRead = due;
    due = new Map();
    const epoch = readEpoch();
    for (const [key, lane] of lanesToRead) {
      const { pending } = lane;
      lane.pending = [];
      lane.running += 1;
      void readFor(pending, epoch).finally(() => {
        lane.running -= 1;
        if (lane.running === 0 && lane.pending.length === 0) lanes.delete(key);
        else scheduleRead(key, lane);
      });
    }
  }

  return (read) => {
    const { key } = read.question;
    let lane = lanes.get(key);
    if (!lane) {
      lane = { pending: [], running: 0 };
      lanes.set(key, lane);
    }
    lane.pending.push(read);
    if (lane.pending.length === 1) scheduleRead(key, lane);
  };
}

async function readFor(pending: readonly PendingRead[], epoch: Promise<number>): Promise<void> {
  const [first] = pending;
  if (!first) return;
  // Both are started before either is awaited, and the failure of either is handled.
  const [reply, current] = await Promise.allSettled([first.question.read(), epoch]);
  for (const read of pending) {
    if (reply.status === 'rejected') read.onError(reply.reason);
    else if (current.status === 'rejected') read.onError(current.reason);
    else read.onReply(reply.value, current.value);
  }
}

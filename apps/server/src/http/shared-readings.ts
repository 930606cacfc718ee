import type { Endpoint } from '@munjigi/contract';
import type { SharedReply } from './route.ts';

/** Somebody who waits for the answer to a question that others may ask at the same time. */
export interface Asker {
  readonly question: {
    /** All that the answer depends on; the same key is the same question. */
    readonly key: string;
    readonly read: () => Promise<SharedReply<Endpoint>>;
  };
  /** `epoch` of all sessions, read after the question was asked. */
  answered(reply: SharedReply<Endpoint>, epoch: number): void;
  failed(error: unknown): void;
}

/** Readings of one question at the same time: while one is under way the next can gather, and a second be read. */
const AT_ONCE = 2;

interface Lane {
  askers: Asker[];
  underWay: number;
}

/**
 * Reads for all who ask the same in one turn of the event loop, once. An answer is always read after its question was asked,
 * unlike one from a cache, and a thousand askers cost one query (decision 007).
 */
export function sharedReadings(readEpoch: () => Promise<number>): (asker: Asker) => void {
  const lanes = new Map<string, Lane>();
  let due = new Map<string, Lane>();

  function ready(key: string, lane: Lane): void {
    if (lane.underWay >= AT_ONCE || lane.askers.length === 0) return;
    if (due.size === 0) setImmediate(readDue);
    due.set(key, lane);
  }

  function readDue(): void {
    const now = due;
    due = new Map();
    const epoch = readEpoch();
    for (const [key, lane] of now) {
      const askers = lane.askers;
      lane.askers = [];
      lane.underWay += 1;
      void readFor(askers, epoch).finally(() => {
        lane.underWay -= 1;
        if (lane.underWay === 0 && lane.askers.length === 0) lanes.delete(key);
        else ready(key, lane);
      });
    }
  }

  return (asker) => {
    const { key } = asker.question;
    let lane = lanes.get(key);
    if (!lane) {
      lane = { askers: [], underWay: 0 };
      lanes.set(key, lane);
    }
    lane.askers.push(asker);
    if (lane.askers.length === 1) ready(key, lane);
  };
}

async function readFor(askers: readonly Asker[], epoch: Promise<number>): Promise<void> {
  const [first] = askers;
  if (!first) return;
  // Both were asked for before either is waited for; neither may be left without somebody who hears of its failure.
  const [reply, now] = await Promise.allSettled([first.question.read(), epoch]);
  for (const asker of askers) {
    if (reply.status === 'rejected') asker.failed(reply.reason);
    else if (now.status === 'rejected') asker.failed(now.reason);
    else asker.answered(reply.value, now.value);
  }
}

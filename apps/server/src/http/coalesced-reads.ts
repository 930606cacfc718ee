import type { Endpoint } from '@munjigi/contract';
import { readTogether } from '../db/index.ts';
import type { SharedReply } from './route.ts';

/** A request for a reply that other requests may need at the same time. */
export interface PendingRead {
  readonly question: {
    /** All inputs of the reply; equal keys are the same query. */
    readonly key: string;
    readonly read: () => Promise<SharedReply<Endpoint>>;
  };
  /** `epoch` of all sessions, read after the request arrived. */
  onReply(reply: SharedReply<Endpoint>, epoch: number): void;
  onError(error: unknown): void;
}

/**
 * Exists only while a request for the query waits or runs, so the number of lanes is limited by the number of requests.
 */
interface Lane {
  /** Of the newest request. */
  question: PendingRead['question'];
  readonly read: (key: string) => Promise<Result | undefined>;
  requests: number;
}

interface Result {
  readonly reply: SharedReply<Endpoint>;
  readonly epoch: number;
}

/**
 * Reads once for all requests of the same query that arrive in one turn of the event loop. Unlike a cached reply, each
 * is read after its request arrived, and a thousand requests cost one query (decision 007). Each question has its own lane, so
 * that a slow one delays no other.
 */
export function coalesceReads(readEpoch: () => Promise<number>): (read: PendingRead) => void {
  const lanes = new Map<string, Lane>();
  // All lanes that begin to read in one turn share a query for the epoch; no turn waits for an earlier one.
  const readSharedEpoch = readTogether(async () => new Map([['epoch', await readEpoch()]]), Number.POSITIVE_INFINITY);

  async function readResult({ read }: PendingRead['question']): Promise<Result> {
    // Both are started before either is awaited, and the failure of either is handled.
    const [reply, epoch] = await Promise.all([read(), readSharedEpoch('epoch')]);
    if (epoch === undefined) throw new Error('The session epoch was not read');
    return { reply, epoch };
  }

  function openLane(question: PendingRead['question']): Lane {
    const lane: Lane = {
      question,
      requests: 0,
      read: readTogether(async () => new Map([[question.key, await readResult(lane.question)]])),
    };
    lanes.set(question.key, lane);
    return lane;
  }

  return (pending) => {
    const { question } = pending;
    const lane = lanes.get(question.key) ?? openLane(question);
    lane.question = question;
    lane.requests += 1;
    void lane
      .read(question.key)
      .finally(() => {
        lane.requests -= 1;
        if (lane.requests === 0) lanes.delete(question.key);
      })
      .then(
        (result) => result && pending.onReply(result.reply, result.epoch),
        (error: unknown) => pending.onError(error),
      );
  };
}

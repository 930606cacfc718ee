import type { EventName } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { EventReader } from './reader.ts';

/** A consumer of the event stream that keeps its own position and processes the events behind it. */
export interface Following {
  /** Processes all events that are pending now. */
  run(): Promise<void>;
  close(): Promise<void>;
}

interface FollowOptions {
  readonly events: EventReader;
  readonly log: FastifyBaseLogger;
  /** Events that trigger a run. */
  readonly names: readonly EventName[];
  /** The message of the log entry when a run fails. */
  readonly what: string;
  /** Processes one page; resolves with whether more may follow. */
  readonly step: () => Promise<boolean>;
}

/** Events that arrive within this time are processed together. */
const GATHER_MS = 100;

/** Runs soon after each of these events. Also call `run` periodically, because a NOTIFY can be lost. */
export function followEvents({ events, log, names, what, step }: FollowOptions): Following {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let isClosed = false;
  async function run(): Promise<void> {
    while (!isClosed && (await step())) continue;
  }
  const eventNames: ReadonlySet<string> = new Set(names);
  const unsubscribe = events.subscribe(({ name }) => {
    if (isClosed || timer !== undefined || !eventNames.has(name)) return;
    timer = setTimeout(() => {
      timer = undefined;
      current = current.then(run).catch((error: unknown) => log.error({ err: error }, what));
    }, GATHER_MS);
  });
  return {
    run,
    async close() {
      isClosed = true;
      unsubscribe();
      clearTimeout(timer);
      await current;
    },
  };
}

import type { EventName } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { EventReader } from './reader.ts';

/** Somebody who keeps a place of his own in the stream of events, and makes something of what comes behind it. */
export interface Following {
  /** Does all that is due now. */
  run(): Promise<void>;
  close(): Promise<void>;
}

interface FollowOptions {
  readonly events: EventReader;
  readonly log: FastifyBaseLogger;
  /** What makes it look. */
  readonly names: readonly EventName[];
  /** For the log, when it fails. */
  readonly what: string;
  /** Does one page; resolves with whether there may be more. */
  readonly step: () => Promise<boolean>;
}

/** What comes within this time is done together. */
const GATHER_MS = 100;

/** Looks soon after each of these events. A NOTIFY can be lost: call `run` now and then as well. */
export function followEvents({ events, log, names, what, step }: FollowOptions): Following {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let isClosed = false;
  async function run(): Promise<void> {
    while (!isClosed && (await step())) continue;
  }
  const wanted: ReadonlySet<string> = new Set(names);
  const unsubscribe = events.subscribe(({ name }) => {
    if (isClosed || timer !== undefined || !wanted.has(name)) return;
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

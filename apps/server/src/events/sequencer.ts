import type { FastifyBaseLogger } from 'fastify';
import { statement, SYSTEM, type Database } from '../db/index.ts';

export interface Sequencer {
  /** Assigns positions to committed events soon: at once if it is idle, otherwise with the next run. */
  wake(): void;
  close(): Promise<void>;
}

interface SequencerOptions {
  readonly db: Database;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Receives the newest position of the stream after each run. */
  readonly onSequenced: (lastPosition: number) => void;
}

const PAGE = 500;
/** Commits within this time share a run. */
const PAUSE_MS = 8;
/** Sequences events that a killed process committed, or whose NOTIFY was lost. */
const FALLBACK_MS = 1000;

/**
 * Assigns positions to committed events. Every process runs one, and each of them sequences the events of all
 * processes. Each page is one statement and one transaction, sent together with its commit: a process that stops in the
 * middle delays no other process.
 */
export function startSequencer({ db, log, onSequenced }: SequencerOptions): Sequencer {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isRequested = false;
  let isClosed = false;
  let pausedUntil = 0;

  async function sequenceAll(): Promise<void> {
    for (;;) {
      const [done] = await db.doAtOnce(
        SYSTEM,
        statement<{
          sequenced: number;
          last_position: number;
        }>`select sequenced, last_position from sequence_events(${PAGE}::integer)`,
      );
      if (!done) throw new Error('sequence_events() returned no row');
      if (!isClosed) onSequenced(done.last_position);
      if (isClosed || done.sequenced < PAGE) return;
    }
  }

  function run(): void {
    clearTimeout(timer);
    isRequested = false;
    running = sequenceAll()
      .catch((error: unknown) => {
        // The fallback tries again.
        if (!isClosed) log.error({ err: error }, 'events could not be sequenced');
      })
      .finally(() => {
        running = null;
        pausedUntil = performance.now() + PAUSE_MS;
        if (!isClosed) timer = setTimeout(run, isRequested ? PAUSE_MS : FALLBACK_MS);
      });
  }

  timer = setTimeout(run, 0);
  return {
    wake() {
      if (isClosed || isRequested) return;
      isRequested = true;
      if (running) return;
      const pauseMs = pausedUntil - performance.now();
      if (pauseMs <= 0) return run();
      clearTimeout(timer);
      timer = setTimeout(run, pauseMs);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

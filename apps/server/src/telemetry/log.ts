import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { DatabaseUnavailable } from '../db/index.ts';

/** One line in this time for each outage, with the number of failures since the last line. */
const LINE_EVERY_MS = 10_000;

/** What the log line of an outage says. */
const TEXTS = { database: 'the database is away', broker: 'the MQTT broker is away' } as const;
type OutageName = keyof typeof TEXTS;

/**
 * The log of the process: JSON lines without personal data (AP-8). While the database or the broker is away, everything
 * that needs it fails, many times a second: the log has one line at once and then one every ten seconds.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const outages = new Map<OutageName, Outage>();
  return pino(
    {
      level,
      redact: ['req.headers.authorization'],
      hooks: {
        logMethod(args, method) {
          const failure = failureOf(args[0]);
          if (failure === null) return method.apply(this, args);
          const outage = outages.get(failure.name) ?? new Outage(failure.name, () => outages.delete(failure.name));
          outages.set(failure.name, outage);
          outage.count(failure.reason, (line, text) => method.call(this, line, text));
        },
      },
    },
    destination ?? pino.destination(1),
  );
}

function failureOf(line: unknown): { readonly name: OutageName; readonly reason: string } | null {
  if (typeof line !== 'object' || line === null) return null;
  const { err, outage } = line as { err?: unknown; outage?: unknown };
  const unavailable = findUnavailable(err);
  if (unavailable) return { name: 'database', reason: unavailable.message };
  return outage === 'broker' && err instanceof Error ? { name: 'broker', reason: err.message } : null;
}

/** The cause, if the error or each of several errors comes from an outage of the database. */
function findUnavailable(error: unknown): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof AggregateError)) return null;
  const all = error.errors.map(findUnavailable);
  return all.includes(null) ? null : (all[0] ?? null);
}

type WriteLine = (line: object, text: string) => void;

/** Counts the failures of an outage. Over when nothing failed for as long as a line stands for. */
class Outage {
  private readonly name: OutageName;
  private readonly onOver: () => void;
  private readonly startedAt = performance.now();
  private failures = 0;
  private reason = '';
  private write: WriteLine | null = null;

  constructor(name: OutageName, onOver: () => void) {
    this.name = name;
    this.onOver = onOver;
  }

  count(reason: string, write: WriteLine): void {
    this.reason = reason;
    if (this.write === null) {
      write({ outage: this.name, reason }, TEXTS[this.name]);
      this.wait();
    } else this.failures += 1;
    this.write = write;
  }

  private wait(): void {
    setTimeout(() => {
      if (this.failures === 0) return this.onOver();
      const seconds = Math.round((performance.now() - this.startedAt) / 1000);
      this.write?.({ outage: this.name, reason: this.reason, failures: this.failures, seconds }, TEXTS[this.name]);
      this.failures = 0;
      this.wait();
    }, LINE_EVERY_MS).unref();
  }
}

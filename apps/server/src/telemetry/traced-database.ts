import type { Actor, Database } from '../db/index.ts';
import type { Tracing } from './tracing.ts';

/** A database whose transactions are spans, inside a trace only: the timers of the server have none. */
export function traceTransactions(db: Database, tracing: Tracing): Database {
  async function inSpan<T>(actor: Actor['kind'] | 'nobody', transact: () => Promise<T>): Promise<T> {
    if (tracing.current() === null) return transact();
    const attributes = { 'db.system.name': 'postgresql', 'munjigi.actor': actor };
    const span = tracing.start('transaction', { kind: 'client', attributes });
    try {
      const result = await transact();
      span.end();
      return result;
    } catch (error) {
      span.end({ error: codeOf(error) });
      throw error;
    }
  }
  return {
    ...db,
    withActor: (actor, work) => inSpan(actor.kind, () => db.withActor(actor, work)),
    doAtOnce: (actor, query, options) => inSpan(actor.kind, () => db.doAtOnce(actor, query, options)),
    readWithoutActor: (query) => inSpan('nobody', () => db.readWithoutActor(query)),
  };
}

/** An SQLSTATE, the code of a problem or the class of an error: a message can contain what a person typed. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

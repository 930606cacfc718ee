import type { Clock } from '../clock.ts';
import type { Tx } from '../db/index.ts';
import type { Caller, Person } from './caller.ts';

/**
 * The inputs of every change: its transaction, the person who makes it, and the clock. A use case takes it as its first
 * parameter and passes it on whole.
 */
export interface UnitOfWork<Actor extends Caller = Person> {
  readonly tx: Tx;
  readonly clock: Clock;
  readonly actor: Actor;
}

import type { CommandErrorCode, CommandStatus } from '@munjigi/contract';
import type { LockWord, Order } from './drivers/index.ts';

/** What a device's word means for an order that is under way (DR-2). No clock, no database: a table of cases. */

export interface UnderWay {
  readonly id: string;
  readonly action: Order;
  readonly status: 'QUEUED' | 'SENT' | 'ACCEPTED';
  /** The lock's state when the order was sent; `MOVING` when it was on its way. */
  readonly stateWhenSent: string | null;
  /** It has told its old state again since the order was sent. */
  readonly hasAnswered: boolean;
}

export type Verdict =
  | { readonly kind: 'next'; readonly status: CommandStatus; readonly error: CommandErrorCode | null }
  /** It heard us and is as it was: taken for a refusal if nothing else comes soon. */
  | { readonly kind: 'answered' };

const SETTLED: Record<Order, readonly LockWord[]> = { OPEN: ['UNLOCKED', 'UNLATCHED'], LOCK: ['LOCKED'] };
const ON_ITS_WAY: Record<Order, readonly LockWord[]> = { OPEN: ['UNLOCKING', 'OPENING'], LOCK: ['LOCKING'] };
const OPPOSITE: Record<Order, Order> = { OPEN: 'LOCK', LOCK: 'OPEN' };

export function isWanted(action: Order, state: string): boolean {
  return (SETTLED[action] as readonly string[]).includes(state);
}

/** `newer`: the orders sent after this one, which may be what the device is answering. */
export function judge(command: UnderWay, word: LockWord, newer: readonly UnderWay[]): Verdict | null {
  if (command.status === 'QUEUED') return null;
  if (isWanted(command.action, word)) return { kind: 'next', status: 'EXECUTED', error: null };
  if (ON_ITS_WAY[command.action].includes(word)) {
    return command.status === 'SENT' ? { kind: 'next', status: 'ACCEPTED', error: null } : null;
  }
  if (word === 'JAMMED') return { kind: 'next', status: 'FAILED', error: 'JAMMED' };
  if (!isWanted(OPPOSITE[command.action], word)) return null;
  // It settled on the contrary. Because somebody ordered that since?
  if (newer.some((other) => other.status !== 'QUEUED' && other.action === OPPOSITE[command.action])) {
    return { kind: 'next', status: 'FAILED', error: 'SUPERSEDED' };
  }
  if (command.status === 'ACCEPTED') return { kind: 'next', status: 'FAILED', error: 'REFUSED' };
  // Only if it was at rest there when we asked: otherwise it is the end of an earlier movement.
  return command.stateWhenSent !== null && isWanted(OPPOSITE[command.action], command.stateWhenSent) ? { kind: 'answered' } : null;
}

/** How an order ends for which nothing more came in time. `isFresh`: what we know of the lock has been listened to ever since. */
export function verdictAtDeadline(command: UnderWay, { lockState, isMoving, isFresh }: { lockState: string; isMoving: boolean; isFresh: boolean }): { status: CommandStatus; error: CommandErrorCode | null } {
  if (command.status === 'QUEUED') return { status: 'EXPIRED', error: 'EXPIRED_UNSENT' };
  if (wasThere(command) && isFresh && isWanted(command.action, lockState) && !isMoving) return { status: 'EXECUTED', error: null };
  return command.hasAnswered ? { status: 'FAILED', error: 'REFUSED' } : { status: 'TIMED_OUT', error: 'NO_ANSWER' };
}

/** A lock that is already as asked often says nothing: firmware tells each state once (DOMAIN.md 1.4). */
export function wasThere(command: Pick<UnderWay, 'action' | 'stateWhenSent'>): boolean {
  return command.stateWhenSent !== null && isWanted(command.action, command.stateWhenSent);
}

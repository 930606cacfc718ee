import type { CommandErrorCode } from '@munjigi/contract';
import type { GuestProblem } from '../shared/guest-api.ts';
import type { TextKey, Translate } from '../shared/texts.ts';

/** What a refusal of payment, cancellation, help or rating means to the guest. */
export function describeProblem(problem: GuestProblem, text: Translate): string {
  if (problem.status === 429) return text('problem.LIMITED');
  switch (problem.code) {
    case 'STALE':
    case 'STATE_NOT_ALLOWED':
      return text('problem.STATE_NOT_ALLOWED');
    case 'HOLD_ENDING':
    case 'PAYMENT_UNDER_WAY':
    case 'PRICE_CHANGED':
    case 'AMOUNT_DIFFERS':
    case 'PROVIDER_REFUSED':
    case 'REFUND_CHANGED':
    case 'INVALID_CODE':
    case 'PHONE_CODE_REQUIRED':
    case 'TOO_MANY_COMPANIONS':
    case 'SLOT_TAKEN':
    case 'NO_CONNECTION':
    case 'AGE_CHECK_NEEDED':
      return text(`problem.${problem.code}`);
    case 'PROVIDER_NOT_SET':
    case 'AMOUNT_TOO_SMALL':
      return text('pay.none');
    default:
      return text('problem.OTHER');
  }
}

/** What to do when a door did not open, by the error of its command (GP-3). */
const WHY_NOT_OPENED: Readonly<Record<CommandErrorCode, TextKey>> = {
  DEVICE_OFFLINE: 'door.why.NOT_REACHED',
  BROKER_UNREACHABLE: 'door.why.NOT_REACHED',
  SEND_FAILED: 'door.why.NOT_REACHED',
  EXPIRED_UNSENT: 'door.why.NOT_REACHED',
  NO_ANSWER: 'door.why.NO_ANSWER',
  SUPERSEDED: 'door.why.NO_ANSWER',
  JAMMED: 'door.why.JAMMED',
  DOOR_LOCKED_DOWN: 'door.why.LOCKED_DOWN',
  FIRE_RELEASE: 'door.why.FIRE_RELEASE',
  REFUSED: 'door.why.OTHER',
  NOT_SUPPORTED: 'door.why.OTHER',
  FORMER_STATE_UNKNOWN: 'door.why.OTHER',
};

export function describeCommandError(code: CommandErrorCode | undefined, text: Translate): string {
  return text(code === undefined ? 'door.why.OTHER' : WHY_NOT_OPENED[code]);
}

/** What to do when the server refused to open a door. */
export function describeOpenProblem(problem: GuestProblem, text: Translate): string {
  if (problem.status === 429) return text('door.why.LIMITED', { seconds: Math.max(1, problem.retryAfterSeconds) });
  switch (problem.code) {
    case 'OUTSIDE_ACCESS_WINDOW':
      return text('door.why.WINDOW');
    case 'OPENING_UNDER_WAY':
    case 'IDEMPOTENCY_IN_PROGRESS':
      return text('door.why.UNDER_WAY');
    case 'STATE_NOT_ALLOWED':
      return text('door.why.STATE');
    case 'EMERGENCY_IN_FORCE':
      return text('door.why.LOCKED_DOWN');
    case 'FIRE_RELEASE_IN_FORCE':
      return text('door.why.FIRE_RELEASE');
    case 'DOOR_HELD_OPEN':
      return text('door.why.HELD_OPEN');
    case 'NO_CONNECTION':
      return text('door.why.NO_CONNECTION');
    default:
      return text('door.why.OTHER');
  }
}

import { z } from 'zod';
import { HISTORY_ACTIONS, HISTORY_STATUSES } from './command-values.ts';
import { deviceState } from './device-states.ts';
import { id, instant } from '../fields.ts';

/** Why a command failed. Texts for people come from the browser's locales. */
export const COMMAND_ERRORS = [
  'DEVICE_OFFLINE',
  'BROKER_UNREACHABLE',
  'SUPERSEDED',
  'EXPIRED_UNSENT',
  'NO_ANSWER',
  'JAMMED',
  'REFUSED',
  'NOT_SUPPORTED',
  'DOOR_LOCKED_DOWN',
  'FIRE_RELEASE',
  'SEND_FAILED',
  /** An undo cannot restore the device: the server did not know its state before. */
  'FORMER_STATE_UNKNOWN',
] as const;
export type CommandErrorCode = (typeof COMMAND_ERRORS)[number];

/**
 * The cause of an entry. `RESERVATION`: its code or its start. `GUEST`: the guest, with the access token. `UNKNOWN`: a device changed without a command of
 * the server.
 */
export const CAUSE_KINDS = ['PERSON', 'RESERVATION', 'GUEST', 'AUTOMATION', 'DEVICE', 'UNKNOWN'] as const;
/** Matter's OperationSource, upper-cased (docs/domain.md 1.6). */
export const OPERATION_SOURCES = [
  'UNSPECIFIED',
  'MANUAL',
  'PROPRIETARY_REMOTE',
  'KEYPAD',
  'AUTO',
  'BUTTON',
  'SCHEDULE',
  'REMOTE',
  'RFID',
  'BIOMETRIC',
] as const;
export type OperationSource = (typeof OPERATION_SOURCES)[number];

export const command = z.object({
  id,
  target: z.object({ kind: z.enum(['DOOR', 'DEVICE']), id, name: z.string() }),
  storeId: id,
  roomId: id.nullable(),
  action: z.enum(HISTORY_ACTIONS),
  /** The state that `SET` requested, or that `CHANGED` and `PRESSED` report. */
  state: deviceState.nullable(),
  status: z.enum(HISTORY_STATUSES),
  cause: z.object({ kind: z.enum(CAUSE_KINDS), id: id.nullable(), label: z.string() }),
  source: z.enum(OPERATION_SOURCES),
  reason: z.string().nullable(),
  requestedAt: instant,
  expiresAt: instant.nullable(),
  sentAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  /** The time from the request to the device's final report, in milliseconds. */
  latencyMs: z.number().int().nonnegative().nullable(),
  error: z.object({ code: z.enum(COMMAND_ERRORS), message: z.string() }).nullable(),
  /** Of a report: the command that caused it (DH-20). Absent: no command can have caused it. */
  commandId: id.optional(),
  /** In the history only: the lock of an empty room opened without a command, a code or a person inside. */
  incident: z.literal('UNKNOWN_OPENING').optional(),
});
export type Command = z.infer<typeof command>;

/**
 * Statuses of a command (DR-2); the last five are final. `REPORTED` is an event that a device sent without a command
 * (DH-1).
 */
export const COMMAND_STATUSES = [
  'QUEUED',
  'SENT',
  'ACCEPTED',
  'EXECUTED',
  'FAILED',
  'TIMED_OUT',
  'EXPIRED',
  'REJECTED_OFFLINE',
] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];
export const HISTORY_STATUSES = [...COMMAND_STATUSES, 'REPORTED'] as const;
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];

/**
 * The first four actions are commands: two for a door, two for a device of a room. The others are reports of a device.
 */
export const HISTORY_ACTIONS = [
  'OPEN',
  'LOCK',
  'SET',
  'PRESS',
  'LOCKED',
  'UNLOCKED',
  'UNLATCHED',
  'JAMMED',
  /** Reports: a lock's keypad denied entry; a device of a room changed its state; a button was pressed. */
  'DENIED',
  'CHANGED',
  'PRESSED',
  'ONLINE',
  'OFFLINE',
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

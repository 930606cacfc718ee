import type { DeviceKind, DeviceState, DriverName, OperationSource, RequestedState } from '@munjigi/contract';

/** The meaning of a device message, independent of its wire format, which stays in the driver. */
export type Report =
  | LockReport
  /** Members of the state of a device; missing members are unchanged. `unknown`: members that have no value any more. */
  | { readonly kind: 'state'; readonly state: DeviceState; readonly unknown?: readonly (keyof DeviceState)[] }
  /** An event that leaves no state: a pressed button, or a refused code at the keypad of a lock. */
  | {
      readonly kind: 'event';
      readonly action: 'PRESSED' | 'DENIED';
      readonly name: string;
      readonly source?: OperationSource;
      /** The number of the code that was refused, if the lock knows it. */
      readonly user?: string;
    }
  /** The reply of the device to the command with this id, if its protocol has replies. */
  | { readonly kind: 'reply'; readonly orderId: string; readonly outcome: ReplyOutcome; readonly note: string }
  /** The content of a code slot of the lock. */
  | { readonly kind: 'code'; readonly slot: number; readonly state: 'ENABLED' | 'DISABLED' | 'ABSENT' }
  /**
   * A code was written or deleted. `slot`: `null` if the lock does not name it. `stamp`: the same in every repeated
   * report of one success; `null` if the lock reports a success once.
   */
  | {
      readonly kind: 'code-written';
      readonly outcome: 'SET' | 'CLEARED';
      readonly slot: number | null;
      readonly stamp: string | null;
    }
  /** Every code in the memory of the lock was deleted. */
  | { readonly kind: 'codes-cleared' }
  /** A report on one of the availability topics; `index` says on which. */
  | { readonly kind: 'availability'; readonly index: number; readonly isAvailable: boolean }
  | { readonly kind: 'leaf'; readonly state: LeafWord }
  /** Whole per cent; `null`: the device reports a battery and no charge that can be read. */
  | { readonly kind: 'battery'; readonly percent: number | null };

/** `UNKNOWN`: the sensor reports that it does not know the position of the leaf. */
export type LeafWord = 'OPEN' | 'CLOSED' | 'FORCED_OPEN' | 'UNKNOWN';

export interface LockReport {
  readonly kind: 'lock';
  readonly state: LockWord;
  /** The source of the operation, if the lock reports it. */
  readonly source?: OperationSource;
  /** The number of the code or card that was used. */
  readonly user?: string;
  /** Inferred, not reported: the strike of a relay is open while its pulse lasts (docs/domain.md 1.6). */
  readonly isInferred?: boolean;
}

export type ReplyOutcome = 'ACCEPTED' | 'REFUSED';

export type LockWord =
  | 'LOCKED'
  | 'UNLOCKED'
  | 'UNLATCHED'
  | 'LOCKING'
  | 'UNLOCKING'
  | 'OPENING'
  | 'JAMMED'
  | 'NOT_FULLY_LOCKED'
  | 'UNKNOWN';

export type DriverAction = 'OPEN' | 'LOCK' | 'SET' | 'PRESS';
/** `forSeconds`: the seconds until a self-closing device closes; `null`: it stays open until a command to lock. */
export type DriverCommand =
  | { readonly action: 'OPEN'; readonly forSeconds: number | null }
  | { readonly action: 'LOCK' }
  | { readonly action: 'SET'; readonly state: RequestedState }
  | { readonly action: 'PRESS' };

/** A message that a driver cannot read, with the label that it is counted under. */
export class Unreadable extends Error {
  readonly reason: RefusedMessage;
  constructor(reason: RefusedMessage) {
    super(reason);
    this.reason = reason;
  }
}

/** A member of a message that the driver could not read. The other members of the message were read. */
export interface OddMember {
  /** The name of the member in the message, such as `battery` or `users.12.status`. */
  readonly member: string;
  /** What the device sent, at most 100 characters without control characters. */
  readonly text: string;
  readonly reason: RefusedMessage;
}

/** What a driver read from one message. */
export interface ReadMessage {
  readonly reports: readonly Report[];
  readonly odd: readonly OddMember[];
}

/**
 * Why a message of a device was refused, or a member of it not read: the labels of
 * `munjigi_device_messages_refused_total` and `munjigi_device_odd_members_total`.
 */
export type RefusedMessage =
  | 'not_json'
  | 'not_an_object'
  | 'too_large'
  | 'too_many_entities'
  | 'hostile_topic'
  | 'foreign_topic'
  | 'bad_shape'
  | 'duplicate_id'
  | 'not_a_device'
  | 'unknown_state'
  | 'unknown_reply'
  | 'flood'
  | 'changed_after_approval'
  | 'reserved_topic'
  | 'unsupported_event'
  | 'failed';

export interface OutgoingMessage {
  readonly topic: string;
  readonly payload: string;
}

/** A device as its driver describes it. */
export interface DriverDevice {
  /** The topics on which the device publishes. */
  readonly topics: readonly string[];
  /** The topics on which the device receives commands. */
  readonly commandTopics: readonly string[];
  /** The number of availability topics and how they combine. 0: the server cannot know whether the device is online. */
  readonly availability: { readonly mode: 'latest' | 'all' | 'any'; readonly count: number };
  /** Whether the device opens for a moment and locks again by itself. */
  readonly opensMomentarily: boolean;
  /** How long the device may take to answer. */
  readonly timeoutMs: number;
  /** How long after a repeated old state the command counts as refused, in milliseconds. */
  readonly refusalGraceMs: number;
  /**
   * Whether the device reports that it has executed the command. Without reports the new state is only inferred
   * (docs/domain.md 1.5 a).
   */
  confirms(order: DriverCommand): boolean;
  /**
   * Reads one message, each member alone. Throws `Unreadable` if nothing of it can be read. May remember earlier
   * messages, so messages must be read in order.
   */
  read(topic: string, payload: Buffer): ReadMessage;
  /**
   * The messages of a command: one, or one per topic for a device that takes a state in parts. Each is sent once. They
   * carry `orderId` if the protocol has a place for it.
   */
  messages(order: DriverCommand, orderId: string): readonly OutgoingMessage[];
  /** Queries the state of a device that does not report it by itself when it is back; otherwise `null`. */
  readonly question: OutgoingMessage | null;
  /** The code memory of the lock, if it has one. */
  readonly codes?: LockCodes;
}

/** A driver with the settings of one device. */
export interface BoundDevice extends DriverDevice {
  readonly driver: DriverName;
}

/** PIN codes in the memory of a lock, by slot. `read` reports the results. */
export interface LockCodes {
  /** The slots that the server uses. People may have stored codes in others. */
  readonly slots: { readonly first: number; readonly count: number };
  set(slot: number, code: string, isEnabled: boolean): OutgoingMessage;
  clear(slot: number): OutgoingMessage;
  /** Queries the content of a slot. */
  question(slot: number): OutgoingMessage;
}

export interface Driver {
  readonly name: DriverName;
  /** Throws if the settings are invalid for the driver. */
  bind(settings: unknown): DriverDevice;
}

/** The kind of a bound device: the lock of a door, or a device of a room. */
export type BoundKind = 'LOCK' | DeviceKind;

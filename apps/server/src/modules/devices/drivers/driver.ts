import type { DeviceKind, DeviceState, DriverName, OperationSource, WantedState } from '@munjigi/contract';

/** What a device's message means, in our words. Everything about its wire stays in its driver. */
export type Report =
  | LockReport
  /** Members of a device's state; those that it does not name are as they were. */
  | { readonly kind: 'state'; readonly state: DeviceState }
  /** Something was done at it that leaves no state: a button, a refused code at a lock's keypad. */
  | { readonly kind: 'event'; readonly action: 'PRESSED' | 'DENIED'; readonly name: string; readonly source?: OperationSource }
  /** The device's answer to the order with this id, where its wire has one. */
  | { readonly kind: 'reply'; readonly orderId: string; readonly outcome: ReplyOutcome; readonly note: string }
  /** What a place of the lock's memory for codes holds. */
  | { readonly kind: 'code'; readonly slot: number; readonly state: 'ENABLED' | 'DISABLED' | 'ABSENT' }
  /**
   * A code was written or taken away. `slot`: `null` where the lock does not say which. `stamp`: the same each time that it
   * tells of the same success; `null` where it tells once.
   */
  | { readonly kind: 'code-written'; readonly outcome: 'SET' | 'CLEARED'; readonly slot: number | null; readonly stamp: string | null }
  /** One of the device's availability topics spoke; `index` says which. */
  | { readonly kind: 'availability'; readonly index: number; readonly isAvailable: boolean }
  | { readonly kind: 'leaf'; readonly state: 'OPEN' | 'CLOSED' }
  /** Whole per cent. */
  | { readonly kind: 'battery'; readonly percent: number };

export interface LockReport {
  readonly kind: 'lock';
  readonly state: LockWord;
  /** Who or what moved it, where the lock says so. */
  readonly source?: OperationSource;
  /** The number of the code or card that was used. */
  readonly user?: string;
  /** Concluded, not seen: a relay's strike is open while its pulse lasts (docs/domain.md 1.6). */
  readonly isInferred?: boolean;
}

export type ReplyOutcome = 'ACCEPTED' | 'REFUSED';

export type LockWord = 'LOCKED' | 'UNLOCKED' | 'UNLATCHED' | 'LOCKING' | 'UNLOCKING' | 'OPENING' | 'JAMMED' | 'NOT_FULLY_LOCKED' | 'UNKNOWN';

export type OrderAction = 'OPEN' | 'LOCK' | 'SET' | 'PRESS';
/** `forSeconds`: how long it stays open where the device closes by itself; `null`: until it is told to lock. */
export type Order =
  | { readonly action: 'OPEN'; readonly forSeconds: number | null }
  | { readonly action: 'LOCK' }
  | { readonly action: 'SET'; readonly state: WantedState }
  | { readonly action: 'PRESS' };

/** A message that a driver cannot read, with the label that it is counted under. */
export class Unreadable extends Error {
  readonly reason: RefusedMessage;
  constructor(reason: RefusedMessage) {
    super(reason);
    this.reason = reason;
  }
}

/** Why a message of a device was not worked on; the labels of `munjigi_device_messages_refused_total`. */
export type RefusedMessage =
  | 'not_json' | 'not_an_object' | 'too_large' | 'too_many_entities' | 'hostile_topic' | 'foreign_topic' | 'bad_shape' | 'duplicate_id'
  | 'not_a_device' | 'unknown_state' | 'unknown_reply' | 'flood' | 'changed_after_approval' | 'reserved_topic' | 'failed';

export interface OutgoingMessage {
  readonly topic: string;
  readonly payload: string;
}

/** A driver with the settings of one device. */
export interface BoundDevice {
  /** Everything that the device may say something on. */
  readonly topics: readonly string[];
  /** Everything that it is told something on. */
  readonly commandTopics: readonly string[];
  /** Topics of availability, and how they are counted together. None: whether it is there cannot be known. */
  readonly availability: { readonly mode: 'latest' | 'all' | 'any'; readonly count: number };
  /** It opens for a moment and locks again by itself. */
  readonly opensMomentarily: boolean;
  /** How long it may take to answer. */
  readonly timeoutMs: number;
  /** After it repeated its old state in answer to a command: how long until that is taken for a refusal. */
  readonly refusalGraceMs: number;
  /** Whether it tells when it has done this. One that never reports can only be believed (docs/domain.md 1.5 a). */
  confirms(order: Order): boolean;
  /** Throws `Unreadable`. May remember what was said just before, so one is read by one. */
  read(topic: string, payload: Buffer): Report[];
  /**
   * What the order is on the wire: one message, or one for each topic where a device takes a state in parts. Sent once each.
   * `orderId` goes along where the wire has a place for it.
   */
  messages(order: Order, orderId: string): readonly OutgoingMessage[];
  /** Asks it to tell its state, where it does not by itself when it is back. */
  readonly question: OutgoingMessage | null;
  /** Codes that the lock keeps itself. */
  readonly codes?: LockCodes;
}

/** PIN codes in a lock's own memory, by the number of their place. What comes of a message is reported by `read`. */
export interface LockCodes {
  /** The places that are ours; people may have put codes of their own into others. */
  readonly slots: { readonly first: number; readonly count: number };
  set(slot: number, code: string, isEnabled: boolean): OutgoingMessage;
  clear(slot: number): OutgoingMessage;
  /** Asks what is in the place. */
  question(slot: number): OutgoingMessage;
}

export interface Driver {
  readonly name: DriverName;
  /** Throws when the settings are not what the driver made. */
  bind(settings: unknown): BoundDevice;
}

/** What is bound: a door's lock, or a device of a room. */
export type BoundKind = 'LOCK' | DeviceKind;

import type { DriverName } from '@munjigi/contract';

/** What a device's message means, in our words. Everything about its wire stays in its driver. */
export type Report =
  | { readonly kind: 'lock'; readonly state: LockWord }
  /** One of the device's availability topics spoke; `index` says which. */
  | { readonly kind: 'availability'; readonly index: number; readonly isAvailable: boolean }
  | { readonly kind: 'leaf'; readonly state: 'OPEN' | 'CLOSED' }
  /** Whole per cent. */
  | { readonly kind: 'battery'; readonly percent: number };

export type LockWord = 'LOCKED' | 'UNLOCKED' | 'UNLATCHED' | 'LOCKING' | 'UNLOCKING' | 'OPENING' | 'JAMMED' | 'UNKNOWN';
export type Order = 'OPEN' | 'LOCK';

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
  | 'not_a_lock' | 'unknown_state' | 'flood' | 'changed_after_approval' | 'reserved_topic' | 'failed';

/** A driver with the settings of one device. */
export interface BoundDevice {
  /** Everything that the device may say something on. */
  readonly topics: readonly string[];
  /** Topics of availability, and how they are counted together. None: whether it is there cannot be known. */
  readonly availability: { readonly mode: 'latest' | 'all' | 'any'; readonly count: number };
  /** A lock that never reports can only be believed (DOMAIN.md 1.5 a). */
  readonly reportsState: boolean;
  /** It opens for a moment and locks again by itself. */
  readonly opensMomentarily: boolean;
  /** How long it may take to answer. */
  readonly timeoutMs: number;
  /** After it repeated its old state in answer to a command: how long until that is taken for a refusal. */
  readonly refusalGraceMs: number;
  /** Throws `Unreadable`. */
  read(topic: string, payload: Buffer): Report[];
  message(order: Order): { readonly topic: string; readonly payload: string };
}

export interface Driver {
  readonly name: DriverName;
  /** Throws when the settings are not what the driver made. */
  bind(settings: unknown): BoundDevice;
}

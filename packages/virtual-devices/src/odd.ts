/**
 * Odd behaviour that devices are known for: their corpus is in `apps/server/src/modules/devices/corpus`, and
 * docs/domain.md 1.3 to 1.5 names the sources. It is off by default, and the same seed plays the same behaviour in the
 * order of the messages.
 */

import { createSeededRandom } from '@munjigi/rules/seeded-random';

/**
 * `BATTERY`: out of range or empty. `MISSING`, `NULL`: one member is missing or null. `UNKNOWN_WORD`: a word outside the
 * list. `DUPLICATE`: a message comes twice. `REORDERED`: a message comes after the next one. `LATE`: a message comes
 * seconds later. `LOST`: a message never comes, and the next one does. `OLD_RETAINED`: after a reconnect an earlier state
 * comes as a retained message before the present one.
 */
export const ODD_KINDS = [
  'BATTERY',
  'MISSING',
  'NULL',
  'UNKNOWN_WORD',
  'DUPLICATE',
  'REORDERED',
  'LATE',
  'LOST',
  'OLD_RETAINED',
] as const;
export type OddKind = (typeof ODD_KINDS)[number];

export interface OddDeviceOptions {
  /** The share of messages with odd behaviour; 0: none. */
  readonly rate: number;
  readonly seed: number;
  /** The kinds to play; all by default. */
  readonly kinds?: readonly OddKind[];
  /** By how many milliseconds a message is late; 4000 by default. */
  readonly lateMs?: number;
}

export interface DeviceMessage {
  readonly topic: string;
  readonly payload: string | Readonly<Record<string, unknown>>;
  readonly isRetained?: boolean;
}

/** The switch of a running device. */
export interface OddSwitch {
  rate: number;
  /** How often each kind was played. */
  readonly played: Readonly<Record<OddKind, number>>;
}

const BATTERIES: readonly unknown[] = [200, null, '', -1];
const BATTERY_TEXTS = ['200', 'None', '', '-1'];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  state: ['unknown', 'UNKNOWN'],
  lock_state: ['unknown_255', 'undefined'],
  action: ['unknown', 'non_access_user_operation'],
  door_state: ['undefined', 'unknown_9'],
};
const LATE_MS = 4000;

export function createOddSender(
  options: OddDeviceOptions | undefined,
  publish: (message: DeviceMessage) => void,
): OddSender {
  return new OddSender(options ?? { rate: 0, seed: 1 }, publish);
}

/** Sends the messages of a device as an odd device would. */
export class OddSender implements OddSwitch {
  rate: number;
  readonly played = Object.fromEntries(ODD_KINDS.map((kind) => [kind, 0])) as Record<OddKind, number>;
  private readonly kinds: readonly OddKind[];
  private readonly lateMs: number;
  private readonly draw: () => number;
  private readonly publish: (message: DeviceMessage) => void;
  private readonly timers = new Set<NodeJS.Timeout>();
  /** The two latest messages of each topic. */
  private readonly former = new Map<string, DeviceMessage[]>();
  /** A message that comes after the next one. */
  private held: DeviceMessage | null = null;
  private wasLost = false;

  constructor(
    { rate, seed, kinds = ODD_KINDS, lateMs = LATE_MS }: OddDeviceOptions,
    publish: (message: DeviceMessage) => void,
  ) {
    this.rate = rate;
    this.kinds = kinds;
    this.lateMs = lateMs;
    this.draw = createSeededRandom(seed);
    this.publish = publish;
  }

  /** `isFirst`: the state after a connection. */
  send(message: DeviceMessage, { isFirst = false }: { readonly isFirst?: boolean } = {}): void {
    const isOdd = this.rate > 0 && this.draw() < this.rate;
    const kind = isOdd ? this.pick(this.possibleKinds(message, isFirst)) : undefined;
    const before = this.held;
    if (kind !== 'LOST') this.wasLost = false;
    if (kind === undefined) this.publish(message);
    else {
      this.played[kind] += 1;
      this.play(kind, message);
    }
    // A message that was held comes after this one.
    if (before !== null && this.held === before) this.release();
    this.former.set(message.topic, [...(this.former.get(message.topic) ?? []), message].slice(-2));
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private readonly pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(this.draw() * values.length)];

  private after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, ms);
    this.timers.add(timer);
  }

  private release(): void {
    const message = this.held;
    this.held = null;
    if (message) this.publish(message);
  }

  private possibleKinds(message: DeviceMessage, isFirst: boolean): readonly OddKind[] {
    const hasOld = isFirst && this.former.has(message.topic) && this.kinds.includes('OLD_RETAINED');
    // A reconnect is rare, and an old state is what may follow it.
    if (hasOld && this.draw() < 0.5) return ['OLD_RETAINED'];
    const can: Partial<Record<OddKind, boolean>> = {
      ...possibleMembers(message),
      LOST: !this.wasLost && !isFirst,
      LATE: !isFirst,
      REORDERED: this.held === null && !isFirst,
      OLD_RETAINED: hasOld,
    };
    return this.kinds.filter((kind) => can[kind] ?? true);
  }

  private play(kind: OddKind, message: DeviceMessage): void {
    if (kind === 'DUPLICATE') this.publish(message);
    if (kind === 'OLD_RETAINED') {
      const [old] = this.former.get(message.topic) ?? [];
      if (old) this.publish({ ...old, isRetained: true });
    }
    if (kind === 'LATE') return this.after(this.lateMs, () => this.publish(message));
    if (kind === 'LOST') return void (this.wasLost = true);
    if (kind === 'REORDERED') {
      this.held = message;
      return this.after(this.lateMs / 2, () => this.release());
    }
    for (const altered of alterMessage(kind, message, this.pick)) this.publish(altered);
  }
}

/** Which changes of its payload a message allows. */
function possibleMembers({ topic, payload }: DeviceMessage): Partial<Record<OddKind, boolean>> {
  if (typeof payload === 'string') {
    const isBattery = topic.includes('battery');
    return { BATTERY: isBattery, UNKNOWN_WORD: topic.endsWith('/state') && !isBattery, MISSING: false, NULL: false };
  }
  const names = Object.keys(payload);
  return {
    BATTERY: names.includes('battery'),
    UNKNOWN_WORD: names.some((name) => Object.hasOwn(WORDS, name)),
    MISSING: names.length > 1,
    NULL: names.length > 0,
  };
}

type Pick = <T>(values: readonly T[]) => T | undefined;

/** The messages in place of this one: one with an odd member, or an odd text before it. */
function alterMessage(kind: OddKind, message: DeviceMessage, pick: Pick): DeviceMessage[] {
  const { payload } = message;
  if (typeof payload === 'string') {
    if (kind === 'BATTERY') return [{ ...message, payload: pick(BATTERY_TEXTS) ?? '' }];
    return kind === 'UNKNOWN_WORD' ? [{ ...message, payload: 'None' }, message] : [message];
  }
  return [{ ...message, payload: alterMembers(kind, payload, pick) }];
}

function alterMembers(
  kind: OddKind,
  members: Readonly<Record<string, unknown>>,
  pick: Pick,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(members);
  if (kind === 'BATTERY') return { ...members, battery: pick(BATTERIES) };
  const name = pick(kind === 'UNKNOWN_WORD' ? names.filter((one) => Object.hasOwn(WORDS, one)) : names);
  if (name === undefined) return members;
  if (kind === 'UNKNOWN_WORD') return { ...members, [name]: pick(WORDS[name] ?? []) };
  if (kind === 'NULL') return { ...members, [name]: null };
  if (kind === 'MISSING') return Object.fromEntries(Object.entries(members).filter(([one]) => one !== name));
  return members;
}

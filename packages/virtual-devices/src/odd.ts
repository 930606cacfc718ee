/**
 * Odd behaviour that devices are known for: their corpus is in `apps/server/src/modules/devices/corpus`, and
 * docs/domain.md 1.3 to 1.5 names the sources. It is off by default, and the same seed plays the same behaviour in the
 * order of the messages.
 */

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

export interface OddSender extends OddSwitch {
  /** `isFirst`: the state after a connection. */
  send(message: DeviceMessage, options?: { readonly isFirst?: boolean }): void;
  stop(): void;
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
  { rate, seed, kinds = ODD_KINDS, lateMs = LATE_MS }: OddDeviceOptions = { rate: 0, seed: 1 },
  publish: (message: DeviceMessage) => void,
): OddSender {
  const draw = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(draw() * values.length)];
  const played = Object.fromEntries(ODD_KINDS.map((kind) => [kind, 0])) as Record<OddKind, number>;
  const timers = new Set<NodeJS.Timeout>();
  /** The two latest payloads of each topic. */
  const former = new Map<string, DeviceMessage[]>();
  let held: DeviceMessage | null = null;
  let wasLost = false;

  function after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  }
  function release(): void {
    const message = held;
    held = null;
    if (message) publish(message);
  }
  function possibleKinds(message: DeviceMessage, isFirst: boolean): OddKind[] {
    const can: Partial<Record<OddKind, boolean>> = {
      ...possibleMembers(message),
      LOST: !wasLost && !isFirst,
      LATE: !isFirst,
      REORDERED: held === null && !isFirst,
      OLD_RETAINED: isFirst && former.has(message.topic),
    };
    // A reconnect is rare, and an old state is what may follow it.
    if (can.OLD_RETAINED === true && kinds.includes('OLD_RETAINED') && draw() < 0.5) return ['OLD_RETAINED'];
    return kinds.filter((kind) => can[kind] ?? true);
  }
  function play(kind: OddKind, message: DeviceMessage): void {
    if (kind === 'DUPLICATE') publish(message);
    if (kind === 'OLD_RETAINED') {
      const [old] = former.get(message.topic) ?? [];
      if (old) publish({ ...old, isRetained: true });
    }
    if (kind === 'LATE') return after(lateMs, () => publish(message));
    if (kind === 'LOST') return void (wasLost = true);
    if (kind === 'REORDERED') {
      held = message;
      return after(lateMs / 2, release);
    }
    for (const altered of alterMessage(kind, message, pick)) publish(altered);
  }

  const sender: OddSender = {
    rate,
    played,
    send(message, { isFirst = false } = {}) {
      const kind = sender.rate > 0 && draw() < sender.rate ? pick(possibleKinds(message, isFirst)) : undefined;
      const before = held;
      if (kind !== 'LOST') wasLost = false;
      if (kind === undefined) publish(message);
      else {
        played[kind] += 1;
        play(kind, message);
      }
      // A message that was held comes after this one.
      if (before !== null && held === before) release();
      former.set(message.topic, [...(former.get(message.topic) ?? []), message].slice(-2));
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
  return sender;
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

/** The generator mulberry32, which draws the same numbers for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

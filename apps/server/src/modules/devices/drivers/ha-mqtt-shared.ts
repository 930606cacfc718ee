import { Unreadable, type BoundDevice, type OddMember, type Report } from './driver.ts';
import type { DeviceSettings } from './ha-settings.ts';
import { readMember } from './odd-members.ts';
import { NO_VALUE, valueAt, type ValuePath } from './template.ts';

/** The common parts of locks and devices announced by Home Assistant's discovery. */
type Shared = Pick<DeviceSettings, 'availability' | 'battery' | 'timeoutMs' | 'refusalGraceMs'>;

export function sharedBinding(
  settings: Shared,
  own: readonly (string | null | undefined)[],
): Pick<BoundDevice, 'topics' | 'availability' | 'timeoutMs' | 'refusalGraceMs' | 'question'> {
  const { availability, battery, timeoutMs, refusalGraceMs } = settings;
  const topics = [...own, battery?.topic, ...availability.topics.map((topic) => topic.topic)];
  return {
    topics: [...new Set(topics.filter((topic) => topic !== null && topic !== undefined))],
    availability: { mode: availability.mode, count: availability.topics.length },
    timeoutMs,
    refusalGraceMs,
    // By the convention of Home Assistant states are retained, so no query is needed.
    question: null,
  };
}

/** One message on a topic of an announced device, and the members of it that could not be read. */
export interface HaMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly odd: OddMember[];
}

/** The name of the member at a place; `name` if the value is the whole message. */
export function nameAt(path: ValuePath, name: string): string {
  return path === null ? name : path.join('.');
}

/**
 * Reads the value at one place of a message with `toResult`. `undefined`: the message says nothing of it, or it was
 * odd.
 */
export function readValue<T>(
  { payload, odd }: HaMessage,
  { path, member }: { readonly path: ValuePath; readonly member: string },
  toResult: (text: string) => T,
): T | undefined {
  const text = readMember(odd, member, payload.toString('utf8', 0, 1000), () => valueAt(path, payload));
  return text === undefined ? undefined : readMember(odd, member, text, () => toResult(text));
}

export function readShared(settings: Shared, message: HaMessage): Report[] {
  return [...readAvailability(settings, message), ...readBattery(settings, message)];
}

function readAvailability({ availability }: Shared, message: HaMessage): Report[] {
  return availability.topics.flatMap((item, index): Report[] => {
    if (item.topic !== message.topic) return [];
    const isAvailable = readValue(message, { path: item.path, member: 'availability' }, (text) => {
      if (text !== item.available && text !== item.notAvailable) throw new Unreadable('unknown_state');
      return text === item.available;
    });
    return isAvailable === undefined ? [] : [{ kind: 'availability', index, isAvailable }];
  });
}

function readBattery({ battery }: Shared, message: HaMessage): Report[] {
  if (battery?.topic !== message.topic) return [];
  const before = message.odd.length;
  const { path } = battery;
  const percent = readValue(message, { path, member: nameAt(path, 'battery') }, (text) => {
    if (text === NO_VALUE) return null;
    const value = toNumber(text);
    if (!(value >= 0 && value <= 100)) throw new Unreadable('unknown_state');
    return Math.round(value);
  });
  // A charge that cannot be read is not the charge of the last message.
  const isOdd = message.odd.length > before;
  return percent === undefined && !isOdd ? [] : [{ kind: 'battery', percent: percent ?? null }];
}

/** `NaN` for every text that is not a finite number, also for an empty one. */
export function toNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

import { isPlainTopic } from '../../../mqtt/index.ts';
import { Unreadable, type OddMember } from './driver.ts';
import { membersOf, type Members } from './ha-abbreviations.ts';
import type { HaAvailability } from './ha-settings.ts';
import { readMember } from './odd-members.ts';
import { parseTemplate, toPythonText, type ValuePath } from './template.ts';

/** Reads and checks the members of one announcement. */
export interface MemberReader {
  /** A payload, a name or a template. Home Assistant reads numbers and booleans as the text that Python prints. */
  text(key: string): string | undefined;
  /** A text that the entity works without: `undefined`, and an odd member, if it cannot be read. */
  optional(key: string): string | undefined;
  /** `undefined` if the member is missing or not a number. */
  number(key: string): number | undefined;
  /**
   * With `~` replaced; `null` if the member is missing. Throws `Unreadable` unless the topic is a plain topic of the
   * store.
   */
  topic(key: string): string | null;
  /** The place of a value. A template that is not supported becomes an obstacle of the announcement. */
  path(key: string): ValuePath;
  /** Records a key that is not supported. */
  obstacle(key: string): void;
}

export interface Part {
  readonly id: string;
  readonly members: Members;
  /** The members that the part has itself; the others come from the root. */
  readonly own: Members;
}

/** The context of an entity: its id, the topics that it may name, and the other parts of its device. */
export interface EntityContext {
  readonly objectId: string;
  readonly owns: (topic: string) => boolean;
  readonly parts: readonly Part[];
  readonly obstacles: string[];
  /** The members of the announcement that could not be read, and that it does not need. */
  readonly odd: OddMember[];
}

export function createMemberReader(
  members: Members,
  { owns, obstacles, odd }: Pick<EntityContext, 'owns' | 'obstacles' | 'odd'>,
): MemberReader {
  function text(key: string): string | undefined {
    const value = members.get(key);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new Unreadable('bad_shape');
    const found = toPythonText(value);
    if (found.length > 1000 || /[\u0000\ud800-\udfff]/u.test(found)) throw new Unreadable('bad_shape');
    return found;
  }
  return {
    text,
    optional: (key) => readMember(odd, key, members.get(key), () => text(key)),
    number(key) {
      const found = text(key);
      const value = found === undefined || found.trim() === '' ? Number.NaN : Number(found);
      return Number.isFinite(value) ? value : undefined;
    },
    topic(key) {
      const value = text(key);
      if (value === undefined) return null;
      const base = text('base') ?? '';
      const topic = value.startsWith('~')
        ? base + value.slice(1)
        : value.endsWith('~')
          ? value.slice(0, -1) + base
          : value;
      if (!isPlainTopic(topic)) throw new Unreadable('hostile_topic');
      if (!owns(topic)) throw new Unreadable('foreign_topic');
      return topic;
    },
    path(key) {
      const found = parseTemplate(text(key));
      if (found === undefined) obstacles.push(key);
      return found ?? null;
    },
    obstacle: (key) => void obstacles.push(key),
  };
}

export function readAvailabilitySettings(members: Members, around: EntityContext): HaAvailability {
  const read = createMemberReader(members, around);
  const mode = read.text('availability_mode') ?? 'latest';
  if (mode !== 'latest' && mode !== 'all' && mode !== 'any') throw new Unreadable('bad_shape');
  const list = members.get('availability');
  const entries = list === undefined ? [] : Array.isArray(list) ? (list as unknown[]) : [list];
  if (entries.length > 10) throw new Unreadable('bad_shape');
  const topics = entries.map((entry) => {
    const own = membersOf(entry);
    const topic = own && createMemberReader(new Map([...own, ['base', members.get('base')]]), around).topic('topic');
    if (!own || !topic) throw new Unreadable('bad_shape');
    return availabilityTopic(topic, createMemberReader(own, around), 'value_template');
  });
  const single = read.topic('availability_topic');
  if (single !== null) topics.push(availabilityTopic(single, read, 'availability_template'));
  return { mode, topics };
}

function availabilityTopic(topic: string, read: MemberReader, template: string): HaAvailability['topics'][number] {
  return {
    topic,
    path: read.path(template),
    available: read.text('payload_available') ?? 'online',
    notAvailable: read.text('payload_not_available') ?? 'offline',
  };
}

/** The battery of the device, from another of its parts; `null`: it has none, or its part cannot be read. */
export function readBattery(around: EntityContext): { topic: string; path: ValuePath } | null {
  return readOtherPart(around, isBattery, (read, topic) => ({ topic, path: read.path('value_template') }));
}

/** Whether a part is the battery of its device. */
export function isBattery({ members }: Pick<Part, 'members'>): boolean {
  return members.get('platform') === 'sensor' && members.get('device_class') === 'battery';
}

/**
 * Reads another part of the device that reports a value of the entity. A part that cannot be read is recorded, and the
 * entity works without it.
 */
export function readOtherPart<T>(
  around: EntityContext,
  isMeant: (part: Part) => boolean,
  toSettings: (read: MemberReader, topic: string) => T,
): T | null {
  const part = around.parts.find(isMeant);
  if (!part) return null;
  const read = createMemberReader(part.members, around);
  const settings = readMember(around.odd, `cmps.${part.id}`, Object.fromEntries(part.own), () => {
    const topic = read.topic('state_topic');
    return topic === null ? null : toSettings(read, topic);
  });
  return settings ?? null;
}

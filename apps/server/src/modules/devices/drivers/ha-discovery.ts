import { isPlainTopic, MOST_PAYLOAD_BYTES } from '../../../mqtt/index.ts';
import { Unreadable } from './driver.ts';
import { membersOf, type Members } from './ha-abbreviations.ts';
import type { LockSettings } from './ha-settings.ts';
import { parseJson, parseTemplate, type ValuePath } from './template.ts';

/** Reads announcements of Home Assistant's MQTT discovery. They are a stranger's text: nothing of them is believed unseen. */

export interface AnnouncedLock {
  /** The device's own name for this lock, the same in every announcement. */
  readonly deviceKey: string;
  readonly name: string;
  readonly manufacturer: string | null;
  readonly model: string | null;
  /** The key of the announcement that we cannot follow; such a lock cannot be approved. */
  readonly obstacle: string | null;
  readonly settings: LockSettings;
}

export interface DiscoverySource {
  /** Below `<prefix>/homeassistant/`: `lock/node/object/config`, `device/object/config`. */
  readonly below: string;
  /** Whether a topic belongs to the store that the announcement was made in, and is not discovery itself. */
  readonly owns: (topic: string) => boolean;
}

const MOST_PARTS = 500;
const WIFI_LOCK = { timeoutMs: 10_000, refusalGraceMs: 2000 };
/** It repeats its old state for seconds before the new one comes (DOMAIN.md 1.3). */
const ZIGBEE_LOCK = { timeoutMs: 30_000, refusalGraceMs: 30_000 };

/** An empty list: the announcement was taken back, or holds no lock. Throws `Unreadable`. */
export function readAnnouncement({ below, owns }: DiscoverySource, payload: Buffer): AnnouncedLock[] {
  const [component = '', ...rest] = below.split('/');
  if (rest.length < 2 || rest.length > 3) throw new Unreadable('bad_shape');
  if (component !== 'lock' && component !== 'device') throw new Unreadable('not_a_lock');
  if (payload.length === 0) return [];
  if (payload.length > MOST_PAYLOAD_BYTES) throw new Unreadable('too_large');
  const root = membersOf(parseJson(payload.toString('utf8')));
  if (!root) throw new Unreadable('not_an_object');
  const objectId = rest.slice(0, -1).join('/');
  if (component === 'lock') return [readLock(root, { objectId, owns, parts: [] })];

  const parts = membersOf(root.get('components'));
  if (!parts) throw new Unreadable('bad_shape');
  if (parts.size > MOST_PARTS) throw new Unreadable('too_many_entities');
  const whole = [...parts].map(([id, part]): Part => {
    const own = membersOf(part);
    if (!own) throw new Unreadable('bad_shape');
    // What the device says for all its parts counts where a part does not say it itself.
    return { id, members: new Map([...root, ...own]) };
  });
  return whole
    .filter((part) => part.members.get('platform') === 'lock')
    .map((part) => readLock(part.members, { objectId: `${objectId}/${part.id}`, owns, parts: whole }));
}

interface Part {
  readonly id: string;
  readonly members: Members;
}
interface Around {
  readonly objectId: string;
  readonly owns: (topic: string) => boolean;
  readonly parts: readonly Part[];
}

function readLock(members: Members, { objectId, owns, parts }: Around): AnnouncedLock {
  const read = reader(members, owns);
  const commandTopic = read.topic('command_topic');
  if (commandTopic === null) throw new Unreadable('bad_shape');
  const obstacles: string[] = [];
  const path = (template: string | undefined, key: string): ValuePath => {
    const found = parseTemplate(template);
    if (found === undefined) obstacles.push(key);
    return found ?? null;
  };
  if (parseTemplate(read.text('command_template')) !== null) obstacles.push('command_template');
  if (read.text('code_format') !== undefined) obstacles.push('code_format');

  const device = membersOf(members.get('device'));
  const origin = membersOf(members.get('origin'));
  const about = device ? reader(device, owns) : null;
  const isZigbee = origin !== null && reader(origin, owns).text('name') === 'Zigbee2MQTT';
  const stateTopic = read.topic('state_topic');
  if (stateTopic === commandTopic) throw new Unreadable('hostile_topic');
  const settings: LockSettings = {
    commandTopic,
    stateTopic,
    statePath: path(read.text('value_template'), 'value_template'),
    payloads: {
      lock: read.text('payload_lock') ?? 'LOCK',
      unlock: read.text('payload_unlock') ?? 'UNLOCK',
      open: read.text('payload_open') ?? null,
      reset: read.text('payload_reset') ?? 'None',
    },
    states: {
      locked: read.text('state_locked') ?? 'LOCKED',
      unlocked: read.text('state_unlocked') ?? 'UNLOCKED',
      locking: read.text('state_locking') ?? 'LOCKING',
      unlocking: read.text('state_unlocking') ?? 'UNLOCKING',
      jammed: read.text('state_jammed') ?? 'JAMMED',
      open: read.text('state_open') ?? 'OPEN',
      opening: read.text('state_opening') ?? 'OPENING',
    },
    availability: readAvailability(members, owns, path),
    leaf: readLeaf(parts, owns, path),
    battery: readBattery(parts, owns, path),
    ...(isZigbee ? ZIGBEE_LOCK : WIFI_LOCK),
  };
  return {
    deviceKey: (read.text('unique_id') ?? objectId).slice(0, 200),
    name: (read.text('name') ?? about?.text('name') ?? objectId).trim().slice(0, 60) || objectId.slice(0, 60),
    manufacturer: about?.text('manufacturer')?.slice(0, 100) ?? null,
    model: about?.text('model')?.slice(0, 100) ?? null,
    obstacle: obstacles[0] ?? null,
    settings,
  };
}

type PathOf = (template: string | undefined, key: string) => ValuePath;

function readAvailability(members: Members, owns: Around['owns'], path: PathOf): LockSettings['availability'] {
  const read = reader(members, owns);
  const mode = read.text('availability_mode') ?? 'latest';
  if (mode !== 'latest' && mode !== 'all' && mode !== 'any') throw new Unreadable('bad_shape');
  const list = members.get('availability');
  const entries = list === undefined ? [] : Array.isArray(list) ? (list as unknown[]) : [list];
  if (entries.length > 10) throw new Unreadable('bad_shape');
  const topics = entries.map((entry) => {
    const own = membersOf(entry);
    const topic = own && reader(new Map([...own, ['base', members.get('base')]]), owns).topic('topic');
    if (!own || !topic) throw new Unreadable('bad_shape');
    return availabilityTopic(topic, reader(own, owns), path, 'value_template');
  });
  const single = read.topic('availability_topic');
  if (single !== null) topics.push(availabilityTopic(single, read, path, 'availability_template'));
  return { mode, topics };
}

function availabilityTopic(topic: string, read: Reader, path: PathOf, template: string): LockSettings['availability']['topics'][number] {
  return {
    topic,
    path: path(read.text(template), 'availability_template'),
    available: read.text('payload_available') ?? 'online',
    notAvailable: read.text('payload_not_available') ?? 'offline',
  };
}

function readLeaf(parts: readonly Part[], owns: Around['owns'], path: PathOf): LockSettings['leaf'] {
  const part = parts.find(({ members }) => members.get('platform') === 'binary_sensor' && ['door', 'opening'].includes(String(members.get('device_class'))));
  const read = part && reader(part.members, owns);
  const topic = read?.topic('state_topic') ?? null;
  if (!read || topic === null) return null;
  return {
    topic,
    path: path(read.text('value_template'), 'value_template'),
    open: read.text('payload_on') ?? 'ON',
    closed: read.text('payload_off') ?? 'OFF',
  };
}

function readBattery(parts: readonly Part[], owns: Around['owns'], path: PathOf): LockSettings['battery'] {
  const part = parts.find(({ members }) => members.get('platform') === 'sensor' && members.get('device_class') === 'battery');
  const read = part && reader(part.members, owns);
  const topic = read?.topic('state_topic') ?? null;
  return read && topic !== null ? { topic, path: path(read.text('value_template'), 'value_template') } : null;
}

interface Reader {
  /** A payload, a name, a template. Home Assistant takes numbers for texts too. */
  text(key: string): string | undefined;
  /** With `~` filled in; refused when it is not the store's own plain topic. */
  topic(key: string): string | null;
}

function reader(members: Members, owns: (topic: string) => boolean): Reader {
  function text(key: string): string | undefined {
    const value = members.get(key);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') throw new Unreadable('bad_shape');
    const found = String(value);
    if (found.length > 1000 || /[\u0000\ud800-\udfff]/u.test(found)) throw new Unreadable('bad_shape');
    return found;
  }
  return {
    text,
    topic(key) {
      const given = text(key);
      if (given === undefined) return null;
      const base = text('base') ?? '';
      const topic = given.startsWith('~') ? base + given.slice(1) : given.endsWith('~') ? given.slice(0, -1) + base : given;
      if (!isPlainTopic(topic)) throw new Unreadable('hostile_topic');
      if (!owns(topic)) throw new Unreadable('foreign_topic');
      return topic;
    },
  };
}

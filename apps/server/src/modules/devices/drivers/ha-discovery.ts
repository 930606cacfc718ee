import type { DeviceTraits } from '@munjigi/contract';
import { MOST_PAYLOAD_BYTES } from '../../../mqtt/index.ts';
import { Unreadable, type BoundKind, type OddMember } from './driver.ts';
import { membersOf, type Members } from './ha-abbreviations.ts';
import { kindOf, readDevice } from './ha-devices.ts';
import { isLeaf, readLockSettings } from './ha-lock.ts';
import { createMemberReader, isBattery, type EntityContext, type Part } from './ha-reader.ts';
import type { DeviceSettings, LockSettings } from './ha-settings.ts';
import { readMember, readObject } from './odd-members.ts';
import { parseJson } from './template.ts';

/** Reads announcements of Home Assistant's MQTT discovery. They are untrusted input, so every member is checked. */

export interface AnnouncedDevice {
  /** The id of the entity, the same in every announcement. */
  readonly deviceKey: string;
  readonly kind: BoundKind;
  readonly traits: DeviceTraits;
  readonly name: string;
  readonly manufacturer: string | null;
  readonly model: string | null;
  /** The key of the announcement that is not supported; such a device cannot be approved. */
  readonly obstacle: string | null;
  readonly settings: LockSettings | DeviceSettings;
}

export interface ReadAnnouncement {
  /** Empty: the announcement was withdrawn, or has no supported entity. */
  readonly devices: readonly AnnouncedDevice[];
  /** The parts and members that could not be read. The other ones were. */
  readonly odd: readonly OddMember[];
}

export interface DiscoverySource {
  /** Below `<prefix>/homeassistant/`: `lock/node/object/config`, `device/object/config`. */
  readonly below: string;
  /** Whether a topic belongs to the store of the announcement and is not a discovery topic. */
  readonly owns: (topic: string) => boolean;
}

const MOST_PARTS = 500;

/** Reads an announcement, each part of a device alone. Throws `Unreadable` if nothing of it can be read. */
export function readAnnouncement({ below, owns }: DiscoverySource, payload: Buffer): ReadAnnouncement {
  const [component = '', ...rest] = below.split('/');
  if (rest.length < 2 || rest.length > 3) throw new Unreadable('bad_shape');
  if (component !== 'device' && boundKind(component) === null) throw new Unreadable('not_a_device');
  const odd: OddMember[] = [];
  if (payload.length === 0) return { devices: [], odd };
  if (payload.length > MOST_PAYLOAD_BYTES) throw new Unreadable('too_large');
  const root = membersOf(parseJson(payload.toString('utf8')));
  if (!root) throw new Unreadable('not_an_object');
  const objectId = rest.slice(0, -1).join('/');
  if (component === 'device') return { devices: readParts({ objectId, owns, root, odd }), odd };
  return { devices: [readEntity(component, root, { objectId, owns, parts: [], obstacles: [], odd })], odd };
}

interface DeviceAnnouncement extends Pick<EntityContext, 'objectId' | 'owns' | 'odd'> {
  readonly root: Members;
}

/** Reads the parts of a device. One that cannot be read, or was removed, leaves the others as they are. */
function readParts({ objectId, owns, root, odd }: DeviceAnnouncement): AnnouncedDevice[] {
  const entries = membersOf(root.get('components'));
  if (!entries) throw new Unreadable('bad_shape');
  if (entries.size > MOST_PARTS) throw new Unreadable('too_many_entities');
  const parts = [...entries].flatMap(([id, value]): Part[] => {
    const own = membersOf(readMember(odd, `cmps.${id}`, value, () => readObject(value)));
    // Members of the root apply to every part that does not set them itself.
    return own === null || isRemoved(own) ? [] : [{ id, own, members: new Map([...root, ...own]) }];
  });
  const read = (part: Part): AnnouncedDevice[] => {
    const platform = String(part.members.get('platform'));
    const context = { objectId: `${objectId}/${part.id}`, owns, parts, obstacles: [], odd };
    const device = readMember(odd, `cmps.${part.id}`, Object.fromEntries(part.own), () =>
      readEntity(platform, part.members, context),
    );
    return device === undefined ? [] : [device];
  };
  const isLock = (part: Part) => part.members.get('platform') === 'lock';
  const locks = parts.filter(isLock).flatMap(read);
  const others = parts.filter(
    (part) =>
      !isLock(part) && boundKind(part.members.get('platform')) !== null && !isPartOfDevice(part, locks.length > 0),
  );
  return [...locks, ...others.flatMap(read)];
}

/** A part with its platform alone was removed from the device, also if the root sets topics (docs/domain.md 1.5). */
function isRemoved(own: Members): boolean {
  return own.size === 1 && own.has('platform');
}

function boundKind(platform: unknown): BoundKind | null {
  return platform === 'lock' ? 'LOCK' : kindOf(platform);
}

/** Whether a part is the battery of a device or the leaf of a lock, which are not devices themselves. */
function isPartOfDevice(part: Part, hasLock: boolean): boolean {
  return isBattery(part) || (hasLock && isLeaf(part));
}

function readEntity(platform: string, members: Members, around: EntityContext): AnnouncedDevice {
  const kind = boundKind(platform);
  if (kind === null) throw new Unreadable('not_a_device');
  const read = createMemberReader(members, around);
  const about = readGroup(members, 'device', around);
  const isZigbee = readGroup(members, 'origin', around)('name') === 'Zigbee2MQTT';
  const { settings, traits } =
    kind === 'LOCK'
      ? { settings: readLockSettings(members, around, isZigbee), traits: {} }
      : readDevice(kind, members, around);
  const key = (read.text('unique_id') ?? around.objectId).slice(0, 180);
  return {
    // Unique ids are unique per platform only.
    deviceKey: kind === 'LOCK' ? key : `${platform}:${key}`,
    kind,
    traits,
    name: nameOf(read.optional('name'), about('name'), around.objectId),
    manufacturer: about('manufacturer')?.slice(0, 100) ?? null,
    model: about('model')?.slice(0, 100) ?? null,
    obstacle: around.obstacles[0] ?? null,
    settings,
  };
}

/** The texts of a group of members that the device works without: `device` and `origin`. */
function readGroup(members: Members, key: string, around: EntityContext): (name: string) => string | undefined {
  const value = members.get(key);
  const group =
    value === undefined || value === null
      ? null
      : membersOf(readMember(around.odd, key, value, () => readObject(value)) ?? null);
  return (name) => (group === null ? undefined : createMemberReader(group, around).optional(name));
}

function nameOf(own: string | undefined, device: string | undefined, objectId: string): string {
  return (own ?? device ?? objectId).trim().slice(0, 60) || objectId.slice(0, 60);
}

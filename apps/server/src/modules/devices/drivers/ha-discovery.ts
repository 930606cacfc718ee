import type { DeviceTraits } from '@munjigi/contract';
import { MOST_PAYLOAD_BYTES } from '../../../mqtt/index.ts';
import { Unreadable, type BoundKind } from './driver.ts';
import { membersOf, type Members } from './ha-abbreviations.ts';
import { kindOf, readDevice } from './ha-devices.ts';
import { isLeaf, readLockSettings } from './ha-lock.ts';
import { createMemberReader, type EntityContext, type Part } from './ha-reader.ts';
import type { DeviceSettings, LockSettings } from './ha-settings.ts';
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

export interface DiscoverySource {
  /** Below `<prefix>/homeassistant/`: `lock/node/object/config`, `device/object/config`. */
  readonly below: string;
  /** Whether a topic belongs to the store of the announcement and is not a discovery topic. */
  readonly owns: (topic: string) => boolean;
}

const MOST_PARTS = 500;

/** Reads an announcement. An empty list: it was withdrawn, or has no supported entity. Throws `Unreadable`. */
export function readAnnouncement({ below, owns }: DiscoverySource, payload: Buffer): AnnouncedDevice[] {
  const [component = '', ...rest] = below.split('/');
  if (rest.length < 2 || rest.length > 3) throw new Unreadable('bad_shape');
  if (component !== 'device' && boundKind(component) === null) throw new Unreadable('not_a_device');
  if (payload.length === 0) return [];
  if (payload.length > MOST_PAYLOAD_BYTES) throw new Unreadable('too_large');
  const root = membersOf(parseJson(payload.toString('utf8')));
  if (!root) throw new Unreadable('not_an_object');
  const objectId = rest.slice(0, -1).join('/');
  if (component !== 'device') return [readEntity(component, root, { objectId, owns, parts: [], obstacles: [] })];

  const parts = membersOf(root.get('components'));
  if (!parts) throw new Unreadable('bad_shape');
  if (parts.size > MOST_PARTS) throw new Unreadable('too_many_entities');
  const whole = [...parts].map(([id, part]): Part => {
    const own = membersOf(part);
    if (!own) throw new Unreadable('bad_shape');
    // Members of the root apply to every part that does not set them itself.
    return { id, members: new Map([...root, ...own]) };
  });
  const hasLock = whole.some((part) => part.members.get('platform') === 'lock');
  return whole
    .filter((part) => boundKind(part.members.get('platform')) !== null && !isTold(part, hasLock))
    .map((part) =>
      readEntity(String(part.members.get('platform')), part.members, {
        objectId: `${objectId}/${part.id}`,
        owns,
        parts: whole,
        obstacles: [],
      }),
    );
}

function boundKind(platform: unknown): BoundKind | null {
  return platform === 'lock' ? 'LOCK' : kindOf(platform);
}

/** Whether a part is the battery of a device or the leaf of a lock, which are not devices themselves. */
function isTold(part: Part, hasLock: boolean): boolean {
  const isBattery = part.members.get('platform') === 'sensor' && part.members.get('device_class') === 'battery';
  return isBattery || (hasLock && isLeaf(part));
}

function readEntity(platform: string, members: Members, around: EntityContext): AnnouncedDevice {
  const kind = boundKind(platform);
  if (kind === null) throw new Unreadable('not_a_device');
  const read = createMemberReader(members, around);
  const device = membersOf(members.get('device'));
  const origin = membersOf(members.get('origin'));
  const about = device ? createMemberReader(device, around) : null;
  const isZigbee = origin !== null && createMemberReader(origin, around).text('name') === 'Zigbee2MQTT';
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
    name: nameOf(read.text('name'), about?.text('name'), around.objectId),
    manufacturer: about?.text('manufacturer')?.slice(0, 100) ?? null,
    model: about?.text('model')?.slice(0, 100) ?? null,
    obstacle: around.obstacles[0] ?? null,
    settings,
  };
}

function nameOf(own: string | undefined, device: string | undefined, objectId: string): string {
  return (own ?? device ?? objectId).trim().slice(0, 60) || objectId.slice(0, 60);
}

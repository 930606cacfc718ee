import { Unreadable } from './driver.ts';
import type { Members } from './ha-abbreviations.ts';
import {
  readAvailabilitySettings,
  readBattery,
  readOtherPart,
  createMemberReader,
  type EntityContext,
} from './ha-reader.ts';
import type { LockSettings } from './ha-settings.ts';
import { parseTemplate } from './template.ts';

const WIFI_LOCK = { timeoutMs: 10_000, refusalGraceMs: 2000 };
/** The lock repeats its old state for seconds before it reports the new one (docs/domain.md 1.3). */
const ZIGBEE_LOCK = { timeoutMs: 30_000, refusalGraceMs: 30_000 };

export function readLockSettings(members: Members, around: EntityContext, isZigbee: boolean): LockSettings {
  const read = createMemberReader(members, around);
  const commandTopic = read.topic('command_topic');
  if (commandTopic === null) throw new Unreadable('bad_shape');
  if (parseTemplate(read.text('command_template')) !== null) read.obstacle('command_template');
  if (read.text('code_format') !== undefined) read.obstacle('code_format');
  const stateTopic = read.topic('state_topic');
  if (stateTopic === commandTopic) throw new Unreadable('hostile_topic');
  return {
    commandTopic,
    stateTopic,
    statePath: read.path('value_template'),
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
    availability: readAvailabilitySettings(members, around),
    leaf: readLeaf(around),
    battery: readBattery(around),
    ...(isZigbee ? ZIGBEE_LOCK : WIFI_LOCK),
  };
}

/** Whether a part is the contact sensor of the door leaf. */
export function isLeaf({ members }: { readonly members: Members }): boolean {
  return (
    members.get('platform') === 'binary_sensor' && ['door', 'opening'].includes(String(members.get('device_class')))
  );
}

function readLeaf(around: EntityContext): LockSettings['leaf'] {
  return readOtherPart(around, isLeaf, (read, topic) => ({
    topic,
    path: read.path('value_template'),
    open: read.text('payload_on') ?? 'ON',
    closed: read.text('payload_off') ?? 'OFF',
  }));
}

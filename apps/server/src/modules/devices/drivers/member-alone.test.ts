import { describe, expect, it } from 'vitest';
import { readAnnouncement } from './ha-discovery.ts';
import { bindDriver, type BoundDevice, type Report } from './index.ts';

/** One odd member of a message must change no other one, in any driver. */

const BAD: readonly unknown[] = [null, '', 'x', -1, 1e9, 'NaN', [], {}, true];

type Message = Record<string, unknown>;

interface MemberCase {
  /** The way to the member in the message: `users.11.status`. */
  readonly member: string;
  /** The name under which it is counted, if that is another one. */
  readonly counted?: string;
  /** The results that depend on it, by the keys of `flatten`. */
  readonly decides: readonly string[];
  /** The values that are right for this member or say nothing. */
  readonly allowed?: readonly unknown[];
}

interface DeviceCase {
  readonly name: string;
  readonly bind: () => BoundDevice;
  readonly topic: string;
  readonly message: Message;
  readonly members: readonly MemberCase[];
}

const zigbee =
  (kind: string, more: object = {}) =>
  () =>
    bindDriver('zigbee2mqtt', { kind, baseTopic: 'b', friendlyName: 'd', hasAvailability: false, ...more });
const shelly = (kind: string) => () => bindDriver('shelly', { kind, topicPrefix: 's', component: 'light', channel: 0 });
const announced = (below: string, announcement: object) => () => {
  const { devices } = readAnnouncement({ below, owns: () => true }, Buffer.from(JSON.stringify(announcement)));
  return bindDriver('ha-mqtt', devices[0]?.settings);
};
/** Home Assistant's word for a value that is not known is no mistake. */
const SAYS_UNKNOWN = [null];
const battery: MemberCase = { member: 'battery', decides: ['battery'] };

const ANNOUNCED_LOCK = announced('device/d/config', {
  stat_t: 'h/d',
  cmps: {
    lock: { p: 'lock', uniq_id: 'l', cmd_t: 'h/d/set', val_tpl: '{{ value_json.state }}', stat_locked: 'LOCK' },
    leaf: { p: 'binary_sensor', dev_cla: 'door', val_tpl: '{{ value_json.contact }}', pl_on: false, pl_off: true },
    battery: { p: 'sensor', dev_cla: 'battery', val_tpl: '{{ value_json.power.battery }}' },
  },
});

const DEVICES: readonly DeviceCase[] = [
  {
    name: 'a lock behind Zigbee2MQTT that reports codes',
    bind: zigbee('LOCK'),
    topic: 'b/d',
    message: {
      state: 'LOCK',
      lock_state: 'locked',
      door_state: 'closed',
      battery: 80,
      action: 'pin_code_added',
      action_user: 12,
      last_successful_pincode_save: 5,
      last_successful_pincode_clear: 6,
      users: { 11: { status: 'enabled' }, 12: { status: 'disabled' } },
    },
    members: [
      battery,
      { member: 'lock_state', decides: [] },
      { member: 'door_state', decides: ['leaf'] },
      { member: 'action', decides: ['SET 12'], allowed: [null, '', 'x', 'NaN'] },
      { member: 'action_user', decides: ['SET 12', 'SET null'], allowed: [null] },
      { member: 'last_successful_pincode_save', decides: ['SET stamp'], allowed: [null, -1, 1e9] },
      { member: 'last_successful_pincode_clear', decides: ['CLEARED stamp'], allowed: [null, -1, 1e9] },
      { member: 'users', decides: ['code 11', 'code 12'], allowed: [null, {}] },
      { member: 'users.11', decides: ['code 11'], allowed: [{}] },
      { member: 'users.11.status', decides: ['code 11'] },
    ],
  },
  {
    name: 'a lock behind Zigbee2MQTT without `lock_state`',
    bind: zigbee('LOCK'),
    topic: 'b/d',
    message: { state: 'UNLOCK', door_state: 'open', battery: 80, users: { 11: { status: 'enabled' } } },
    members: [battery, { member: 'state', decides: ['lock'] }, { member: 'door_state', decides: ['leaf'] }],
  },
  {
    name: 'a lock behind Zigbee2MQTT that a guest opened',
    bind: zigbee('LOCK'),
    topic: 'b/d',
    message: { action: 'unlock', action_source_name: 'keypad', action_user: 7, battery: 80, door_state: 'closed' },
    members: [
      { member: 'action_source_name', decides: ['lock source'], allowed: [null, '', 'x', 'NaN'] },
      { member: 'action_user', decides: ['lock user'], allowed: [null] },
      battery,
    ],
  },
  {
    name: 'a light behind Zigbee2MQTT',
    bind: zigbee('LIGHT'),
    topic: 'b/d',
    message: { state: 'ON', brightness: 127, battery: 50 },
    members: [battery, { member: 'state', decides: ['isOn'] }, { member: 'brightness', decides: ['brightness'] }],
  },
  {
    name: 'a contact behind Zigbee2MQTT',
    bind: zigbee('BINARY_SENSOR', { property: 'contact' }),
    topic: 'b/d',
    message: { contact: false, battery: 50 },
    members: [battery, { member: 'contact', decides: ['isActive'], allowed: [true] }],
  },
  {
    name: 'a sensor behind Zigbee2MQTT',
    bind: zigbee('SENSOR', { property: 'humidity' }),
    topic: 'b/d',
    message: { humidity: 61.5, battery: 50 },
    members: [battery, { member: 'humidity', decides: ['value'], allowed: [-1, 1e9] }],
  },
  {
    name: 'a button behind Zigbee2MQTT',
    bind: zigbee('BUTTON'),
    topic: 'b/d',
    message: { action: 'single', battery: 50 },
    members: [battery, { member: 'action', decides: ['event'], allowed: [null, '', 'x', 'NaN'] }],
  },
  {
    name: 'a relay with Tasmota',
    bind: () =>
      bindDriver('tasmota', { kind: 'LOCK', topic: 't', fullTopic: '%prefix%/%topic%/', relay: 1, hasSeveral: false }),
    topic: 'stat/t/RESULT',
    message: { POWER: 'ON', Dimmer: 73 },
    members: [{ member: 'POWER', decides: ['lock'] }],
  },
  {
    name: 'a light of Shelly',
    bind: shelly('LIGHT'),
    topic: 's/events/rpc',
    message: { method: 'NotifyStatus', params: { 'light:0': { output: false, brightness: 40 } } },
    members: [
      { member: 'params.light:0', counted: 'light:0', decides: ['isOn', 'brightness'], allowed: [{}] },
      { member: 'params.light:0.output', counted: 'output', decides: ['isOn'], allowed: [true] },
      { member: 'params.light:0.brightness', counted: 'brightness', decides: ['brightness'] },
    ],
  },
  {
    name: 'a status of Shelly',
    bind: shelly('LIGHT'),
    topic: 's/munjigi/rpc',
    message: { id: 'status', result: { 'light:0': { output: false, brightness: 40 } } },
    members: [
      { member: 'result', decides: ['isOn', 'brightness'], allowed: [null, {}] },
      { member: 'result.light:0.output', counted: 'output', decides: ['isOn'], allowed: [true] },
    ],
  },
  {
    name: 'an announced lock with its leaf and its battery in one message',
    bind: ANNOUNCED_LOCK,
    topic: 'h/d',
    message: { state: 'LOCK', contact: false, power: { battery: 80 } },
    members: [
      { member: 'state', decides: ['lock'], allowed: SAYS_UNKNOWN },
      { member: 'contact', decides: ['leaf'], allowed: [...SAYS_UNKNOWN, true] },
      { member: 'power.battery', decides: ['battery'], allowed: SAYS_UNKNOWN },
    ],
  },
  {
    name: 'an announced light with the schema json',
    bind: announced('light/d/config', { cmd_t: 'h/d/set', stat_t: 'h/d', schema: 'json', sup_clrm: ['hs'] }),
    topic: 'h/d',
    message: { state: 'ON', brightness: 128 },
    members: [
      { member: 'state', decides: ['isOn'], allowed: SAYS_UNKNOWN },
      { member: 'brightness', decides: ['brightness'], allowed: SAYS_UNKNOWN },
    ],
  },
];

/** The results of a message, each under a key of its own. */
function flatten(reports: readonly Report[]): Map<string, unknown> {
  return new Map(
    reports.flatMap((report): [string, unknown][] => {
      switch (report.kind) {
        case 'lock':
          return [
            ['lock', report.state],
            ['lock source', report.source],
            ['lock user', report.user],
          ];
        case 'code':
          return [[`code ${report.slot}`, report.state]];
        case 'code-written':
          return [[`${report.outcome} ${report.stamp === null ? report.slot : 'stamp'}`, report.stamp]];
        case 'state':
          return [...Object.entries(report.state), ...(report.unknown ?? []).map((key): [string, null] => [key, null])];
        default:
          return [[report.kind, report]];
      }
    }),
  );
}

function replaceMember(message: Message, way: readonly string[], value: unknown): Message {
  const [first = '', ...rest] = way;
  return { ...message, [first]: rest.length === 0 ? value : replaceMember(message[first] as Message, rest, value) };
}

const read = ({ bind, topic }: DeviceCase, message: Message) =>
  bind().read(topic, Buffer.from(JSON.stringify(message)));

describe.each(DEVICES)('$name', (device) => {
  it('has no odd member in a right message', () => {
    const { reports, odd } = read(device, device.message);
    expect(odd).toEqual([]);
    for (const { decides } of device.members)
      for (const key of decides.filter((item) => item !== 'SET null'))
        expect([...flatten(reports).keys()]).toContain(key);
  });

  it.each(device.members)('is read without its odd member $member', ({ member, counted, decides, allowed = [] }) => {
    const right = flatten(read(device, device.message).reports);
    const harmless = allowed.map((value) => JSON.stringify(value));
    for (const value of BAD) {
      const text = JSON.stringify(value);
      const { reports, odd } = read(device, replaceMember(device.message, member.split('.'), value));
      const others = flatten(reports);
      for (const key of decides) others.delete(key);
      const expected = new Map(right);
      for (const key of decides) expected.delete(key);
      expect(Object.fromEntries(others), text).toEqual(Object.fromEntries(expected));
      const names = odd.map((item) => item.member);
      expect(names, text).toEqual(harmless.includes(text) ? [] : [counted ?? member]);
    }
  });
});

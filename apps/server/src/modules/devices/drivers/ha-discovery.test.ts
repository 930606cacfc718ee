import { announcementOf, buildLockTopics } from '@munjigi/virtual-devices';
import { describe, expect, it } from 'vitest';
import { Unreadable } from './driver.ts';
import { readAnnouncement } from './ha-discovery.ts';
import { haMqtt } from './ha-mqtt.ts';

const PREFIX = 'play/gangnam';
const owns = (topic: string) => topic.startsWith(`${PREFIX}/`) && !topic.startsWith(`${PREFIX}/homeassistant/`);

function announced(value: unknown, below = 'lock/front/lock/config') {
  return readAnnouncement({ below, owns }, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
}
function refusal(value: unknown, below?: string): string {
  try {
    announced(value, below);
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
  return 'taken';
}
const lock = (more: object = {}) => ({ uniq_id: 'x', cmd_t: `${PREFIX}/x/set`, stat_t: `${PREFIX}/x/state`, ...more });

describe('readAnnouncement', () => {
  it('reads the short keys, the base topic and the defaults', () => {
    const [found] = announced({
      '~': `${PREFIX}/r3/door`,
      uniq_id: 'r3-door',
      name: null,
      cmd_t: '~/set',
      stat_t: '~/state',
      pl_open: 'OPEN',
      avty_t: '~/avail',
      dev: { ids: ['r3-ctl'], name: 'Front', mf: 'ACME', mdl: 'DC-1' },
      o: { name: 'acme-fw', sw: '1.2' },
    });
    expect(found).toMatchObject({
      deviceKey: 'r3-door',
      name: 'Front',
      manufacturer: 'ACME',
      model: 'DC-1',
      obstacle: null,
    });
    expect(found?.settings).toMatchObject({
      commandTopic: `${PREFIX}/r3/door/set`,
      stateTopic: `${PREFIX}/r3/door/state`,
      payloads: { lock: 'LOCK', unlock: 'UNLOCK', open: 'OPEN' },
      availability: {
        mode: 'latest',
        topics: [{ topic: `${PREFIX}/r3/door/avail`, available: 'online', notAvailable: 'offline' }],
      },
      timeoutMs: 10_000,
    });
  });

  it('reads a device with its lock, contact and battery', () => {
    const message = announcementOf({
      prefix: PREFIX,
      name: 'front',
      label: 'Front',
      form: 'bundle',
      canUnlatch: false,
    });
    const [found, ...others] = announced(message, 'device/front/config');
    const topics = buildLockTopics(PREFIX, 'front', 'bundle');
    expect(others).toEqual([]);
    expect(found?.settings).toMatchObject({ leaf: { topic: topics.contact } });
    const bound = haMqtt.bind(found?.settings);
    expect(new Set(bound.topics)).toEqual(new Set([topics.state, topics.contact, topics.battery, topics.availability]));
    expect(bound.read(topics.contact, Buffer.from('ON'))).toEqual([{ kind: 'leaf', state: 'OPEN' }]);
    expect(bound.read(topics.battery, Buffer.from('87.4'))).toEqual([{ kind: 'battery', percent: 87 }]);
    expect(bound.read(topics.availability, Buffer.from('offline'))).toEqual([
      { kind: 'availability', index: 0, isAvailable: false },
    ]);
    expect(bound.messages({ action: 'OPEN', forSeconds: 5 }, 'x')).toEqual([
      { topic: topics.command, payload: 'UNLOCK' },
    ]);
  });

  it('reads a Zigbee2MQTT lock with templates, two availability topics and a long timeout', () => {
    const [found] = announced(
      lock({
        o: { name: 'Zigbee2MQTT' },
        val_tpl: '{{ value_json["state"] }}',
        stat_locked: 'LOCK',
        stat_unlocked: 'UNLOCK',
        avty: [
          { t: `${PREFIX}/bridge/state`, val_tpl: '{{ value_json.state }}' },
          { topic: `${PREFIX}/x/availability`, value_template: "{{ value_json['state'] }}" },
        ],
        avty_mode: 'all',
      }),
    );
    const bound = haMqtt.bind(found?.settings);
    expect(bound.availability).toEqual({ mode: 'all', count: 2 });
    expect(bound.timeoutMs).toBe(30_000);
    expect(bound.read(`${PREFIX}/x/state`, Buffer.from('{"state":"UNLOCK","battery":80}'))).toEqual([
      { kind: 'lock', state: 'UNLOCKED' },
    ]);
    expect(bound.read(`${PREFIX}/x/availability`, Buffer.from('{"state":"online"}'))).toEqual([
      { kind: 'availability', index: 1, isAvailable: true },
    ]);
    for (const bad of [
      '',
      'LOCK',
      '{}',
      '[]',
      'null',
      '{"state":{}}',
      '{"state":"?"}',
      '{"__proto__":{"state":"UNLOCK"}}',
    ]) {
      expect(() => bound.read(`${PREFIX}/x/state`, Buffer.from(bad))).toThrow(Unreadable);
    }
  });

  it('names the unsupported key as the obstacle', () => {
    expect(announced(lock({ val_tpl: '{% if value %}LOCKED{% endif %}' }))[0]?.obstacle).toBe('value_template');
    expect(announced(lock({ cmd_tpl: '{"state":"{{ value }}"}' }))[0]?.obstacle).toBe('command_template');
    expect(announced(lock({ code_format: '^\\d{4}$' }))[0]?.obstacle).toBe('code_format');
  });

  it('reads an empty message as a withdrawn announcement', () => {
    expect(announced('')).toEqual([]);
  });

  it('rejects foreign topics, wildcards, $SYS topics, NUL and discovery topics', () => {
    for (const topic of [
      'play/other/x/set',
      'elsewhere',
      PREFIX,
      `${PREFIX}x/set`,
      `${PREFIX}/homeassistant/lock/x/config`,
    ]) {
      expect(refusal(lock({ cmd_t: topic }))).toBe('foreign_topic');
      expect(refusal(lock({ avty: [{ t: topic }] }))).toBe('foreign_topic');
    }
    for (const topic of [`${PREFIX}/#`, `${PREFIX}/+/set`, '$SYS/broker', `${PREFIX}/${'x'.repeat(300)}`, '']) {
      expect(refusal(lock({ stat_t: topic }))).toBe('hostile_topic');
    }
    expect(refusal(lock({ cmd_t: `${PREFIX}/a\u0000b` }))).toBe('bad_shape');
    expect(refusal(lock({ stat_t: `${PREFIX}/x/set` }))).toBe('hostile_topic');
    expect(refusal(lock({ '~': `${PREFIX}/#`, cmd_t: '~/set' }))).toBe('hostile_topic');
  });

  it('rejects malformed announcements', () => {
    expect(refusal('{"cmd_t":')).toBe('not_json');
    for (const value of ['null', '[]', '"text"', '5', 'true']) expect(refusal(value)).toBe('not_an_object');
    for (const value of [
      {},
      { cmd_t: {} },
      { cmd_t: null },
      lock({ avty: 'x' }),
      lock({ avty_mode: 'most' }),
      lock({ name: ['x'] }),
    ]) {
      expect(refusal(value)).toBe('bad_shape');
    }
    expect(refusal(lock(), 'vacuum/x/config')).toBe('not_a_device');
    expect(refusal(lock(), 'lock/config')).toBe('bad_shape');
    expect(refusal({ cmps: [] }, 'device/x/config')).toBe('bad_shape');
    expect(refusal({ cmps: { a: null } }, 'device/x/config')).toBe('bad_shape');
  });

  it('rejects a device with 2000 parts and an announcement of more than 70 kB', () => {
    const cmps = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`p${index}`, { p: 'lock' }]));
    expect(refusal({ cmps }, 'device/x/config')).toBe('too_many_entities');
    expect(refusal(lock({ name: 'x'.repeat(70_000) }))).toBe('too_large');
  });

  it('ignores keys such as __proto__ and constructor', () => {
    const text = `{"__proto__":{"cmd_t":"${PREFIX}/evil"},"constructor":{"prototype":{"polluted":1}},"uniq_id":"x","cmd_t":"${PREFIX}/x/set"}`;
    expect(announced(text)[0]?.settings).toMatchObject({ commandTopic: `${PREFIX}/x/set` });
    expect(refusal(`{"__proto__":{"cmd_t":"${PREFIX}/evil"}}`)).toBe('bad_shape');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

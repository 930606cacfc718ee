import { announcementOf, buildLockTopics } from '@munjigi/virtual-devices';
import { describe, expect, it } from 'vitest';
import { Unreadable } from './driver.ts';
import { readAnnouncement } from './ha-discovery.ts';
import { haMqtt } from './ha-mqtt.ts';

const PREFIX = 'play/gangnam';
const owns = (topic: string) => topic.startsWith(`${PREFIX}/`) && !topic.startsWith(`${PREFIX}/homeassistant/`);

function whole(value: unknown, below = 'lock/front/lock/config') {
  return readAnnouncement({ below, owns }, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
}
const announced = (value: unknown, below?: string) => whole(value, below).devices;
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
    const read = (topic: string, text: string) => bound.read(topic, Buffer.from(text));
    expect(read(topics.contact, 'ON').reports).toEqual([{ kind: 'leaf', state: 'OPEN' }]);
    expect(read(topics.battery, '87.4').reports).toEqual([{ kind: 'battery', percent: 87 }]);
    expect(read(topics.availability, 'offline').reports).toEqual([
      { kind: 'availability', index: 0, isAvailable: false },
    ]);
    for (const topic of [topics.contact, topics.battery, topics.state])
      expect(read(topic, ''), topic).toEqual({ reports: [], odd: [] });
    expect(read(topics.battery, 'None')).toEqual({ reports: [{ kind: 'battery', percent: null }], odd: [] });
    expect(read(topics.contact, 'None').reports).toEqual([{ kind: 'leaf', state: 'UNKNOWN' }]);
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
    const read = (name: string, text: string) => bound.read(`${PREFIX}/x/${name}`, Buffer.from(text));
    expect(read('state', '{"state":"UNLOCK","battery":80}').reports).toEqual([{ kind: 'lock', state: 'UNLOCKED' }]);
    expect(read('availability', '{"state":"online"}').reports).toEqual([
      { kind: 'availability', index: 1, isAvailable: true },
    ]);
    for (const silent of ['', '{}', '{"__proto__":{"state":"UNLOCK"}}'])
      expect(read('state', silent), silent).toEqual({ reports: [], odd: [] });
    expect(read('state', '{"state":null}').reports).toEqual([{ kind: 'lock', state: 'UNKNOWN' }]);
    for (const bad of ['LOCK', '[]', 'null', '{"state":{}}', '{"state":"?"}', '{"state":""}']) {
      const { reports, odd } = read('state', bad);
      expect([reports, odd.map(({ member }) => member)], bad).toEqual([[], ['state']]);
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
    for (const value of [{}, { cmd_t: {} }, { cmd_t: null }, lock({ avty: 'x' }), lock({ avty_mode: 'most' })]) {
      expect(refusal(value)).toBe('bad_shape');
    }
    expect(refusal(lock(), 'vacuum/x/config')).toBe('not_a_device');
    expect(refusal(lock(), 'lock/config')).toBe('bad_shape');
    expect(refusal({ cmps: [] }, 'device/x/config')).toBe('bad_shape');
  });

  it('rejects a device with 2000 parts and an announcement of more than 70 kB', () => {
    const cmps = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`p${index}`, { p: 'lock' }]));
    expect(refusal({ cmps }, 'device/x/config')).toBe('too_many_entities');
    expect(refusal(lock({ name: 'x'.repeat(70_000) }))).toBe('too_large');
  });

  it('reads a device without its broken parts, and without the removed ones (docs/domain.md 1.5)', () => {
    const { devices, odd } = whole(
      {
        stat_t: `${PREFIX}/x/state`,
        cmps: {
          bad: null,
          lock: { p: 'lock', uniq_id: 'x', cmd_t: `${PREFIX}/x/set` },
          foreign: { p: 'switch', cmd_t: 'elsewhere/set' },
          battery: { p: 'sensor', dev_cla: 'battery', stat_t: 'elsewhere/battery' },
          leaf: { p: 'binary_sensor', dev_cla: 'door', stat_t: `${PREFIX}/x/leaf`, pl_on: {} },
          removed: { p: 'sensor' },
          light: { p: 'light', cmd_t: `${PREFIX}/light/set`, stat_t: `${PREFIX}/light/state` },
        },
      },
      'device/x/config',
    );
    expect(devices.map(({ kind }) => kind)).toEqual(['LOCK', 'LIGHT']);
    expect(devices[0]?.settings).toMatchObject({ battery: null, leaf: null });
    expect([...new Set(odd.map(({ member }) => member))].sort()).toEqual([
      'cmps.bad',
      'cmps.battery',
      'cmps.foreign',
      'cmps.leaf',
    ]);
  });

  it('works without a name, a model or a class that cannot be read', () => {
    const { devices, odd } = whole(lock({ name: ['x'], dev: { ids: ['x'], name: 'Front', mdl: {} } }));
    expect(devices[0]).toMatchObject({ name: 'Front', model: null, obstacle: null });
    expect(odd.map(({ member }) => member).sort()).toEqual(['model', 'name']);
  });

  it('compares booleans as Home Assistant does, in announcements and in messages', () => {
    const [found] = announced(
      lock({ val_tpl: '{{ value_json.value }}', stat_locked: true, stat_unlocked: false, pl_lock: 'true' }),
    );
    const read = (value: unknown) =>
      haMqtt.bind(found?.settings).read(`${PREFIX}/x/state`, Buffer.from(JSON.stringify({ value }))).reports;
    expect([read(true), read(false)]).toEqual([
      [{ kind: 'lock', state: 'LOCKED' }],
      [{ kind: 'lock', state: 'UNLOCKED' }],
    ]);
  });

  it('names a delay to off and an unknown schema of a light as obstacles', () => {
    const sensor = { uniq_id: 'm', stat_t: `${PREFIX}/m`, off_dly: 10 };
    expect(announced(sensor, 'binary_sensor/m/config')[0]?.obstacle).toBe('off_delay');
    expect(announced(lock({ schema: 'template' }), 'light/m/config')[0]?.obstacle).toBe('schema');
    const dimmed = announced(lock({ schema: 'json', sup_clrm: ['color_temp'] }), 'light/m/config')[0];
    expect(dimmed).toMatchObject({ obstacle: null, traits: { hasBrightness: true } });
    expect(announced(lock({ schema: 'json', sup_clrm: ['onoff'] }), 'light/m/config')[0]?.traits).toEqual({});
  });

  it('ignores keys such as __proto__ and constructor', () => {
    const text = `{"__proto__":{"cmd_t":"${PREFIX}/evil"},"constructor":{"prototype":{"polluted":1}},"uniq_id":"x","cmd_t":"${PREFIX}/x/set"}`;
    expect(announced(text)[0]?.settings).toMatchObject({ commandTopic: `${PREFIX}/x/set` });
    expect(refusal(`{"__proto__":{"cmd_t":"${PREFIX}/evil"}}`)).toBe('bad_shape');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { composeManualBinding } from './manual-setup.ts';
import { Unreadable } from './driver.ts';
import { shelly } from './shelly.ts';
import { pulseTime, tasmota } from './tasmota.ts';
import { ownsTopic, strangeTopic } from './topics.ts';

const ORDER = '0190bbbb-0000-7000-8000-000000000001';
const relay = (kind: string, component = 'switch') =>
  shelly.bind({ kind, topicPrefix: 'p/s/r', component, channel: 0 });
const say = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

describe('the Shelly driver', () => {
  it('sends a command with its id and the topic for the reply', () => {
    const [message] = relay('LOCK').messages({ action: 'OPEN', forSeconds: 3 }, ORDER);
    expect(message?.topic).toBe('p/s/r/rpc');
    expect(JSON.parse(message?.payload ?? '')).toEqual({
      id: ORDER,
      src: 'p/s/r/munjigi',
      method: 'Switch.Set',
      params: { id: 0, on: true, toggle_after: 3 },
    });
    // A door that is held open stays open until a command to lock ends it.
    expect(
      JSON.parse(relay('LOCK').messages({ action: 'OPEN', forSeconds: null }, ORDER)[0]?.payload ?? ''),
    ).toMatchObject({ params: { id: 0, on: true } });
    expect(relay('LOCK').messages({ action: 'OPEN', forSeconds: null }, ORDER)[0]?.payload).not.toContain(
      'toggle_after',
    );
  });

  it('reads replies by the id of the command or the status query, and rejects others', () => {
    const message = (value: unknown) => relay('SWITCH').read('p/s/r/munjigi/rpc', say(value));
    const read = (value: unknown) => message(value).reports;
    expect(read({ id: ORDER, src: 'r', result: { was_on: false } })).toEqual([
      { kind: 'reply', orderId: ORDER, outcome: 'ACCEPTED', note: 'reply' },
    ]);
    expect(read({ id: ORDER, src: 'r', error: { code: -105, message: '<b>x</b>' } })).toEqual([
      { kind: 'reply', orderId: ORDER, outcome: 'REFUSED', note: 'error -105' },
    ]);
    expect(
      read({ id: 'status', src: 'r', result: { 'switch:0': { output: true }, 'switch:1': { output: false } } }),
    ).toEqual([{ kind: 'state', state: { isOn: true } }]);
    for (const value of ['nonsense', '[]', '{"id":41,"result":{}}', '{"id":"x","result":{}}', '{"result":{}}']) {
      expect(() => read(value), value).toThrow(Unreadable);
    }
    expect(message({ id: 'status', result: { 'switch:0': { output: 'on', brightness: 7 } } })).toEqual({
      reports: [{ kind: 'state', state: { brightness: 7 } }],
      odd: [{ member: 'output', text: 'on', reason: 'unknown_state' }],
    });
    expect(message({ id: ORDER, error: 'busy' })).toEqual({
      reports: [{ kind: 'reply', orderId: ORDER, outcome: 'REFUSED', note: 'error' }],
      odd: [{ member: 'error', text: 'busy', reason: 'not_an_object' }],
    });
  });

  it('reads notifications that hold only changed members, with any timestamp', () => {
    const read = (params: object) =>
      relay('LOCK').read('p/s/r/events/rpc', say({ src: 'r', method: 'NotifyStatus', params: { ts: 12.5, ...params } }))
        .reports;
    expect(read({ 'switch:0': { id: 0, output: true, source: 'MQTT' } })).toEqual([
      { kind: 'lock', state: 'UNLATCHED', isInferred: true },
    ]);
    expect(read({ 'switch:0': { id: 0, apower: 3 } })).toEqual([]);
    expect(read({ 'input:0': { id: 0, state: true } })).toEqual([]);
  });
});

describe('the Tasmota driver', () => {
  it('encodes the pulse time in tenths of a second, then in seconds plus 100', () => {
    expect([0.04, 1, 5, 11, 12, 600, 1e6].map(pulseTime)).toEqual([1, 10, 50, 110, 112, 700, 64_900]);
    expect(pulseTime(null)).toBe(0);
  });

  it('reads the messages of its relay, ignores other relays and rejects malformed messages', () => {
    const bound = tasmota.bind({
      kind: 'SWITCH',
      topic: 't',
      fullTopic: 'p/s/%prefix%/%topic%/',
      relay: 2,
      hasSeveral: true,
    });
    expect(bound.topics).toEqual(['p/s/tele/t/LWT', 'p/s/stat/t/RESULT', 'p/s/stat/t/POWER2', 'p/s/tele/t/STATE']);
    const read = (topic: string, value: unknown) => bound.read(`p/s/${topic}`, say(value));
    expect(read('stat/t/RESULT', { POWER2: 'ON' }).reports).toEqual([{ kind: 'state', state: { isOn: true } }]);
    expect(read('stat/t/RESULT', { POWER1: 'ON' }).reports).toEqual([]);
    expect(read('tele/t/STATE', { Time: '1970-01-01T00:00:12', POWER2: 'OFF' }).reports).toEqual([
      { kind: 'state', state: { isOn: false } },
    ]);
    expect(read('tele/t/LWT', 'Offline').reports).toEqual([{ kind: 'availability', index: 0, isAvailable: false }]);
    for (const [topic, payload, member] of [
      ['LWT', 'offline', 'LWT'],
      ['STATE', '{"POWER2":1}', 'POWER2'],
    ] as const) {
      const { reports, odd } = read(`tele/t/${topic}`, payload);
      expect([reports, odd.map((item) => item.member)]).toEqual([[], [member]]);
    }
    for (const payload of ['[]', 'x']) expect(() => read('tele/t/STATE', payload)).toThrow(Unreadable);
  });
});

describe('manual bindings', () => {
  it('accept only kinds that the driver supports', () => {
    expect(
      composeManualBinding('LOCK', { driver: 'shelly', topicPrefix: 'p/s/r', component: 'light', channel: 0 }),
    ).toBeNull();
    expect(
      composeManualBinding('CLIMATE', {
        driver: 'tasmota',
        topic: 't',
        fullTopic: '%prefix%/%topic%/',
        relay: 1,
        hasSeveral: false,
      }),
    ).toBeNull();
    expect(
      composeManualBinding('LIGHT', { driver: 'shelly', topicPrefix: 'p/s/r', component: 'light', channel: 0 }),
    ).toMatchObject({ traits: { hasBrightness: true }, deviceKey: 'p/s/r:light:0' });
  });

  it('accept only topics of the store, and none of a store with a longer prefix', () => {
    const owns = (topic: string) => ownsTopic('p/s', ['p/s', 'p/s/inner'], topic);
    expect(strangeTopic(relay('LOCK'), owns)).toBeNull();
    for (const prefix of ['p/other/r', 'p/s/inner/r', 'p/s/homeassistant/r', 'p/s/+/r', 'x']) {
      expect(
        strangeTopic(shelly.bind({ kind: 'LOCK', topicPrefix: prefix, component: 'switch', channel: 0 }), owns),
        prefix,
      ).not.toBeNull();
    }
  });
});

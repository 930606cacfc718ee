import { manualBinding } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import {
  toManualBinding,
  checkManualDraft,
  createManualDraft,
  roomKindsOf,
  MANUAL_DRIVERS,
  toManualDraft,
  deriveTopics,
  changeDriverOrKind,
  type ManualDeviceDraft,
} from './manual-draft.ts';

const PREFIX = 'playroom/gangnam';
const say = (key: string) => key;
const shelly = (patch: Partial<ManualDeviceDraft> = {}): ManualDeviceDraft => ({
  ...createManualDraft(PREFIX, { driver: 'shelly', kind: 'SWITCH' }),
  topicPrefix: `${PREFIX}/relay`,
  ...patch,
});
const tasmota = (patch: Partial<ManualDeviceDraft> = {}): ManualDeviceDraft => ({
  ...createManualDraft(PREFIX, { driver: 'tasmota', kind: 'SWITCH' }),
  topic: 'plug',
  ...patch,
});
const zigbee = (patch: Partial<ManualDeviceDraft> = {}): ManualDeviceDraft => ({
  ...createManualDraft(PREFIX, { driver: 'zigbee2mqtt', kind: 'LOCK' }),
  friendlyName: 'front door',
  ...patch,
});

describe('a manually set up device', () => {
  it('becomes a valid binding of the contract, for every driver and kind', () => {
    for (const driver of MANUAL_DRIVERS) {
      for (const kind of [...roomKindsOf(driver), 'LOCK'] as const) {
        const draft: ManualDeviceDraft = {
          ...createManualDraft(PREFIX, { driver, kind }),
          topicPrefix: `${PREFIX}/a`,
          topic: 'a',
          friendlyName: 'a',
        };
        expect(checkManualDraft(draft, say), `${driver} ${kind}`).toEqual({});
        expect(manualBinding.safeParse(toManualBinding(draft)).success, `${driver} ${kind}`).toBe(true);
      }
    }
    expect(toManualBinding(shelly({ kind: 'LIGHT', component: 'light', channel: '1' }))).toEqual({
      driver: 'shelly',
      topicPrefix: 'playroom/gangnam/relay',
      component: 'light',
      channel: 1,
    });
    expect(toManualBinding(shelly({ component: 'light' }))).toMatchObject({ component: 'switch' });
    expect(toManualBinding(zigbee())).toEqual({
      driver: 'zigbee2mqtt',
      baseTopic: 'playroom/gangnam/zigbee2mqtt',
      friendlyName: 'front door',
      hasAvailability: false,
      codeSlots: { first: 11, count: 20 },
    });
    expect(toManualBinding(zigbee({ ...changeDriverOrKind(zigbee(), { kind: 'SENSOR' }) }))).toMatchObject({
      property: 'temperature',
      unit: '°C',
    });
  });

  it.each([
    [shelly({ topicPrefix: '' }), { topicPrefix: 'form:required' }],
    [shelly({ topicPrefix: `${PREFIX}/` }), { topicPrefix: 'manual:unfinished' }],
    [shelly({ topicPrefix: `${PREFIX}/#` }), { topicPrefix: 'manual:badTopic' }],
    [shelly({ topicPrefix: 'x'.repeat(201) }), { topicPrefix: 'form:tooLong' }],
    [shelly({ channel: '16' }), { channel: 'form:whole' }],
    [tasmota({ topic: 'a/b' }), { topic: 'manual:oneLevel' }],
    [tasmota({ fullTopic: `${PREFIX}/%topic%/` }), { fullTopic: 'manual:badFullTopic' }],
    [tasmota({ fullTopic: `${PREFIX}/%prefix%/%topic%` }), { fullTopic: 'manual:badFullTopic' }],
    [tasmota({ relay: '0' }), { relay: 'form:whole' }],
    [zigbee({ friendlyName: '' }), { friendlyName: 'form:required' }],
    [zigbee({ kind: 'SENSOR', property: '' }), { property: 'form:required' }],
    [zigbee({ kind: 'SWITCH', property: '1st' }), { property: 'manual:badProperty' }],
    [zigbee({ firstSlot: '-1', slotCount: '0' }), { firstSlot: 'form:whole', slotCount: 'form:whole' }],
  ])('reports the problems of %o', (draft, errors) => {
    expect(checkManualDraft(draft, say)).toEqual(errors);
  });

  it('shows the topics for commands and for reports', () => {
    expect(deriveTopics(shelly())).toEqual({
      sends: 'playroom/gangnam/relay/rpc',
      hears: 'playroom/gangnam/relay/events/rpc',
    });
    expect(deriveTopics(shelly({ topicPrefix: `${PREFIX}/` }))).toMatchObject({ sends: 'playroom/gangnam/…/rpc' });
    expect(deriveTopics(tasmota({ hasSeveral: true, relay: '2' }))).toEqual({
      sends: 'playroom/gangnam/cmnd/plug/POWER2',
      hears: 'playroom/gangnam/stat/plug/RESULT',
    });
    expect(deriveTopics(zigbee())).toEqual({
      sends: 'playroom/gangnam/zigbee2mqtt/front door/set',
      hears: 'playroom/gangnam/zigbee2mqtt/front door',
    });
    expect(deriveTopics(zigbee({ kind: 'SENSOR' }))).toMatchObject({ sends: null });
  });

  it('becomes a switch when another driver does not have its kind', () => {
    expect(changeDriverOrKind(zigbee({ kind: 'SENSOR', property: 'co2', unit: 'ppm' }), { driver: 'shelly' })).toEqual({
      driver: 'shelly',
      kind: 'SWITCH',
      property: '',
      unit: '',
    });
    expect(changeDriverOrKind(shelly({ kind: 'LIGHT' }), { driver: 'tasmota' })).toEqual({
      driver: 'tasmota',
      kind: 'LIGHT',
    });
  });

  it('converts the settings of a manual device back to the same binding, and those of other devices to null', () => {
    const settings = {
      kind: 'SENSOR',
      baseTopic: `${PREFIX}/z`,
      friendlyName: 'hall',
      hasAvailability: true,
      property: 'humidity',
    };
    const draft = toManualDraft({
      driver: 'zigbee2mqtt',
      driverSettings: settings,
      kind: 'SENSOR',
      traits: { sensorClass: 'humidity', unit: '%' },
    });
    expect(draft === null ? null : toManualBinding(draft)).toEqual({
      driver: 'zigbee2mqtt',
      baseTopic: `${PREFIX}/z`,
      friendlyName: 'hall',
      hasAvailability: true,
      property: 'humidity',
      unit: '%',
    });
    expect(toManualDraft({ driver: 'ha-mqtt', driverSettings: {}, kind: 'LIGHT', traits: {} })).toBeNull();
    expect(toManualDraft({ driver: 'shelly', driverSettings: null, kind: 'LIGHT', traits: {} })).toBeNull();
  });
});

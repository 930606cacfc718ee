import { CLIMATE_MODES, type ClimateMode, type DeviceKind, type DeviceTraits } from '@munjigi/contract';
import { Unreadable } from './driver.ts';
import type { Members } from './ha-abbreviations.ts';
import {
  readAvailabilitySettings,
  readBattery,
  createMemberReader,
  type EntityContext,
  type MemberReader,
} from './ha-reader.ts';
import type { DeviceSettings, HaRead, HaWrite } from './ha-settings.ts';
import { parseTemplate } from './template.ts';

/** Reads devices of rooms from announcements of Home Assistant's discovery (docs/domain.md 1.5). */

export interface AnnouncedSettings {
  readonly settings: DeviceSettings;
  readonly traits: DeviceTraits;
}

interface Readout {
  readonly reads: HaRead[];
  readonly writes: HaWrite[];
  readonly traits: DeviceTraits;
  readonly isJson?: boolean;
}

const KINDS: Readonly<Record<string, DeviceKind>> = {
  switch: 'SWITCH',
  light: 'LIGHT',
  climate: 'CLIMATE',
  binary_sensor: 'BINARY_SENSOR',
  sensor: 'SENSOR',
  button: 'BUTTON',
};
const WIFI_DEVICE = { timeoutMs: 5000, refusalGraceMs: 2000 };
/** An air conditioner behind an infrared sender answers slowly. */
const CLIMATE = { timeoutMs: 10_000, refusalGraceMs: 5000 };

export function kindOf(platform: unknown): DeviceKind | null {
  return typeof platform === 'string' && Object.hasOwn(KINDS, platform) ? (KINDS[platform] ?? null) : null;
}

export function readDevice(kind: DeviceKind, members: Members, around: EntityContext): AnnouncedSettings {
  const read = createMemberReader(members, around);
  const { reads, writes, traits, isJson = false } = READERS[kind](read, members);
  const spoken = new Set(reads.map((read) => read.topic));
  if (!isJson && writes.some((write) => spoken.has(write.topic))) throw new Unreadable('hostile_topic');
  return {
    settings: {
      kind,
      reads,
      writes,
      isJson,
      availability: readAvailabilitySettings(members, around),
      battery: readBattery(around),
      ...(kind === 'CLIMATE' ? CLIMATE : WIFI_DEVICE),
    },
    traits,
  };
}

const READERS: Record<DeviceKind, (read: MemberReader, members: Members) => Readout> = {
  SWITCH: (read) => ({ ...onAndOff(read), traits: {} }),
  LIGHT: (read, members) => {
    const schema = read.text('schema') ?? 'basic';
    if (schema === 'json') return jsonLight(read, members);
    // A light with templates takes and reports texts that only its templates explain.
    if (schema !== 'basic') read.obstacle('schema');
    return light(read);
  },
  CLIMATE: climate,
  BINARY_SENSOR: (read) => {
    // The sensor never reports that it is off, and the server has no timer for it.
    if (read.text('off_delay') !== undefined) read.obstacle('off_delay');
    const words: HaRead['words'] = [
      [read.text('payload_on') ?? 'ON', true],
      [read.text('payload_off') ?? 'OFF', false],
    ];
    return {
      reads: [
        { key: 'isActive', topic: needed(read, 'state_topic'), path: read.path('value_template'), words, full: null },
      ],
      writes: [],
      traits: sensorTraits(read),
    };
  },
  SENSOR: (read) => ({
    reads: [
      { key: 'value', topic: needed(read, 'state_topic'), path: read.path('value_template'), words: null, full: null },
    ],
    writes: [],
    traits: sensorTraits(read),
  }),
  BUTTON: (read) => {
    noTemplate(read, 'command_template');
    return {
      reads: [],
      writes: [
        {
          key: 'press',
          topic: needed(read, 'command_topic'),
          words: [[read.text('payload_press') ?? 'PRESS', true]],
          full: null,
        },
      ],
      traits: {},
    };
  },
};

function needed(read: MemberReader, key: string): string {
  const topic = read.topic(key);
  if (topic === null) throw new Unreadable('bad_shape');
  return topic;
}

/** The server sends plain values, so a template that wraps them cannot be supported. */
function noTemplate(read: MemberReader, key: string): void {
  if (parseTemplate(read.text(key)) !== null) read.obstacle(key);
}

function sensorTraits(read: MemberReader): DeviceTraits {
  const sensorClass = read.optional('device_class')?.slice(0, 40);
  const unit = read.optional('unit_of_measurement')?.slice(0, 20);
  return { ...(sensorClass === undefined ? {} : { sensorClass }), ...(unit === undefined ? {} : { unit }) };
}

function onAndOff(read: MemberReader): Omit<Readout, 'traits'> {
  noTemplate(read, 'command_template');
  const on = read.text('payload_on') ?? 'ON';
  const off = read.text('payload_off') ?? 'OFF';
  const topic = read.topic('state_topic');
  const path =
    read.text('state_value_template') === undefined ? read.path('value_template') : read.path('state_value_template');
  return {
    reads:
      topic === null
        ? []
        : [
            {
              key: 'isOn',
              topic,
              path,
              words: [
                [read.text('state_on') ?? on, true],
                [read.text('state_off') ?? off, false],
              ],
              full: null,
            },
          ],
    writes: [
      {
        key: 'isOn',
        topic: needed(read, 'command_topic'),
        words: [
          [on, true],
          [off, false],
        ],
        full: null,
      },
    ],
  };
}

function light(read: MemberReader): Readout {
  const { reads, writes } = onAndOff(read);
  const command = read.topic('brightness_command_topic');
  if (command === null) return { reads, writes, traits: {} };
  noTemplate(read, 'brightness_command_template');
  const full = scaleOf(read);
  const state = read.topic('brightness_state_topic');
  if (state !== null)
    reads.push({ key: 'brightness', topic: state, path: read.path('brightness_value_template'), words: null, full });
  return {
    reads,
    writes: [...writes, { key: 'brightness', topic: command, words: null, full }],
    traits: { hasBrightness: true },
  };
}

/** The color modes with a brightness: all but `onoff` and `unknown`. */
const DIMMED_MODES: ReadonlySet<string> = new Set([
  'brightness',
  'color_temp',
  'hs',
  'rgb',
  'rgbw',
  'rgbww',
  'white',
  'xy',
]);

/** The JSON schema of lights, as Zigbee2MQTT uses it: one object on one topic for all members. */
function jsonLight(read: MemberReader, members: Members): Readout {
  const command = needed(read, 'command_topic');
  const state = read.topic('state_topic');
  if (state === command) throw new Unreadable('hostile_topic');
  const words: HaRead['words'] = [
    ['ON', true],
    ['OFF', false],
  ];
  const modes = members.get('supported_color_modes');
  const hasBrightness =
    members.get('brightness') === true ||
    (Array.isArray(modes) && modes.some((mode) => typeof mode === 'string' && DIMMED_MODES.has(mode)));
  const full = scaleOf(read);
  const keys: Pick<HaRead, 'key' | 'path' | 'words' | 'full'>[] = [{ key: 'isOn', path: ['state'], words, full: null }];
  if (hasBrightness) keys.push({ key: 'brightness', path: ['brightness'], words: null, full });
  return {
    reads: state === null ? [] : keys.map((key) => ({ ...key, topic: state })),
    writes: [
      { key: 'isOn', topic: command, words, full: null },
      ...(hasBrightness ? [{ key: 'brightness' as const, topic: command, words: null, full }] : []),
    ],
    traits: hasBrightness ? { hasBrightness } : {},
    isJson: true,
  };
}

function scaleOf(read: MemberReader): number {
  const scale = read.number('brightness_scale') ?? 255;
  // On a coarser scale the reported percentage would differ from the requested one.
  if (scale < 100 || scale > 65_535) read.obstacle('brightness_scale');
  return scale;
}

const MODE_WORDS: Readonly<Record<string, ClimateMode>> = {
  off: 'OFF',
  auto: 'AUTO',
  cool: 'COOL',
  heat: 'HEAT',
  dry: 'DRY',
  fan_only: 'FAN_ONLY',
};

function climate(read: MemberReader, members: Members): Readout {
  for (const key of ['mode_command_template', 'temperature_command_template']) noTemplate(read, key);
  const listed = members.get('modes');
  const options = Array.isArray(listed)
    ? listed.filter((word): word is string => typeof word === 'string' && Object.hasOwn(MODE_WORDS, word))
    : Object.keys(MODE_WORDS);
  const words = options.map((word): [string, ClimateMode] => [word, MODE_WORDS[word] ?? 'OFF']);
  const modeState = read.topic('mode_state_topic');
  const target = read.topic('temperature_command_topic');
  const targetState = read.topic('temperature_state_topic');
  const current = read.topic('current_temperature_topic');
  const number = { words: null, full: null };
  return {
    reads: [
      ...(modeState === null
        ? []
        : [{ key: 'mode' as const, topic: modeState, path: read.path('mode_state_template'), words, full: null }]),
      ...(targetState === null
        ? []
        : [
            {
              key: 'targetTemperature' as const,
              topic: targetState,
              path: read.path('temperature_state_template'),
              ...number,
            },
          ]),
      ...(current === null
        ? []
        : [
            {
              key: 'currentTemperature' as const,
              topic: current,
              path: read.path('current_temperature_template'),
              ...number,
            },
          ]),
    ],
    writes: [
      { key: 'mode', topic: needed(read, 'mode_command_topic'), words, full: null },
      ...(target === null ? [] : [{ key: 'targetTemperature' as const, topic: target, ...number }]),
    ],
    traits: {
      modes: CLIMATE_MODES.filter((mode) => words.some(([, name]) => name === mode)),
      ...(target === null
        ? {}
        : {
            minTemperature: read.number('min_temp') ?? 7,
            maxTemperature: read.number('max_temp') ?? 35,
            temperatureStep: read.number('temp_step') ?? 1,
          }),
    },
  };
}

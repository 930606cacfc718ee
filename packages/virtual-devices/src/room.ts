import { connectWire, type VirtualDevice } from './wire.ts';

/** A controller of a room that announces its parts by Home Assistant discovery, as one device (docs/domain.md 1.5). */

export const ROOM_PARTS = ['light', 'console', 'climate', 'occupancy', 'temperature', 'buzzer'] as const;
export type RoomPart = (typeof ROOM_PARTS)[number];

export interface VirtualRoomOptions {
  readonly url: string;
  /** The store's MQTT prefix, e.g. `playroom/gangnam`. */
  readonly prefix: string;
  /** The device's node name, a single topic level. */
  readonly name: string;
  readonly label?: string;
  /** All parts by default. */
  readonly parts?: readonly RoomPart[];
  /** Labels of the parts; the English word by default. */
  readonly labels?: Readonly<Partial<Record<RoomPart, string>>>;
  readonly answerMs?: number;
}

export interface VirtualRoom extends VirtualDevice {
  /** The last published payload of a topic below the device's own. */
  state(topic: string): string | undefined;
  /** A person enters or leaves. */
  occupy(on: boolean): void;
  measure(celsius: number): void;
  /** Switches the light at its wall switch. */
  switchLight(on: boolean): void;
  /** How often the buzzer was pressed. */
  pressed(): number;
}

const NAMES: Record<RoomPart, string> = {
  light: 'Light',
  console: 'Console',
  climate: 'Air conditioner',
  occupancy: 'Occupancy',
  temperature: 'Temperature',
  buzzer: 'Buzzer',
};
/** The topic of each command, with the topic of the state that it changes. */
const COMMANDS: Readonly<Record<string, string>> = {
  'light/set': 'light/state',
  'light/brightness/set': 'light/brightness',
  'console/set': 'console/state',
  'climate/mode/set': 'climate/mode',
  'climate/target/set': 'climate/target',
};
const FIRST: Readonly<Record<string, string>> = {
  'light/state': 'OFF',
  'light/brightness': '255',
  'console/state': 'OFF',
  'climate/mode': 'off',
  'climate/target': '24',
  'climate/current': '23.5',
  'occupancy/state': 'OFF',
  'temperature/state': '23.5',
};

export async function startVirtualRoom({
  url,
  prefix,
  name,
  label = name,
  parts = ROOM_PARTS,
  labels = {},
  answerMs = 5,
}: VirtualRoomOptions): Promise<VirtualRoom> {
  const base = `${prefix}/${name}`;
  const state = new Map(Object.entries(FIRST).filter(([topic]) => parts.some((part) => topic.startsWith(`${part}/`))));
  let presses = 0;

  function reportState(topic: string, value: string): void {
    state.set(topic, value);
    wire.say(`${base}/${topic}`, value, { isRetained: true });
  }
  const wire = await connectWire({
    url,
    clientId: `virtual-${base.replaceAll('/', '-')}`,
    will: { topic: `${base}/status`, payload: 'offline' },
    commands: [...Object.keys(COMMANDS), 'buzzer/press'].map((topic) => `${base}/${topic}`),
    stateTopic: `${base}/light/state`,
    onConnect: () => {
      wire.say(`${prefix}/homeassistant/device/${name}/config`, announcement(base, { name, label, parts, labels }), {
        isRetained: true,
      });
      for (const [topic, value] of state) wire.say(`${base}/${topic}`, value, { isRetained: true });
      wire.say(`${base}/status`, 'online', { isRetained: true });
    },
    onCommand: (topic, payload) => {
      const command = topic.slice(base.length + 1);
      if (command === 'buzzer/press') {
        presses += 1;
        return;
      }
      const handler = COMMANDS[command];
      if (handler === undefined) return;
      wire.after(answerMs, () => reportState(handler, wire.faults.refuses ? (state.get(handler) ?? '') : payload));
    },
  });
  return {
    ...wire.twin,
    state: (topic) => state.get(topic),
    occupy: (on) => reportState('occupancy/state', on ? 'ON' : 'OFF'),
    measure(celsius) {
      reportState('temperature/state', String(celsius));
      reportState('climate/current', String(celsius));
    },
    switchLight: (on) => reportState('light/state', on ? 'ON' : 'OFF'),
    pressed: () => presses,
  };
}

function announcement(
  base: string,
  {
    name,
    label,
    parts,
    labels,
  }: { name: string; label: string; parts: readonly RoomPart[]; labels: Readonly<Partial<Record<RoomPart, string>>> },
): object {
  const all: Record<RoomPart, object> = {
    light: {
      p: 'light',
      cmd_t: `${base}/light/set`,
      stat_t: `${base}/light/state`,
      bri_cmd_t: `${base}/light/brightness/set`,
      bri_stat_t: `${base}/light/brightness`,
    },
    console: { p: 'switch', cmd_t: `${base}/console/set`, stat_t: `${base}/console/state` },
    climate: {
      p: 'climate',
      modes: ['off', 'cool', 'heat', 'auto'],
      mode_cmd_t: `${base}/climate/mode/set`,
      mode_stat_t: `${base}/climate/mode`,
      temp_cmd_t: `${base}/climate/target/set`,
      temp_stat_t: `${base}/climate/target`,
      curr_temp_t: `${base}/climate/current`,
      min_temp: 18,
      max_temp: 30,
      temp_step: 0.5,
    },
    occupancy: { p: 'binary_sensor', dev_cla: 'occupancy', stat_t: `${base}/occupancy/state` },
    temperature: { p: 'sensor', dev_cla: 'temperature', unit_of_meas: '°C', stat_t: `${base}/temperature/state` },
    buzzer: { p: 'button', cmd_t: `${base}/buzzer/press` },
  };
  return {
    dev: { ids: [`virtual-${name}`], name: label, mf: 'Munjigi', mdl: 'Virtual room' },
    o: { name: 'munjigi-virtual', sw: '1.0' },
    avty_t: `${base}/status`,
    cmps: Object.fromEntries(
      parts.map((part) => [part, { ...all[part], uniq_id: `${name}-${part}`, name: labels[part] ?? NAMES[part] }]),
    ),
  };
}

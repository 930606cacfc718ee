import type { OddDeviceOptions } from './odd.ts';
import { connectWire, type VirtualDevice } from './wire.ts';

/** A Zigbee2MQTT bridge with one device behind it (docs/domain.md 1.3). For locks see `keypad-lock.ts`. */

export interface VirtualZigbeeOptions {
  readonly url: string;
  /** The store's MQTT prefix, e.g. `playroom/gangnam`. */
  readonly prefix: string;
  /** The device's friendly name. */
  readonly name: string;
  readonly hardware: 'switch' | 'light' | 'contact' | 'occupancy' | 'temperature' | 'button';
  readonly answerMs?: number;
  readonly battery?: number;
  readonly odd?: OddDeviceOptions;
}

export interface VirtualZigbee extends VirtualDevice {
  readonly baseTopic: string;
  /** The cached state, as the bridge publishes it. */
  state(): Readonly<Record<string, unknown>>;
  /** An event at the device: publishes these members together with all others. */
  report(members: Readonly<Record<string, unknown>>): void;
  /** Publishes the bridge's availability message for this device; `legacy`: as a bare word. */
  availability(word: 'online' | 'offline', form?: 'json' | 'legacy'): void;
}

const FIRST: Record<VirtualZigbeeOptions['hardware'], Record<string, unknown>> = {
  switch: { state: 'OFF' },
  light: { state: 'OFF', brightness: 254 },
  contact: { contact: true, tamper: false },
  occupancy: { occupancy: false },
  temperature: { temperature: 21.5, humidity: 40 },
  button: {},
};

export async function startVirtualZigbee(options: VirtualZigbeeOptions): Promise<VirtualZigbee> {
  const { url, prefix, name, hardware, answerMs = 5, battery, odd } = options;
  const baseTopic = `${prefix}/zigbee2mqtt`;
  const own = `${baseTopic}/${name}`;
  let state: Record<string, unknown> = { ...FIRST[hardware], ...(battery === undefined ? {} : { battery }) };

  function report(members: Readonly<Record<string, unknown>>): void {
    // An action is published and not kept in the state.
    const { action, ...rest } = members;
    state = { ...state, ...rest };
    wire.say(own, {
      ...state,
      linkquality: 120,
      last_seen: wire.faults.hasOldClock ? '1970-01-01T00:00:12.000Z' : new Date().toISOString(),
      ...(action === undefined ? {} : { action }),
    });
  }
  function fail(what: string): void {
    // `/set` has no reply: the bridge reports a failure in its log.
    wire.say(`${baseTopic}/bridge/logging`, {
      level: 'error',
      message: `Publish 'set' '${what}' to '${name}' failed: 'Error: Delivery failed'`,
    });
  }

  const wire = await connectWire({
    url,
    clientId: `virtual-zigbee-${own.replaceAll('/', '-')}`,
    will: { topic: `${baseTopic}/bridge/state`, payload: '{"state":"offline"}' },
    commands: [`${own}/set`, `${own}/get`],
    stateTopic: own,
    odd,
    hasOddMembers: true,
    onConnect: () => {
      wire.say(`${baseTopic}/bridge/state`, { state: 'online' }, { isRetained: true });
    },
    onCommand: (topic, payload) =>
      void wire.after(answerMs, () => {
        if (topic.endsWith('/get')) return report({});
        const members = readMembers(payload);
        const supported = Object.fromEntries(Object.entries(members).filter(([key]) => key in FIRST[hardware]));
        if (Object.keys(supported).length === 0) return;
        if (wire.faults.refuses) return fail(Object.keys(supported).join());
        report(supported);
      }),
  });
  return {
    ...wire.twin,
    baseTopic,
    state: () => state,
    report,
    availability: (word, form = 'json') =>
      wire.say(`${own}/availability`, form === 'json' ? { state: word } : word, { isRetained: true }),
  };
}

/** The bridge logs a message that it cannot parse, and ignores it. */
function readMembers(payload: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(payload);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

import { z } from 'zod';
import {
  Unreadable,
  type DriverDevice,
  type Driver,
  type DriverCommand,
  type OddMember,
  type OutgoingMessage,
  type ReadMessage,
  type Report,
} from './driver.ts';
import { readMember, readNumber, toSwitchReports } from './odd-members.ts';
import { parseJson } from './template.ts';
import { readCodes, parseLockReports, type LockMemory, type ZigbeeMessage } from './zigbee2mqtt-lock.ts';

/**
 * Devices behind a Zigbee2MQTT bridge (docs/domain.md 1.3). A device publishes one JSON object, of which any member may
 * be missing. `/set` has no reply, so a report of the requested state answers a command.
 */

const zigbeeSettings = z.object({
  kind: z.enum(['LOCK', 'SWITCH', 'LIGHT', 'BINARY_SENSOR', 'SENSOR', 'BUTTON']),
  baseTopic: z.string(),
  friendlyName: z.string(),
  hasAvailability: z.boolean(),
  property: z.string().optional(),
  /** The code slots that the server uses. People usually store their codes in the first slots. */
  codeSlots: z
    .object({ first: z.number().int().min(0), count: z.number().int().min(1) })
    .default({ first: 11, count: 20 }),
});
type ZigbeeSettings = z.infer<typeof zigbeeSettings>;

/** A battery lock polls for its messages every few seconds; a mains relay answers at once. */
const ON_BATTERIES = { timeoutMs: 30_000, refusalGraceMs: 30_000 };
const ON_MAINS = { timeoutMs: 5000, refusalGraceMs: 2000 };
/** The brightness scale of Zigbee. */
const FULL = 254;
const MOST_EVENT_CHARACTERS = 60;

export const zigbee2mqtt: Driver = {
  name: 'zigbee2mqtt',
  bind(raw): DriverDevice {
    const settings = zigbeeSettings.parse(raw);
    const base = `${settings.baseTopic}/${settings.friendlyName}`;
    const availability = [
      `${settings.baseTopic}/bridge/state`,
      ...(settings.hasAvailability ? [`${base}/availability`] : []),
    ];
    const set = (value: object): OutgoingMessage => ({ topic: `${base}/set`, payload: JSON.stringify(value) });
    const property = stateProperty(settings);
    const memory: LockMemory = { moved: null };
    return {
      topics: [base, ...availability],
      commandTopics: [`${base}/set`, `${base}/get`],
      availability: { mode: 'all', count: availability.length },
      opensMomentarily: false,
      ...(settings.kind === 'LOCK' ? ON_BATTERIES : ON_MAINS),
      confirms: () => true,
      read(topic, payload) {
        const index = availability.indexOf(topic);
        if (index >= 0) return readAvailability(index, payload.toString('utf8'));
        const message: ZigbeeMessage = { members: readMembers(payload), odd: [] };
        const own =
          settings.kind === 'LOCK'
            ? [...parseLockReports(message, memory), ...readCodes(message)]
            : readDevice(settings, message);
        return { reports: [...own, ...readBattery(settings, message)], odd: message.odd };
      },
      messages: (order) => [set(requestedStateOf(settings, order))],
      question: property === null ? null : { topic: `${base}/get`, payload: JSON.stringify({ [property]: '' }) },
      ...(settings.kind !== 'LOCK'
        ? {}
        : {
            codes: {
              slots: settings.codeSlots,
              // The code is text: a number would lose its leading zeros.
              set: (slot: number, code: string, isEnabled: boolean) =>
                set({ pin_code: { user: slot, user_type: 'unrestricted', user_enabled: isEnabled, pin_code: code } }),
              clear: (slot: number) => set({ pin_code: { user: slot, pin_code: null } }),
              question: (slot: number) => ({
                topic: `${base}/get`,
                payload: JSON.stringify({ pin_code: { user: slot } }),
              }),
            },
          }),
    };
  },
};

function readMembers(payload: Buffer): ZigbeeMessage['members'] {
  const value = parseJson(payload.toString('utf8'));
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Unreadable('not_an_object');
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** `{"state":"online"}`, or the bare word of older bridges. */
function readAvailability(index: number, text: string): ReadMessage {
  const odd: OddMember[] = [];
  const isAvailable = readMember(odd, 'availability', text, () => {
    const word = text.startsWith('{') ? (parseJson(text) as Record<string, unknown>)['state'] : text;
    if (word !== 'online' && word !== 'offline') throw new Unreadable('unknown_state');
    return word === 'online';
  });
  return { reports: isAvailable === undefined ? [] : [{ kind: 'availability', index, isAvailable }], odd };
}

/** The property that can be queried; `null` for other kinds, which only report by themselves. */
function stateProperty({ kind, property }: ZigbeeSettings): string | null {
  if (kind === 'LOCK') return 'state';
  return kind === 'SWITCH' || kind === 'LIGHT' ? (property ?? 'state') : null;
}

function requestedStateOf(settings: ZigbeeSettings, order: DriverCommand): object {
  switch (order.action) {
    case 'OPEN':
      return { state: 'UNLOCK' };
    case 'LOCK':
      return { state: 'LOCK' };
    case 'SET': {
      const { isOn, brightness } = order.state;
      const name = settings.property ?? 'state';
      return {
        ...(isOn === undefined && brightness === undefined ? {} : { [name]: isOn === false ? 'OFF' : 'ON' }),
        ...(brightness === undefined ? {} : { brightness: Math.round((brightness / 100) * FULL) }),
      };
    }
    case 'PRESS':
      throw new Error('A button of Zigbee2MQTT is pressed by people');
  }
}

function readDevice(settings: ZigbeeSettings, message: ZigbeeMessage): Report[] {
  switch (settings.kind) {
    case 'SWITCH':
    case 'LIGHT':
      return readSwitch(settings, message);
    case 'BINARY_SENSOR':
      return readBinary(settings.property ?? 'contact', message);
    case 'SENSOR':
      return readSensor(settings.property ?? 'temperature', message);
    default:
      return readAction(message);
  }
}

/** A measurement that cannot be read is not the last one, so the value is unknown then. */
function readSensor(property: string, { members, odd }: ZigbeeMessage): Report[] {
  const raw = members[property];
  if (raw === undefined) return [];
  const value = readMember(odd, property, raw, () => readNumber(raw, -Number.MAX_VALUE, Number.MAX_VALUE));
  return [value === undefined ? { kind: 'state', state: {}, unknown: ['value'] } : { kind: 'state', state: { value } }];
}

function readSwitch({ property = 'state' }: ZigbeeSettings, { members, odd }: ZigbeeMessage): Report[] {
  const word = members[property];
  const level = members['brightness'];
  const isOn = word === undefined ? undefined : readMember(odd, property, word, () => readOnOrOff(word));
  const brightness = level === undefined ? undefined : readMember(odd, 'brightness', level, () => toPercent(level));
  return toSwitchReports(isOn, level, brightness);
}

function readOnOrOff(word: unknown): boolean {
  if (word !== 'ON' && word !== 'OFF') throw new Unreadable('unknown_state');
  return word === 'ON';
}

/** Some devices report 255, one above the scale of Zigbee. */
function toPercent(level: unknown): number {
  return Math.min(100, Math.round((readNumber(level, 0, 255) / FULL) * 100));
}

function readBinary(property: string, { members, odd }: ZigbeeMessage): Report[] {
  const raw = members[property];
  if (raw === undefined) return [];
  const value = readMember(odd, property, raw, () => {
    if (typeof raw !== 'boolean') throw new Unreadable('unknown_state');
    return raw;
  });
  // `contact` is true when closed. `isActive` is true when open, as in Home Assistant.
  return value === undefined ? [] : [{ kind: 'state', state: { isActive: property === 'contact' ? !value : value } }];
}

function readAction({ members, odd }: ZigbeeMessage): Report[] {
  const action = members['action'];
  if (action === undefined || action === null || action === '') return [];
  const name = readMember(odd, 'action', action, () => {
    if (typeof action !== 'string' || action.length > MOST_EVENT_CHARACTERS) throw new Unreadable('unknown_state');
    return action;
  });
  return name === undefined ? [] : [{ kind: 'event', action: 'PRESSED', name }];
}

/** A charge that cannot be read is not the charge of the last message. Some bridges report half per cents, up to 200. */
function readBattery({ property }: ZigbeeSettings, { members, odd }: ZigbeeMessage): Report[] {
  const battery = members['battery'];
  if (battery === undefined || property === 'battery') return [];
  const percent = readMember(odd, 'battery', battery, () => Math.round(readNumber(battery, 0, 100)));
  return [{ kind: 'battery', percent: percent ?? null }];
}

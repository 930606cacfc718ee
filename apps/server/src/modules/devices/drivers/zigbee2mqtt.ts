import { z } from 'zod';
import {
  Unreadable,
  type BoundDevice,
  type Driver,
  type DriverCommand,
  type OutgoingMessage,
  type Report,
} from './driver.ts';
import { parseJson } from './template.ts';
import { readCodes, parseLockReports, type LockMemory, type ZigbeeMembers } from './zigbee2mqtt-lock.ts';

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
  bind(raw): BoundDevice {
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
        if (index >= 0)
          return [{ kind: 'availability', index, isAvailable: readAvailability(payload.toString('utf8')) }];
        const members = readMembers(payload);
        const own =
          settings.kind === 'LOCK'
            ? [...parseLockReports(members, memory), ...readCodes(members)]
            : readDevice(settings, members);
        return [...own, ...readBattery(settings, members)];
      },
      messages: (order) => [set(wantedOf(settings, order))],
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

function readMembers(payload: Buffer): ZigbeeMembers {
  const value = parseJson(payload.toString('utf8'));
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Unreadable('not_an_object');
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** `{"state":"online"}`, or the bare word of older bridges. */
function readAvailability(text: string): boolean {
  const word = text.startsWith('{') ? (parseJson(text) as Record<string, unknown>)['state'] : text;
  if (word !== 'online' && word !== 'offline') throw new Unreadable('unknown_state');
  return word === 'online';
}

/** The property that can be queried; `null` for other kinds, which only report by themselves. */
function stateProperty({ kind, property }: ZigbeeSettings): string | null {
  if (kind === 'LOCK') return 'state';
  return kind === 'SWITCH' || kind === 'LIGHT' ? (property ?? 'state') : null;
}

function wantedOf(settings: ZigbeeSettings, order: DriverCommand): object {
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

function readDevice(settings: ZigbeeSettings, members: ZigbeeMembers): Report[] {
  switch (settings.kind) {
    case 'SWITCH':
    case 'LIGHT':
      return readSwitch(settings, members);
    case 'BINARY_SENSOR':
      return readBinary(settings.property ?? 'contact', members);
    case 'SENSOR': {
      const value = members[settings.property ?? 'temperature'];
      if (value === undefined || value === null) return [];
      if (typeof value !== 'number' || !Number.isFinite(value)) throw new Unreadable('unknown_state');
      return [{ kind: 'state', state: { value } }];
    }
    default:
      return readAction(members);
  }
}

function readSwitch({ property = 'state' }: ZigbeeSettings, members: ZigbeeMembers): Report[] {
  const word = members[property];
  const level = members['brightness'];
  if (word !== undefined && word !== 'ON' && word !== 'OFF') throw new Unreadable('unknown_state');
  if (level !== undefined && (typeof level !== 'number' || !(level >= 0 && level <= 255)))
    throw new Unreadable('unknown_state');
  const state = {
    ...(word === undefined ? {} : { isOn: word === 'ON' }),
    ...(level === undefined ? {} : { brightness: Math.min(100, Math.round((level / FULL) * 100)) }),
  };
  return Object.keys(state).length === 0 ? [] : [{ kind: 'state', state }];
}

function readBinary(property: string, members: ZigbeeMembers): Report[] {
  const value = members[property];
  if (value === undefined) return [];
  if (typeof value !== 'boolean') throw new Unreadable('unknown_state');
  // `contact` is true when closed. `isActive` is true when open, as in Home Assistant.
  return [{ kind: 'state', state: { isActive: property === 'contact' ? !value : value } }];
}

function readAction(members: ZigbeeMembers): Report[] {
  const action = members['action'];
  if (action === undefined || action === null || action === '') return [];
  if (typeof action !== 'string' || action.length > MOST_EVENT_CHARACTERS) throw new Unreadable('unknown_state');
  return [{ kind: 'event', action: 'PRESSED', name: action }];
}

function readBattery({ property }: ZigbeeSettings, members: ZigbeeMembers): Report[] {
  const battery = members['battery'];
  if (battery === undefined || battery === null || property === 'battery') return [];
  if (typeof battery !== 'number' || !(battery >= 0 && battery <= 100)) throw new Unreadable('unknown_state');
  return [{ kind: 'battery', percent: Math.round(battery) }];
}

import type { DeviceState, RequestedState } from '@munjigi/contract';
import { Unreadable, type DriverDevice, type DriverCommand, type OutgoingMessage, type Report } from './driver.ts';
import { nameAt, readShared, readValue, sharedBinding, toNumber, type HaMessage } from './ha-mqtt-shared.ts';
import type { DeviceSettings, HaRead, HaWrite } from './ha-settings.ts';
import { NO_VALUE } from './template.ts';

export function bindDevice(settings: DeviceSettings): DriverDevice {
  const readableKeys = new Set<string>(settings.reads.map((read) => read.key));
  return {
    ...sharedBinding(
      settings,
      settings.reads.map((read) => read.topic),
    ),
    commandTopics: [...new Set(settings.writes.map((write) => write.topic))],
    opensMomentarily: false,
    confirms: (order) => order.action === 'SET' && Object.keys(order.state).every((key) => readableKeys.has(key)),
    read(topic, payload) {
      const message: HaMessage = { topic, payload, odd: [] };
      return { reports: [...readShared(settings, message), ...readState(settings, message)], odd: message.odd };
    },
    messages: (order) => messagesOf(settings, requestedStateOf(order)),
  };
}

/** The keys whose messages are the state of the device, if no template names a member. */
const PLAIN_STATES: ReadonlySet<HaRead['key']> = new Set(['isOn', 'isActive', 'value']);

/** One object may hold all members. A member that is missing in it is unchanged. */
function readState({ reads }: DeviceSettings, message: HaMessage): Report[] {
  const state: Record<string, unknown> = {};
  const unknown: (keyof DeviceState)[] = [];
  for (const item of reads.filter(({ topic }) => topic === message.topic)) {
    const member = nameAt(item.path, PLAIN_STATES.has(item.key) ? 'state' : item.key);
    const before = message.odd.length;
    const value = readValue(message, { path: item.path, member }, (text) => toMember(item, text));
    // A measurement that cannot be read is not the last one. An unknown word leaves the last state.
    const isLost = item.words === null && message.odd.length > before;
    if (value === null || isLost) unknown.push(item.key);
    else if (value !== undefined) state[item.key] = value;
  }
  if (unknown.length === 0 && Object.keys(state).length === 0) return [];
  return [{ kind: 'state', state, ...(unknown.length === 0 ? {} : { unknown }) }];
}

/** `null`: the device reports that it does not know the value. */
function toMember({ words, full }: HaRead, text: string): boolean | number | string | null {
  const word = words?.find(([item]) => item === text);
  if (word) return word[1];
  if (text === NO_VALUE) return null;
  if (words) throw new Unreadable('unknown_state');
  const number = toNumber(text);
  if (Number.isNaN(number)) throw new Unreadable('unknown_state');
  if (full === null) return number;
  const percent = Math.round((number / full) * 100);
  if (number < 0 || percent > 100) throw new Unreadable('unknown_state');
  return percent;
}

function requestedStateOf(order: DriverCommand): RequestedState {
  if (order.action === 'PRESS') return { press: true };
  if (order.action === 'SET') return order.state;
  throw new Error('A device of a room is no lock');
}

function messagesOf({ writes, isJson }: DeviceSettings, state: RequestedState): OutgoingMessage[] {
  const requestedWrites = writes.filter((write) => state[write.key] !== undefined);
  if (!isJson)
    return requestedWrites.map((item) => ({ topic: item.topic, payload: String(wordOf(item, state[item.key])) }));
  const topic = writes[0]?.topic ?? '';
  // A light with this schema needs `state` in every message, also to be dimmed.
  const whole: Record<string, unknown> = { state: state.isOn === false ? 'OFF' : 'ON' };
  for (const item of requestedWrites)
    if (item.key === 'brightness') whole['brightness'] = wordOf(item, state.brightness);
  return [{ topic, payload: JSON.stringify(whole) }];
}

function wordOf({ words, full }: HaWrite, value: unknown): string | number {
  const word = words?.find(([, item]) => item === value)?.[0];
  if (word !== undefined) return word;
  if (typeof value !== 'number') throw new Error('The device has no word for this');
  return full === null ? value : Math.round((value / 100) * full);
}

import type { DeviceState, WantedState } from '@munjigi/contract';
import { Unreadable, type BoundDevice, type DriverCommand, type OutgoingMessage, type Report } from './driver.ts';
import { readShared, sharedBinding } from './ha-mqtt-shared.ts';
import type { DeviceSettings, HaRead, HaWrite } from './ha-settings.ts';
import { parseJson, valueAt } from './template.ts';

export function bindDevice(settings: DeviceSettings): BoundDevice {
  const readableKeys = new Set<string>(settings.reads.map((read) => read.key));
  return {
    ...sharedBinding(
      settings,
      settings.reads.map((read) => read.topic),
    ),
    commandTopics: [...new Set(settings.writes.map((write) => write.topic))],
    opensMomentarily: false,
    confirms: (order) => order.action === 'SET' && Object.keys(order.state).every((key) => readableKeys.has(key)),
    read: (topic, payload) => [...readShared(settings, topic, payload), ...readState(settings, topic, payload)],
    messages: (order) => messagesOf(settings, wantedOf(order)),
  };
}

function readState({ reads }: DeviceSettings, topic: string, payload: Buffer): Report[] {
  const own = reads.filter((read) => read.topic === topic);
  const state = Object.assign({}, ...own.map((item) => member(item, payload))) as DeviceState;
  return Object.keys(state).length === 0 ? [] : [{ kind: 'state', state }];
}

/** One object may hold all members. A member that is missing in it is unchanged. */
function member(haRead: HaRead, payload: Buffer): DeviceState {
  const [first] = haRead.path ?? [];
  if (first !== undefined) {
    const value = parseJson(payload.toString('utf8'));
    if (value === null || typeof value !== 'object') throw new Unreadable('not_an_object');
    if (!Object.hasOwn(value, first)) return {};
  }
  const text = valueAt(haRead.path, payload);
  if (haRead.words) {
    const found = haRead.words.find(([word]) => word === text);
    if (!found) throw new Unreadable('unknown_state');
    return { [haRead.key]: found[1] };
  }
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) throw new Unreadable('unknown_state');
  if (haRead.full === null) return { [haRead.key]: number };
  const percent = Math.round((number / haRead.full) * 100);
  if (percent < 0 || percent > 100) throw new Unreadable('unknown_state');
  return { [haRead.key]: percent };
}

function wantedOf(order: DriverCommand): WantedState {
  if (order.action === 'PRESS') return { press: true };
  if (order.action === 'SET') return order.state;
  throw new Error('A device of a room is no lock');
}

function messagesOf({ writes, isJson }: DeviceSettings, state: WantedState): OutgoingMessage[] {
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

import {
  Unreadable,
  type DriverDevice,
  type LeafWord,
  type LockWord,
  type DriverCommand,
  type OutgoingMessage,
  type ReadMessage,
  type Report,
} from './driver.ts';
import { nameAt, readShared, readValue, sharedBinding, type HaMessage } from './ha-mqtt-shared.ts';
import type { LockSettings } from './ha-settings.ts';
import { NO_VALUE } from './template.ts';

export function bindLock(settings: LockSettings): DriverDevice {
  return {
    ...sharedBinding(settings, [settings.stateTopic, settings.leaf?.topic]),
    commandTopics: [settings.commandTopic],
    opensMomentarily: settings.payloads.open !== null,
    confirms: () => settings.stateTopic !== null,
    read: (topic, payload) => readLock(settings, { topic, payload, odd: [] }),
    messages: (order) => [{ topic: settings.commandTopic, payload: payloadOf(settings, order) }],
  };
}

function payloadOf({ payloads }: LockSettings, order: DriverCommand): OutgoingMessage['payload'] {
  if (order.action === 'LOCK') return payloads.lock;
  if (order.action !== 'OPEN') throw new Error('A lock is opened or locked');
  // `payload_open` opens the door for a moment, so a door that is to stay open is unlocked instead.
  return order.forSeconds === null ? payloads.unlock : (payloads.open ?? payloads.unlock);
}

/** Several values can share a topic (one JSON object), so one message may give several reports. */
function readLock(settings: LockSettings, message: HaMessage): ReadMessage {
  const reports: Report[] = readShared(settings, message);
  if (message.topic === settings.stateTopic) {
    const { statePath: path } = settings;
    const state = readValue(message, { path, member: nameAt(path, 'state') }, (text) => lockWord(settings, text));
    if (state !== undefined) reports.push({ kind: 'lock', state });
  }
  const { leaf } = settings;
  if (leaf?.topic === message.topic) {
    const { path } = leaf;
    const state = readValue(message, { path, member: nameAt(path, 'contact') }, (text) => leafWord(leaf, text));
    if (state !== undefined) reports.push({ kind: 'leaf', state });
  }
  return { reports, odd: message.odd };
}

function leafWord({ open, closed }: { readonly open: string; readonly closed: string }, value: string): LeafWord {
  if (value === open) return 'OPEN';
  if (value === closed) return 'CLOSED';
  if (value === NO_VALUE) return 'UNKNOWN';
  throw new Unreadable('unknown_state');
}

function lockWord({ states, payloads }: LockSettings, value: string): LockWord {
  switch (value) {
    case states.locked:
      return 'LOCKED';
    case states.unlocked:
      return 'UNLOCKED';
    case states.locking:
      return 'LOCKING';
    case states.unlocking:
      return 'UNLOCKING';
    case states.jammed:
      return 'JAMMED';
    case states.open:
      return 'UNLATCHED';
    case states.opening:
      return 'OPENING';
    case payloads.reset:
    case NO_VALUE:
    case 'UNKNOWN': // The state that ESPHome reports before the lock has one.
      return 'UNKNOWN';
    default:
      throw new Unreadable('unknown_state');
  }
}

import {
  Unreadable,
  type BoundDevice,
  type LockWord,
  type DriverCommand,
  type OutgoingMessage,
  type Report,
} from './driver.ts';
import { readShared, sharedBinding } from './ha-mqtt-shared.ts';
import type { LockSettings } from './ha-settings.ts';
import { valueAt } from './template.ts';

export function bindLock(settings: LockSettings): BoundDevice {
  return {
    ...sharedBinding(settings, [settings.stateTopic, settings.leaf?.topic]),
    commandTopics: [settings.commandTopic],
    opensMomentarily: settings.payloads.open !== null,
    confirms: () => settings.stateTopic !== null,
    read: (topic, payload) => read(settings, topic, payload),
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
function read(settings: LockSettings, topic: string, payload: Buffer): Report[] {
  const reports = readShared(settings, topic, payload);
  if (topic === settings.stateTopic) {
    const state = lockWord(settings, valueAt(settings.statePath, payload));
    if (!state) throw new Unreadable('unknown_state');
    reports.push({ kind: 'lock', state });
  }
  if (settings.leaf?.topic === topic) {
    const value = valueAt(settings.leaf.path, payload);
    if (value !== settings.leaf.open && value !== settings.leaf.closed) throw new Unreadable('unknown_state');
    reports.push({ kind: 'leaf', state: value === settings.leaf.open ? 'OPEN' : 'CLOSED' });
  }
  return reports;
}

function lockWord({ states, payloads }: LockSettings, value: string): LockWord | null {
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
    case 'UNKNOWN': // The state that ESPHome reports before the lock has one.
      return 'UNKNOWN';
    default:
      return null;
  }
}

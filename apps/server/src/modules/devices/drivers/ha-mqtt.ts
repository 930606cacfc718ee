import { Unreadable, type BoundDevice, type Driver, type LockWord, type Report } from './driver.ts';
import { lockSettings, type LockSettings } from './ha-settings.ts';
import { valueAt } from './template.ts';

/** Any lock that announces itself by Home Assistant discovery, ESPHome's among them. */
export const haMqtt: Driver = {
  name: 'ha-mqtt',
  bind(raw): BoundDevice {
    const settings = lockSettings.parse(raw);
    const { availability, payloads } = settings;
    const topics = [settings.stateTopic, settings.leaf?.topic, settings.battery?.topic, ...availability.topics.map((it) => it.topic)];
    return {
      topics: [...new Set(topics.filter((topic) => topic !== null && topic !== undefined))],
      availability: { mode: availability.mode, count: availability.topics.length },
      reportsState: settings.stateTopic !== null,
      opensMomentarily: payloads.open !== null,
      timeoutMs: settings.timeoutMs,
      refusalGraceMs: settings.refusalGraceMs,
      read: (topic, payload) => read(settings, topic, payload),
      message: (order) => ({
        topic: settings.commandTopic,
        payload: order === 'LOCK' ? payloads.lock : (payloads.open ?? payloads.unlock),
      }),
    };
  },
};

/** Several things can share a topic (one JSON for all), so a message may mean more than one report. */
function read(settings: LockSettings, topic: string, payload: Buffer): Report[] {
  const reports: Report[] = [];
  for (const [index, it] of settings.availability.topics.entries()) {
    if (it.topic !== topic) continue;
    const value = valueAt(it.path, payload);
    if (value === it.available) reports.push({ kind: 'availability', index, isAvailable: true });
    else if (value === it.notAvailable) reports.push({ kind: 'availability', index, isAvailable: false });
    else throw new Unreadable('unknown_state');
  }
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
  if (settings.battery?.topic === topic) {
    const percent = Number(valueAt(settings.battery.path, payload));
    if (!Number.isFinite(percent) || percent < 0 || percent > 100) throw new Unreadable('unknown_state');
    reports.push({ kind: 'battery', percent: Math.round(percent) });
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
    case 'UNKNOWN': // ESPHome, before its lock has said anything
      return 'UNKNOWN';
    default:
      return null;
  }
}

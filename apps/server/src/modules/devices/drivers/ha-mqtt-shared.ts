import { Unreadable, type BoundDevice, type Report } from './driver.ts';
import type { DeviceSettings } from './ha-settings.ts';
import { valueAt } from './template.ts';

/** The common parts of locks and devices announced by Home Assistant's discovery. */
type Shared = Pick<DeviceSettings, 'availability' | 'battery' | 'timeoutMs' | 'refusalGraceMs'>;

export function sharedBinding(
  settings: Shared,
  own: readonly (string | null | undefined)[],
): Pick<BoundDevice, 'topics' | 'availability' | 'timeoutMs' | 'refusalGraceMs' | 'question'> {
  const { availability, battery, timeoutMs, refusalGraceMs } = settings;
  const topics = [...own, battery?.topic, ...availability.topics.map((topic) => topic.topic)];
  return {
    topics: [...new Set(topics.filter((topic) => topic !== null && topic !== undefined))],
    availability: { mode: availability.mode, count: availability.topics.length },
    timeoutMs,
    refusalGraceMs,
    // By the convention of Home Assistant states are retained, so no query is needed.
    question: null,
  };
}

export function readShared({ availability, battery }: Shared, topic: string, payload: Buffer): Report[] {
  const reports: Report[] = [];
  for (const [index, item] of availability.topics.entries()) {
    if (item.topic !== topic) continue;
    const value = valueAt(item.path, payload);
    if (value === item.available) reports.push({ kind: 'availability', index, isAvailable: true });
    else if (value === item.notAvailable) reports.push({ kind: 'availability', index, isAvailable: false });
    else throw new Unreadable('unknown_state');
  }
  if (battery?.topic === topic) {
    const percent = Number(valueAt(battery.path, payload));
    if (!Number.isFinite(percent) || percent < 0 || percent > 100) throw new Unreadable('unknown_state');
    reports.push({ kind: 'battery', percent: Math.round(percent) });
  }
  return reports;
}

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bindDriver, readAnnouncement, Unreadable, type BoundDevice, type Report } from './drivers/index.ts';

/**
 * Shapes of messages that real devices sent, by driver. Each file names its source, and says in `right` what the driver
 * must read from it. A value of `null` is unknown; a member that `right` does not have must not be reported.
 */

const CORPUS = new URL('corpus/', import.meta.url);

interface Example {
  readonly source: string;
  readonly driver: 'zigbee2mqtt' | 'tasmota' | 'shelly' | 'ha-mqtt' | 'esphome';
  readonly device: string;
  readonly topic: string;
  readonly payload: unknown;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly right: Readonly<Record<string, unknown>>;
}

const KINDS: Readonly<Record<string, string>> = { lock: 'LOCK', contact: 'BINARY_SENSOR' };

/** The device of the example, and the full topic of its message. */
function bindExample({ driver, device, topic, settings = {} }: Example): { bound: BoundDevice; topic: string } {
  const kind = KINDS[device] ?? 'SWITCH';
  switch (driver) {
    case 'zigbee2mqtt': {
      const own = { kind, baseTopic: 'base', friendlyName: 'device', hasAvailability: true, ...settings };
      const whole =
        topic === '' ? 'base/device' : topic.startsWith('bridge/') ? `base/${topic}` : `base/device/${topic}`;
      return { bound: bindDriver('zigbee2mqtt', own), topic: whole };
    }
    case 'tasmota': {
      const own = { kind, topic: 'relay', fullTopic: '%prefix%/%topic%/', ...settings };
      return { bound: bindDriver('tasmota', own), topic: topic.replace('/', '/relay/') };
    }
    case 'shelly':
      return { bound: bindDriver('shelly', { kind, topicPrefix: 'relay', ...settings }), topic: `relay/${topic}` };
    default: {
      const announced = readAnnouncement(
        { below: String(settings['below']), owns: () => true },
        Buffer.from(JSON.stringify(settings['announcement'])),
      );
      const bound = bindDriver('ha-mqtt', announced.devices[0]?.settings);
      return { bound, topic: bound.topics.find((one) => one === topic || one.endsWith(`/${topic}`)) ?? topic };
    }
  }
}

function toWords(device: string, report: Report): object {
  switch (report.kind) {
    case 'lock':
      return { lock: report.state };
    case 'leaf':
      return { door: report.state };
    case 'battery':
      return { battery: report.percent };
    case 'availability':
      return { available: report.isAvailable };
    case 'reply':
      return { reply: report.outcome };
    case 'code':
      return { codes: [`${report.slot} ${report.state}`] };
    case 'code-written':
      return { codes: [`${report.outcome} ${report.slot ?? '?'}`] };
    case 'codes-cleared':
      return { codes: ['CLEARED *'] };
    case 'event':
      return report.action === 'DENIED' ? { codes: ['DENIED'] } : {};
    case 'state': {
      const { isOn, ...rest } = report.state;
      const { isActive } = rest;
      const unknown = Object.fromEntries((report.unknown ?? []).map((key) => [key, null]));
      if (device === 'contact' && isActive !== undefined) return { door: isActive ? 'OPEN' : 'CLOSED' };
      return { ...rest, ...unknown, ...(isOn === undefined ? {} : { relay: isOn ? 'ON' : 'OFF' }) };
    }
  }
}

const namesOf = (odd: readonly { readonly member: string }[]) => odd.map(({ member }) => member).sort();

function readExample(example: Example, payload: Buffer): object {
  if (example.topic.endsWith('/config')) {
    // A topic that begins with a slash lies below no prefix of a store.
    const owns = (topic: string) => !topic.startsWith('/');
    const { devices, odd } = readAnnouncement({ below: example.topic, owns }, payload);
    const announces = devices.map(({ kind, obstacle, traits }) => ({ kind, obstacle, traits }));
    return { announces, odd: namesOf(odd) };
  }
  const { bound, topic } = bindExample(example);
  const { reports, odd } = bound.read(topic, payload);
  const words: Record<string, unknown> = { odd: namesOf(odd) };
  for (const [key, value] of reports.flatMap((report) => Object.entries(toWords(example.device, report)))) {
    const before = words[key];
    words[key] =
      Array.isArray(before) && Array.isArray(value) ? [...(before as unknown[]), ...(value as unknown[])] : value;
  }
  return words;
}

function resultOf(example: Example): object {
  const { payload } = example;
  const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  try {
    return readExample(example, bytes);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { refused: expect.any(String) as unknown, odd: [] };
  }
}

describe('messages of real devices', () => {
  const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

  it('are many', () => expect(files.length).toBeGreaterThan(160));

  it.each(files.sort())('%s is read member by member', (name) => {
    const example = JSON.parse(readFileSync(new URL(name, CORPUS), 'utf8')) as Example;
    const result = resultOf(example);
    if ('announces' in result) return expect(result).toMatchObject(example.right);
    expect(example.right).toEqual(result);
  });
});

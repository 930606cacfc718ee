import { z } from 'zod';
import {
  Unreadable,
  type DriverDevice,
  type Driver,
  type LockReport,
  type DriverCommand,
  type OddMember,
  type ReadMessage,
  type Report,
} from './driver.ts';
import { readMember } from './odd-members.ts';
import { parseJson } from './template.ts';

/**
 * Tasmota relays (docs/domain.md 1.2). Their protocol has no command ids, so a report of the requested value answers a
 * command. Commands are never retained: Tasmota would execute them again after each loss of power.
 */

const tasmotaSettings = z.object({
  kind: z.enum(['LOCK', 'SWITCH', 'LIGHT']),
  topic: z.string(),
  fullTopic: z.string(),
  relay: z.number().int(),
  hasSeveral: z.boolean(),
});
type TasmotaSettings = z.infer<typeof tasmotaSettings>;

const RELAY = { timeoutMs: 5000, refusalGraceMs: 1500 };

export const tasmota: Driver = {
  name: 'tasmota',
  bind(raw): DriverDevice {
    const settings = tasmotaSettings.parse(raw);
    const of = (prefix: 'cmnd' | 'stat' | 'tele', what: string) =>
      settings.fullTopic.replaceAll('%prefix%', prefix).replaceAll('%topic%', settings.topic) + what;
    const power = settings.hasSeveral ? `POWER${settings.relay}` : 'POWER';
    const topics = {
      will: of('tele', 'LWT'),
      result: of('stat', 'RESULT'),
      power: of('stat', power),
      state: of('tele', 'STATE'),
    };
    const toRelay = of('cmnd', power);
    const toAll = of('cmnd', 'Backlog');
    return {
      topics: Object.values(topics),
      commandTopics: [toRelay, toAll],
      availability: { mode: 'latest', count: 1 },
      opensMomentarily: settings.kind === 'LOCK',
      ...RELAY,
      confirms: () => true,
      read(topic, payload): ReadMessage {
        const odd: OddMember[] = [];
        const text = payload.toString('utf8');
        if (topic === topics.will) {
          const isAvailable = readMember(odd, 'LWT', text, () => readWord(text, 'Online', 'Offline'));
          return { reports: isAvailable === undefined ? [] : [{ kind: 'availability', index: 0, isAvailable }], odd };
        }
        const word = topic === topics.power ? text : memberOf(parseJson(text), power);
        const isOn = word === undefined ? undefined : readMember(odd, power, word, () => readWord(word, 'ON', 'OFF'));
        return { reports: isOn === undefined ? [] : [reportOf(settings, isOn)], odd };
      },
      messages: (order) => [
        order.action === 'OPEN'
          ? { topic: toAll, payload: `PulseTime${settings.relay} ${pulseTime(order.forSeconds)}; ${power} ON` }
          : { topic: toRelay, payload: isOnRequested(order) ? 'ON' : 'OFF' },
      ],
      question: { topic: toRelay, payload: '' },
    };
  },
};

/**
 * The value of `PulseTime`. It is sent with each opening in the same message, so the relay always has the opening time
 * of the door. 1 to 111 are tenths of a second, from 112 it is seconds plus 100, 0 is no pulse.
 */
export function pulseTime(forSeconds: number | null): number {
  if (forSeconds === null) return 0;
  return forSeconds <= 11 ? Math.max(1, Math.round(forSeconds * 10)) : Math.min(64_900, Math.round(forSeconds) + 100);
}

function isOnRequested(order: Exclude<DriverCommand, { action: 'OPEN' }>): boolean {
  if (order.action === 'PRESS') throw new Error('A relay is no button');
  return order.action === 'SET' && order.state.isOn !== false;
}

/**
 * `undefined`: the message does not concern this relay. Results of other commands and reports of other relays use the
 * same topics.
 */
function memberOf(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Unreadable('not_an_object');
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function readWord(word: unknown, yes: string, no: string): boolean {
  if (word !== yes && word !== no) throw new Unreadable('unknown_state');
  return word === yes;
}

function reportOf({ kind }: TasmotaSettings, isOn: boolean): Report {
  const strike: LockReport = { kind: 'lock', state: isOn ? 'UNLATCHED' : 'LOCKED', isInferred: true };
  return kind === 'LOCK' ? strike : { kind: 'state', state: { isOn } };
}

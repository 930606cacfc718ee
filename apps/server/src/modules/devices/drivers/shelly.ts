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
import { readMember, readNumber, readObject, toSwitchReports } from './odd-members.ts';
import { parseJson } from './template.ts';

/**
 * Shelly relays of the second generation and later, by RPC over MQTT (docs/domain.md 1.1). A reply means that the
 * device accepted the command, `NotifyStatus` that its relay switched. Timestamps in messages are ignored: a relay
 * without network time reports 1970.
 */

const shellySettings = z.object({
  kind: z.enum(['LOCK', 'SWITCH', 'LIGHT']),
  topicPrefix: z.string(),
  component: z.enum(['switch', 'light']),
  channel: z.number().int(),
});
type ShellySettings = z.infer<typeof shellySettings>;

const RELAY = { timeoutMs: 5000, refusalGraceMs: 1500 };
/** The id of the status query of the server. Replies to commands carry the id of the command instead. */
const QUESTION_ID = 'status';

const reply = z.object({
  id: z.union([z.string().max(64), z.number()]),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const notification = z.object({ method: z.string(), params: z.record(z.string(), z.unknown()) });

export const shelly: Driver = {
  name: 'shelly',
  bind(raw): DriverDevice {
    const settings = shellySettings.parse(raw);
    const { topicPrefix } = settings;
    const request = (id: string, method: string, params: object): OutgoingMessage => ({
      topic: `${topicPrefix}/rpc`,
      // Replies go to `<src>/rpc`, which thus lies below the prefix of the device.
      payload: JSON.stringify({ id, src: `${topicPrefix}/munjigi`, method, params }),
    });
    const topics = {
      online: `${topicPrefix}/online`,
      replies: `${topicPrefix}/munjigi/rpc`,
      notifications: `${topicPrefix}/events/rpc`,
    };
    return {
      topics: Object.values(topics),
      commandTopics: [`${topicPrefix}/rpc`],
      availability: { mode: 'latest', count: 1 },
      opensMomentarily: settings.kind === 'LOCK',
      ...RELAY,
      confirms: () => true,
      read(topic, payload): ReadMessage {
        const odd: OddMember[] = [];
        const text = payload.toString('utf8');
        if (topic === topics.online) return { reports: readOnline(text, odd), odd };
        const message: ShellyMessage = { settings, odd, value: parseJson(text) };
        return { reports: topic === topics.replies ? readReply(message) : readNotification(message), odd };
      },
      messages: (order, orderId) => [
        request(orderId, settings.component === 'switch' ? 'Switch.Set' : 'Light.Set', paramsOf(settings, order)),
      ],
      question: request(QUESTION_ID, 'Shelly.GetStatus', {}),
    };
  },
};

function paramsOf({ channel }: ShellySettings, order: DriverCommand): object {
  switch (order.action) {
    case 'OPEN': {
      // The relay itself ends the pulse, so the pulse ends even if the server stops.
      const pulse = order.forSeconds === null ? {} : { toggle_after: order.forSeconds };
      return { id: channel, on: true, ...pulse };
    }
    case 'LOCK':
      return { id: channel, on: false };
    case 'SET': {
      const { isOn, brightness } = order.state;
      return { id: channel, on: isOn ?? true, ...(brightness === undefined ? {} : { brightness }) };
    }
    case 'PRESS':
      throw new Error('A relay is no button');
  }
}

interface ShellyMessage {
  readonly settings: ShellySettings;
  readonly value: unknown;
  readonly odd: OddMember[];
}

function readOnline(word: string, odd: OddMember[]): Report[] {
  const isAvailable = readMember(odd, 'online', word, () => {
    if (word !== 'true' && word !== 'false') throw new Unreadable('unknown_state');
    return word === 'true';
  });
  return isAvailable === undefined ? [] : [{ kind: 'availability', index: 0, isAvailable }];
}

function readReply({ settings, value, odd }: ShellyMessage): Report[] {
  const parsed = reply.safeParse(value);
  if (!parsed.success) throw new Unreadable('bad_shape');
  const { id, result, error } = parsed.data;
  const hasFailed = error !== undefined && error !== null;
  if (id === QUESTION_ID) {
    if (hasFailed || result === undefined || result === null) return [];
    const status = readMember(odd, 'result', result, () => readObject(result));
    return status === undefined ? [] : readComponent(settings, status, odd);
  }
  if (!z.uuid().safeParse(id).success) throw new Unreadable('unknown_reply');
  const orderId = String(id);
  if (!hasFailed) return [{ kind: 'reply', orderId, outcome: 'ACCEPTED', note: 'reply' }];
  const code = readMember(odd, 'error', error, () =>
    readNumber(readObject(error)['code'], Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  );
  return [{ kind: 'reply', orderId, outcome: 'REFUSED', note: code === undefined ? 'error' : `error ${code}` }];
}

function readNotification({ settings, value, odd }: ShellyMessage): Report[] {
  const parsed = notification.safeParse(value);
  if (!parsed.success) throw new Unreadable('bad_shape');
  const { method, params } = parsed.data;
  // Other notifications (buttons, updates of the device) do not concern the relay.
  return method === 'NotifyStatus' || method === 'NotifyFullStatus' ? readComponent(settings, params, odd) : [];
}

/** A notification holds only what changed, so the component of this device may be missing. */
function readComponent(
  { component: name, channel, kind }: ShellySettings,
  status: Readonly<Record<string, unknown>>,
  odd: OddMember[],
): Report[] {
  const raw = status[`${name}:${channel}`];
  if (raw === undefined) return [];
  const own = readMember(odd, `${name}:${channel}`, raw, () => readObject(raw)) ?? {};
  const isOn =
    own['output'] === undefined ? undefined : readMember(odd, 'output', own['output'], () => readFlag(own['output']));
  if (kind === 'LOCK')
    return isOn === undefined ? [] : [{ kind: 'lock', state: isOn ? 'UNLATCHED' : 'LOCKED', isInferred: true }];
  const level = own['brightness'];
  const brightness =
    level === undefined ? undefined : readMember(odd, 'brightness', level, () => Math.round(readNumber(level, 0, 100)));
  return toSwitchReports(isOn, level, brightness);
}

function readFlag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Unreadable('unknown_state');
  return value;
}

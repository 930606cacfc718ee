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

const component = z.object({ output: z.boolean().optional(), brightness: z.number().min(0).max(100).optional() });
const reply = z.object({
  id: z.union([z.string().max(64), z.number()]),
  result: z.record(z.string(), z.unknown()).nullish(),
  error: z.object({ code: z.number(), message: z.string().optional() }).optional(),
});
const notification = z.object({ method: z.string(), params: z.record(z.string(), z.unknown()) });

export const shelly: Driver = {
  name: 'shelly',
  bind(raw): BoundDevice {
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
      read(topic, payload) {
        if (topic === topics.online) return [readOnline(payload)];
        const value = parseJson(payload.toString('utf8'));
        return topic === topics.replies ? readReply(settings, value) : readNotification(settings, value);
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

function readOnline(payload: Buffer): Report {
  const word = payload.toString('utf8');
  if (word !== 'true' && word !== 'false') throw new Unreadable('unknown_state');
  return { kind: 'availability', index: 0, isAvailable: word === 'true' };
}

function readReply(settings: ShellySettings, value: unknown): Report[] {
  const parsed = reply.safeParse(value);
  if (!parsed.success) throw new Unreadable('bad_shape');
  const { id, result, error } = parsed.data;
  if (id === QUESTION_ID) return error ? [] : readComponent(settings, result ?? {});
  if (!z.uuid().safeParse(id).success) throw new Unreadable('unknown_reply');
  const orderId = String(id);
  if (error) return [{ kind: 'reply', orderId, outcome: 'REFUSED', note: `error ${error.code}` }];
  return [{ kind: 'reply', orderId, outcome: 'ACCEPTED', note: 'reply' }];
}

function readNotification(settings: ShellySettings, value: unknown): Report[] {
  const parsed = notification.safeParse(value);
  if (!parsed.success) throw new Unreadable('bad_shape');
  const { method, params } = parsed.data;
  // Other notifications (buttons, updates of the device) do not concern the relay.
  return method === 'NotifyStatus' || method === 'NotifyFullStatus' ? readComponent(settings, params) : [];
}

/** A notification holds only what changed, so the component of this device may be missing. */
function readComponent({ component: name, channel, kind }: ShellySettings, status: Record<string, unknown>): Report[] {
  const own = status[`${name}:${channel}`];
  if (own === undefined) return [];
  const parsed = component.safeParse(own);
  if (!parsed.success) throw new Unreadable('bad_shape');
  const { output, brightness } = parsed.data;
  if (kind === 'LOCK')
    return output === undefined ? [] : [{ kind: 'lock', state: output ? 'UNLATCHED' : 'LOCKED', isInferred: true }];
  const state = {
    ...(output === undefined ? {} : { isOn: output }),
    ...(brightness === undefined ? {} : { brightness: Math.round(brightness) }),
  };
  return Object.keys(state).length === 0 ? [] : [{ kind: 'state', state }];
}

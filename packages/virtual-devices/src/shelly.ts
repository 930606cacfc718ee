import { connectWire, type Twin } from './wire.ts';

/** A Shelly relay or dimmer of the second generation on MQTT (docs/domain.md 1.1). */

export interface VirtualShellyOptions {
  readonly url: string;
  /** The store's MQTT prefix, e.g. `playroom/gangnam`. */
  readonly prefix: string;
  /** A single topic level; its `topic_prefix` is `<prefix>/<name>`. */
  readonly name: string;
  readonly component?: 'switch' | 'light';
  /** How long it takes from hearing to answering. */
  readonly answerMs?: number;
}

export interface VirtualShelly extends Twin {
  readonly topicPrefix: string;
  output(): boolean;
  brightness(): number;
  /** A manual turn of the wall switch. */
  push(on: boolean): void;
}

interface Request {
  readonly id?: string | number;
  readonly src?: string;
  readonly method?: string;
  readonly params?: {
    readonly id?: number;
    readonly on?: boolean;
    readonly brightness?: number;
    readonly toggle_after?: number;
  };
}

export async function startVirtualShelly({
  url,
  prefix,
  name,
  component = 'switch',
  answerMs = 5,
}: VirtualShellyOptions): Promise<VirtualShelly> {
  const topicPrefix = `${prefix}/${name}`;
  const set = component === 'switch' ? 'Switch.Set' : 'Light.Set';
  let output = false;
  let brightness = 100;
  let pulse: NodeJS.Timeout | undefined;

  const status = (source: string) => ({
    id: 0,
    output,
    source,
    ...(component === 'light' ? { brightness } : { apower: output ? 12.5 : 0, temperature: { tC: 41.2, tF: 106.2 } }),
  });
  const now = () => (wire.faults.hasOldClock ? 12.5 : Date.now() / 1000);

  function move(on: boolean, source: string, level?: number): void {
    if (on === output && (level === undefined || level === brightness)) return; // it reports only changes
    output = on;
    if (level !== undefined) brightness = level;
    wire.say(`${topicPrefix}/events/rpc`, {
      src: name,
      dst: `${topicPrefix}/events`,
      method: 'NotifyStatus',
      params: { ts: now(), [`${component}:0`]: status(source) },
    });
  }

  function answer(request: Request): void {
    const reply = (body: object) =>
      wire.say(`${String(request.src)}/rpc`, {
        id: wire.faults.hasWrongId ? crypto.randomUUID() : request.id,
        src: name,
        dst: request.src,
        ...body,
      });
    if (request.id === undefined || request.src === undefined) return;
    if (request.method === 'Shelly.GetStatus')
      return reply({ result: { sys: { unixtime: Math.floor(now()) }, [`${component}:0`]: status('init') } });
    if (request.method !== set)
      return reply({ error: { code: 404, message: `No handler for ${String(request.method)}` } });
    const { id, on, brightness: level, toggle_after: seconds } = request.params ?? {};
    if (id !== 0) return reply({ error: { code: -105, message: `Argument 'id', value ${String(id)} not found!` } });
    if (wire.faults.refuses) return reply({ error: { code: -114, message: 'Unavailable' } });
    const was = output;
    clearTimeout(pulse);
    move(on ?? output, 'MQTT', level);
    if (seconds !== undefined) pulse = wire.after(seconds * 1000, () => move(!(on ?? was), 'timer'));
    reply({ result: component === 'switch' ? { was_on: was } : null });
  }

  const wire = await connectWire({
    url,
    clientId: `virtual-shelly-${topicPrefix.replaceAll('/', '-')}`,
    will: { topic: `${topicPrefix}/online`, payload: 'false' },
    commands: [`${topicPrefix}/rpc`],
    stateTopic: `${topicPrefix}/events/rpc`,
    onConnect: () => wire.say(`${topicPrefix}/online`, 'true', { isRetained: true }),
    onCommand: (_topic, payload) => {
      const request = readRequest(payload);
      if (request) wire.after(answerMs, () => answer(request));
    },
  });
  return {
    ...wire.twin,
    topicPrefix,
    output: () => output,
    brightness: () => brightness,
    push: (on) => move(on, 'input'),
  };
}

/** Firmware does not answer a malformed request. */
function readRequest(payload: string): Request | null {
  try {
    const value: unknown = JSON.parse(payload);
    return value !== null && typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

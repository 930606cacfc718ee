import type { OddDeviceOptions } from './odd.ts';
import { connectWire, type VirtualDevice } from './wire.ts';

/** A Shelly relay or dimmer of the second generation on MQTT (docs/domain.md 1.1). */

export interface VirtualShellyOptions {
  readonly url: string;
  /** The store's MQTT prefix, e.g. `playroom/gangnam`. */
  readonly prefix: string;
  /** A single topic level; the device's `topic_prefix` is `<prefix>/<name>`. */
  readonly name: string;
  readonly component?: 'switch' | 'light';
  /** Milliseconds from the receipt of a command to the answer. */
  readonly answerMs?: number;
  readonly odd?: OddDeviceOptions;
}

export interface VirtualShelly extends VirtualDevice {
  readonly topicPrefix: string;
  output(): boolean;
  brightness(): number;
  /** Switches the relay at its wall switch. */
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

interface OutputOptions {
  readonly notify: (status: object) => void;
  readonly after: (ms: number, act: () => void) => NodeJS.Timeout;
}

/** The relay or dimmer itself: its state, and the timer that ends a pulse. */
class Output {
  isOn = false;
  brightness = 100;
  private pulse: NodeJS.Timeout | undefined;
  private readonly component: 'switch' | 'light';
  private readonly options: OutputOptions;

  constructor(component: 'switch' | 'light', options: OutputOptions) {
    this.component = component;
    this.options = options;
  }

  /** The status as the firmware reports it; `source` is the cause of the last change. */
  status(source: string): object {
    return {
      id: 0,
      output: this.isOn,
      source,
      ...(this.component === 'light'
        ? { brightness: this.brightness }
        : { apower: this.isOn ? 12.5 : 0, temperature: { tC: 41.2, tF: 106.2 } }),
    };
  }

  move(on: boolean, source: string, level?: number): void {
    if (on === this.isOn && (level === undefined || level === this.brightness)) return; // it reports only changes
    this.isOn = on;
    if (level !== undefined) this.brightness = level;
    this.options.notify(this.status(source));
  }

  set({ on, brightness, toggle_after: seconds }: NonNullable<Request['params']>): void {
    const wasOn = this.isOn;
    clearTimeout(this.pulse);
    this.move(on ?? wasOn, 'MQTT', brightness);
    if (seconds !== undefined)
      this.pulse = this.options.after(seconds * 1000, () => this.move(!(on ?? wasOn), 'timer'));
  }
}

export async function startVirtualShelly(options: VirtualShellyOptions): Promise<VirtualShelly> {
  const { url, prefix, name, component = 'switch', answerMs = 5, odd } = options;
  const topicPrefix = `${prefix}/${name}`;
  const set = component === 'switch' ? 'Switch.Set' : 'Light.Set';
  const now = () => (wire.faults.hasOldClock ? 12.5 : Date.now() / 1000);
  const output = new Output(component, {
    notify: (status) =>
      wire.say(`${topicPrefix}/events/rpc`, {
        src: name,
        dst: `${topicPrefix}/events`,
        method: 'NotifyStatus',
        params: { ts: now(), [`${component}:0`]: status },
      }),
    after: (ms, act) => wire.after(ms, act),
  });

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
      return reply({ result: { sys: { unixtime: Math.floor(now()) }, [`${component}:0`]: output.status('init') } });
    const error = findError(request, set, wire.faults.refuses);
    if (error) return reply({ error });
    const wasOn = output.isOn;
    output.set(request.params ?? {});
    reply({ result: component === 'switch' ? { was_on: wasOn } : null });
  }

  const wire = await connectWire({
    url,
    odd,
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
    output: () => output.isOn,
    brightness: () => output.brightness,
    push: (on) => output.move(on, 'input'),
  };
}

/** Why a request to set the output is not executed; `null` if it is. */
function findError({ method, params }: Request, set: string, isRefusing: boolean): object | null {
  if (method !== set) return { code: 404, message: `No handler for ${String(method)}` };
  if (params?.id !== 0) return { code: -105, message: `Argument 'id', value ${String(params?.id)} not found!` };
  return isRefusing ? { code: -114, message: 'Unavailable' } : null;
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

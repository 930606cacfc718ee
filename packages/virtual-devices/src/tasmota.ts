import type { OddDeviceOptions } from './odd.ts';
import { connectWire, type VirtualDevice } from './wire.ts';

/** A Tasmota relay (docs/domain.md 1.2), with its topics below the store's prefix. */

export interface VirtualTasmotaOptions {
  readonly url: string;
  /** The store's MQTT prefix, e.g. `playroom/gangnam`. */
  readonly prefix: string;
  /** The device's own topic, e.g. `tasmota_A1B2C3`. */
  readonly name: string;
  /** The device has several relays, named `POWER1`, `POWER2`; this is the number of the only wired one. */
  readonly relay?: number;
  readonly answerMs?: number;
  readonly odd?: OddDeviceOptions;
}

export interface VirtualTasmota extends VirtualDevice {
  readonly fullTopic: string;
  isOn(): boolean;
  /** The last setting of the pulse time; 0 for none. */
  pulseTime(): number;
  /** Presses the button of the device. */
  push(on: boolean): void;
}

interface Command {
  readonly name: string;
  readonly value: string;
}

export async function startVirtualTasmota(options: VirtualTasmotaOptions): Promise<VirtualTasmota> {
  const { url, prefix, name, relay, answerMs = 5, odd } = options;
  const fullTopic = `${prefix}/%prefix%/%topic%/`;
  const of = (kind: string, what: string) => fullTopic.replace('%prefix%', kind).replace('%topic%', name) + what;
  const power = relay === undefined ? 'POWER' : `POWER${relay}`;
  let isOn = false;
  let pulse = 0;
  let ending: NodeJS.Timeout | undefined;

  function reportState(): void {
    wire.say(of('stat', 'RESULT'), { [power]: isOn ? 'ON' : 'OFF' });
    wire.say(of('stat', power), isOn ? 'ON' : 'OFF');
  }
  function move(on: boolean): void {
    isOn = on;
    clearTimeout(ending);
    // Each ON restarts the pulse.
    if (on && pulse > 0) ending = wire.after(readPulseMs(pulse), () => move(false));
    reportState();
  }
  function obey({ name: command, value }: Command): void {
    if (command.toUpperCase() === power) {
      // A locked relay (PowerLock) answers with its present state.
      if (value === '' || value === '?' || wire.faults.refuses) return reportState();
      const next = readPower(value, isOn);
      if (next !== null) return move(next);
    }
    const time = /^pulsetime(\d*)$/i.exec(command);
    if (time && /^\d+$/.test(value)) {
      pulse = Number(value);
      return wire.say(of('stat', 'RESULT'), { [`PulseTime${time[1] || 1}`]: { Set: pulse, Remaining: pulse } });
    }
    wire.say(of('stat', 'RESULT'), { Command: 'Unknown' });
  }

  const wire = await connectWire({
    url,
    odd,
    clientId: `virtual-${prefix.replaceAll('/', '-')}-${name}`,
    will: { topic: of('tele', 'LWT'), payload: 'Offline' },
    commands: [of('cmnd', '#')],
    stateTopic: of('stat', 'RESULT'),
    onConnect: () => {
      wire.say(of('tele', 'LWT'), 'Online', { isRetained: true });
      wire.say(of('tele', 'STATE'), {
        Time: wire.faults.hasOldClock ? '1970-01-01T00:00:12' : new Date().toISOString().slice(0, 19),
        [power]: isOn ? 'ON' : 'OFF',
      });
    },
    onCommand: (topic, payload) =>
      void wire.after(answerMs, () => {
        for (const command of readCommands(topic.slice(of('cmnd', '').length), payload)) obey(command);
      }),
  });
  return { ...wire.twin, fullTopic, isOn: () => isOn, pulseTime: () => pulse, push: move };
}

/** A setting up to 111 counts tenths of a second; a higher one counts seconds, from 100 on. */
function readPulseMs(pulseTime: number): number {
  return pulseTime <= 111 ? pulseTime * 100 : (pulseTime - 100) * 1000;
}

/** The state after a value of `POWER`; `null` when the firmware does not know the value. */
function readPower(value: string, isOn: boolean): boolean | null {
  if (/^(ON|1|TRUE)$/i.test(value)) return true;
  if (/^(OFF|0|FALSE)$/i.test(value)) return false;
  if (/^(TOGGLE|2)$/i.test(value)) return !isOn;
  return null;
}

/** A `Backlog` is several commands in one message. */
function readCommands(command: string, payload: string): Command[] {
  if (command.toUpperCase() !== 'BACKLOG') return [{ name: command, value: payload }];
  return payload.split(';').map((part) => {
    const [name = '', value = ''] = part.trim().split(/\s+/);
    return { name, value };
  });
}

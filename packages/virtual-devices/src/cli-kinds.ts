import { startKeypadLock } from './keypad-lock.ts';
import { startVirtualLock } from './lock.ts';
import { startVirtualRoom } from './room.ts';
import { startVirtualShelly } from './shelly.ts';
import { startVirtualTasmota } from './tasmota.ts';
import type { VirtualDevice } from './wire.ts';
import { startVirtualZigbee, type VirtualZigbeeOptions } from './zigbee.ts';

/** A device that the command line started, and the words that can be typed while it runs. */
export interface StartedDevice {
  /** Its place on the wire, for a person who watches the broker. */
  readonly where: string;
  /** The commands by their word; each gets the rest of the line. */
  readonly orders: Readonly<Record<string, (word: string) => void | Promise<void>>>;
  /** Returns what has happened since the previous call, one line each. */
  readonly news: () => string[];
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly url: string;
  readonly prefix: string;
  readonly name: string;
  readonly label: string | undefined;
  readonly form: string;
  readonly latch: boolean;
  readonly relock: string | undefined;
  readonly hardware: string;
}

const isOn = (word: string) => word === 'on';
const HARDWARE = ['switch', 'light', 'contact', 'occupancy', 'temperature', 'button'] as const;

export const DEVICE_STARTERS: Readonly<Record<string, (options: StartOptions) => Promise<StartedDevice>>> = {
  async lock({ url, prefix, name, label, form, latch, relock }) {
    const lock = await startVirtualLock({
      url,
      prefix,
      name,
      form: form === 'bundle' ? 'bundle' : 'component',
      canUnlatch: latch,
      ...(label === undefined ? {} : { label }),
      ...(relock === undefined ? {} : { relockMs: Number(relock) * 1000 }),
    });
    return {
      where: lock.topics.command,
      orders: {
        slow: (word) => lock.slow(Number(word) || 0),
        silent: (word) => lock.silent(isOn(word)),
        refuse: (word) => lock.refuse(isOn(word)),
        jam: (word) => lock.jammed(isOn(word)),
        offline: (word) => lock.offline(isOn(word)),
        turn: (word) => lock.turn(word === 'unlocked' ? 'UNLOCKED' : 'LOCKED'),
        swing: (word) => lock.swing(word === 'open' ? 'OPEN' : 'CLOSED'),
      },
      news: linesOf(
        () => lock.received.map((receivedCommand) => ({ ...receivedCommand, topic: '' })),
        () => lock.state(),
      ),
      stop: () => lock.stop(),
    };
  },
  async keypad({ url, prefix, name }) {
    const lock = await startKeypadLock({ url, baseTopic: `${prefix}/zigbee2mqtt`, name });
    return {
      where: `${prefix}/zigbee2mqtt/${name}/set`,
      orders: {
        slow: (word) => lock.slow(Number(word) || 0),
        silent: (word) => lock.silent(isOn(word)),
        mute: (word) => lock.mute(isOn(word)),
        offline: (word) => lock.offline(isOn(word)),
        enter: (word) => void process.stdout.write(`${lock.enter(word)}\n`),
      },
      news: () => [],
      stop: () => lock.stop(),
    };
  },
  async shelly({ url, prefix, name, hardware }) {
    const relay = await startVirtualShelly({ url, prefix, name, component: hardware === 'light' ? 'light' : 'switch' });
    return started(relay, `${relay.topicPrefix}/rpc`, { push: (word) => relay.push(isOn(word)) }, () =>
      relay.output() ? 'on' : 'off',
    );
  },
  async tasmota({ url, prefix, name }) {
    const relay = await startVirtualTasmota({ url, prefix, name });
    return started(relay, `${prefix}/cmnd/${name}/POWER`, { push: (word) => relay.push(isOn(word)) }, () =>
      relay.isOn() ? 'on' : 'off',
    );
  },
  async zigbee({ url, prefix, name, hardware }) {
    const device = await startVirtualZigbee({ url, prefix, name, hardware: hardwareOf(hardware) });
    const report = (word: string) => {
      const [key = '', value = ''] = word.split('=');
      device.report({ [key]: readValue(value) });
    };
    return started(device, `${device.baseTopic}/${name}/set`, { report }, () => JSON.stringify(device.state()));
  },
  async room({ url, prefix, name, label }) {
    const room = await startVirtualRoom({ url, prefix, name, ...(label === undefined ? {} : { label }) });
    const orders = {
      occupy: (word: string) => room.occupy(isOn(word)),
      measure: (word: string) => room.measure(Number(word) || 0),
      light: (word: string) => room.switchLight(isOn(word)),
    };
    return started(room, `${prefix}/${name}`, orders, () => '');
  },
};

function started(twin: VirtualDevice, where: string, own: StartedDevice['orders'], state: () => string): StartedDevice {
  return {
    where,
    orders: {
      slow: (word) => twin.slow(Number(word) || 0),
      silent: (word) => twin.silent(isOn(word)),
      refuse: (word) => twin.refuse(isOn(word)),
      doubled: (word) => twin.doubled(isOn(word)),
      retained: (word) => twin.retained(isOn(word)),
      'wrong-id': (word) => twin.wrongId(isOn(word)),
      'old-clock': (word) => twin.oldClock(isOn(word)),
      shout: () => twin.shout(),
      offline: (word) => twin.offline(isOn(word)),
      ...own,
    },
    news: linesOf(() => twin.received, state),
    stop: () => twin.stop(),
  };
}

interface ReceivedMessage {
  readonly at: Date;
  readonly topic: string;
  readonly payload: string;
}

function linesOf(received: () => readonly ReceivedMessage[], state: () => string): () => string[] {
  let shown = 0;
  return () => {
    const fresh = received().slice(shown);
    shown += fresh.length;
    return fresh.map((message) => `${message.at.toISOString()} ${message.topic} ${message.payload} → ${state()}`);
  };
}

function hardwareOf(word: string): VirtualZigbeeOptions['hardware'] {
  return HARDWARE.find((name) => name === word) ?? 'switch';
}

function readValue(word: string): string | number | boolean {
  if (word === 'true' || word === 'false') return word === 'true';
  return word !== '' && Number.isFinite(Number(word)) ? Number(word) : word;
}

import { connectDevice, type ConnectionOptions } from './connection.ts';
import {
  createOddSender,
  ODD_KINDS,
  type DeviceMessage,
  type OddDeviceOptions,
  type OddKind,
  type OddSwitch,
} from './odd.ts';

/**
 * The common parts of virtual devices: a connection as firmware keeps it, the received messages, and faults that can be
 * set at any time.
 */

/** A received message. */
export interface ReceivedMessage {
  readonly topic: string;
  readonly payload: string;
  readonly at: Date;
  /** A retained command is an error of the sender (docs/domain.md 1.7). */
  readonly isRetained: boolean;
}

export interface DeviceFaults {
  /**
   * Delays its reaction to a command; 0: no delay. With a delay above the driver's timeout the answer comes too late.
   */
  slow(ms: number): void;
  /** Receives commands and does nothing. */
  silent(on: boolean): void;
  /** Refuses commands as its kind of device does, and keeps its state. */
  refuse(on: boolean): void;
  /** Sends every message twice. */
  doubled(on: boolean): void;
  /** Publishes messages as retained that should not be retained. */
  retained(on: boolean): void;
  /** Answers with the id of another request, if its protocol has ids. */
  wrongId(on: boolean): void;
  /** Sends times of 1970, if its messages contain a time. */
  oldClock(on: boolean): void;
  /** Publishes a meaningless payload of one megabyte on its state topic. */
  shout(): void;
  /** Drops its connection without DISCONNECT, so that the broker publishes its will; `false` reconnects. */
  offline(on: boolean): Promise<void>;
}

export interface VirtualDevice extends DeviceFaults {
  /** Every received message since the start, oldest first. */
  readonly received: readonly ReceivedMessage[];
  readonly odd: OddSwitch;
  stop(): Promise<void>;
}

interface Options extends Pick<ConnectionOptions, 'url' | 'clientId' | 'will' | 'commands'> {
  /** The topic for `shout`. */
  readonly stateTopic: string;
  readonly onConnect: () => void;
  /** Odd behaviour; none by default. */
  readonly odd?: OddDeviceOptions | undefined;
  /** Whether any member of a message may be odd; otherwise only its delivery is. */
  readonly hasOddMembers?: boolean;
  /**
   * Called for a command after the configured delay, unless the device is silent; never before the caller of
   * `connectWire` has the connection.
   */
  readonly onCommand: (topic: string, payload: string) => void;
}

export interface DeviceWire {
  readonly twin: VirtualDevice;
  readonly faults: { readonly refuses: boolean; readonly hasWrongId: boolean; readonly hasOldClock: boolean };
  /** Publishes a message. Without a connection nothing is sent; the next connection publishes everything again. */
  say(topic: string, payload: string | object, options?: { isRetained?: boolean }): void;
  readonly after: (ms: number, act: () => void) => NodeJS.Timeout;
}

/** Connects and resolves when it is subscribed. Rejects when the broker cannot be reached. */
export async function connectWire(options: Options): Promise<DeviceWire> {
  const received: ReceivedMessage[] = [];
  const faults = {
    slowMs: 0,
    isSilent: false,
    refuses: false,
    isDoubled: false,
    retains: false,
    hasWrongId: false,
    hasOldClock: false,
  };
  const { after, stop: stopTimers } = createTimers();
  const odd = createOddSender(deliveryOnly(options), publish);
  const connection = await connectDevice({
    ...options,
    onMessage(topic, payload, isRetained) {
      received.push({ topic, payload, at: new Date(), isRetained });
      if (!faults.isSilent) after(faults.slowMs, () => options.onCommand(topic, payload));
    },
    // After the caller has received the connection.
    onConnect: () => void setImmediate(options.onConnect),
  });
  const { client } = connection;

  function say(topic: string, payload: string | object, { isRetained = false }: { isRetained?: boolean } = {}): void {
    if (!client.connected) return;
    const message = { topic, payload: payload as string | Record<string, unknown>, isRetained };
    // The availability is no report of the device itself.
    if (isRetained) publish(message);
    else odd.send(message);
  }
  function publish({ topic, payload, isRetained = false }: DeviceMessage): void {
    if (!client.connected) return;
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    for (let times = faults.isDoubled ? 2 : 1; times > 0; times -= 1)
      client.publish(topic, text, { qos: 0, retain: isRetained || faults.retains });
  }
  const twin: VirtualDevice = {
    received,
    odd,
    slow: (ms) => void (faults.slowMs = ms),
    silent: (on) => void (faults.isSilent = on),
    refuse: (on) => void (faults.refuses = on),
    doubled: (on) => void (faults.isDoubled = on),
    retained: (on) => void (faults.retains = on),
    wrongId: (on) => void (faults.hasWrongId = on),
    oldClock: (on) => void (faults.hasOldClock = on),
    shout: () => say(options.stateTopic, 'x'.repeat(1024 * 1024)),
    offline: (on) => connection.offline(on),
    async stop() {
      stopTimers();
      odd.stop();
      await connection.stop();
    },
  };
  return { twin, faults, say, after };
}

const ABOUT_MEMBERS: readonly OddKind[] = ['BATTERY', 'MISSING', 'NULL', 'UNKNOWN_WORD'];

/** Odd behaviour without odd members, for a protocol whose messages the switch cannot change. */
function deliveryOnly({
  odd,
  hasOddMembers = false,
}: Pick<Options, 'odd' | 'hasOddMembers'>): OddDeviceOptions | undefined {
  if (!odd || hasOddMembers) return odd;
  return { ...odd, kinds: (odd.kinds ?? ODD_KINDS).filter((kind) => !ABOUT_MEMBERS.includes(kind)) };
}

function createTimers(): Pick<DeviceWire, 'after'> & { readonly stop: () => void } {
  const timers = new Set<NodeJS.Timeout>();
  return {
    after(ms, act) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      timers.add(timer);
      return timer;
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

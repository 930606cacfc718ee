import type { MqttClient } from 'mqtt';
import {
  announcementOf,
  buildLockTopics,
  type LockAnnouncement,
  type AnnouncementForm,
  type LockTopics,
} from './announcement.ts';
import { connectDevice } from './connection.ts';
import { createOddSender, type OddDeviceOptions, type OddSender, type OddSwitch } from './odd.ts';

export type VirtualLockState = 'LOCKED' | 'UNLOCKED' | 'LOCKING' | 'UNLOCKING' | 'JAMMED' | 'OPENING' | 'OPEN';

/** A received command. */
export interface ReceivedCommand {
  readonly payload: string;
  readonly at: Date;
  /** A retained command is an error of the sender (docs/domain.md 1.7). */
  readonly isRetained: boolean;
}

export interface VirtualLockOptions {
  readonly url: string;
  /** The store's MQTT prefix, e.g. `playroom/gangnam`. */
  readonly prefix: string;
  /** The device's node name, a single topic level. */
  readonly name: string;
  /** The name in the announcement; `name` by default. */
  readonly label?: string;
  readonly form?: AnnouncementForm;
  readonly canUnlatch?: boolean;
  /** How long the bolt moves, in milliseconds. */
  readonly moveMs?: number;
  /** Relocks automatically after so many milliseconds; without it never. */
  readonly relockMs?: number;
  readonly battery?: number;
  /** Odd behaviour; none by default. */
  readonly odd?: OddDeviceOptions;
}

/** A lock that is connected to a broker. Its faults can be switched on and off at any time. */
export interface VirtualLock {
  readonly topics: LockTopics;
  /** Every command that reached it since it started, oldest first. */
  readonly received: readonly ReceivedCommand[];
  readonly odd: OddSwitch;
  state(): VirtualLockState;
  /** Delays its reaction to a command; 0: no delay. */
  slow(ms: number): void;
  /** Receives commands and does nothing. */
  silent(on: boolean): void;
  /** Answers a command with its present state, and does not move. */
  refuse(on: boolean): void;
  /** Starts to move and jams. */
  jammed(on: boolean): void;
  /** Drops its connection without DISCONNECT, so that the broker publishes its will; `false` reconnects. */
  offline(on: boolean): Promise<void>;
  /** A manual turn of the lock: it moves without a command. */
  turn(to: 'LOCKED' | 'UNLOCKED'): void;
  /** Moves the leaf, which its contact reports (`bundle` only). */
  swing(to: 'OPEN' | 'CLOSED'): void;
  /** Withdraws its announcement, as firmware does when it is removed. */
  retract(): Promise<void>;
  stop(): Promise<void>;
}

const DEFAULTS = { form: 'component' as AnnouncementForm, canUnlatch: false, moveMs: 20, battery: 90 };

/** The transitional state that the lock reports before a final one. */
const MOVEMENTS = { LOCKED: 'LOCKING', UNLOCKED: 'UNLOCKING', OPEN: 'OPENING' } as const;

/** The bolt and its motor. */
class Bolt {
  state: VirtualLockState = 'LOCKED';
  private isJammed = false;
  private timers: NodeJS.Timeout[] = [];
  private readonly moveMs: number;
  private readonly relockMs: number | undefined;
  private readonly onChange: (state: VirtualLockState) => void;

  constructor(
    { moveMs, relockMs }: { readonly moveMs: number; readonly relockMs?: number },
    onChange: (state: VirtualLockState) => void,
  ) {
    this.moveMs = moveMs;
    this.relockMs = relockMs;
    this.onChange = onChange;
  }

  /** Runs `act` after a delay, unless another movement begins before. */
  after(ms: number, act: () => void): void {
    if (ms <= 0) act();
    else this.timers.push(setTimeout(act, ms));
  }

  move(end: keyof typeof MOVEMENTS): void {
    if (this.state === end) return;
    this.stop();
    this.report(MOVEMENTS[end]);
    this.after(this.moveMs, () => {
      this.report(this.isJammed ? 'JAMMED' : end);
      const relockMs = end === 'OPEN' ? (this.relockMs ?? 3000) : this.relockMs;
      if (!this.isJammed && end !== 'LOCKED' && relockMs !== undefined) this.after(relockMs, () => this.move('LOCKED'));
    });
  }

  jam(on: boolean): void {
    this.isJammed = on;
    if (!on && this.state === 'JAMMED') this.report('LOCKED');
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }

  private report(next: VirtualLockState): void {
    if (next === this.state) return; // Like ESPHome, it never repeats a state.
    this.state = next;
    this.onChange(next);
  }
}

/** Connects, announces itself, reports `LOCKED` and subscribes. Rejects when the broker cannot be reached. */
export async function startVirtualLock(options: VirtualLockOptions): Promise<VirtualLock> {
  const settings = { ...DEFAULTS, label: options.name, ...options };
  const topics = buildLockTopics(settings.prefix, settings.name, settings.form);
  const received: ReceivedCommand[] = [];
  const faults = { slowMs: 0, isSilent: false, refuses: false };
  const bolt = new Bolt(settings, (state) => reportState(topics.state, state));
  const odd = createOddSender(settings.odd, ({ topic, payload }) => {
    if (typeof payload === 'string' && broker?.connected === true)
      broker.publish(topic, payload, { qos: 0, retain: true });
  });
  let broker: MqttClient | null = null;

  const connection = await connectDevice({
    url: settings.url,
    clientId: `virtual-${settings.prefix.replaceAll('/', '-')}-${settings.name}`,
    will: { topic: topics.availability, payload: 'offline' },
    commands: [topics.command],
    onMessage(_topic, payload, isRetained) {
      received.push({ payload, at: new Date(), isRetained });
      bolt.after(faults.slowMs, () => obey(payload.toUpperCase()));
    },
    onConnect(client) {
      broker = client;
      for (const message of firstMessages(settings, bolt.state)) reportFirst(client, odd, topics, message);
    },
  });
  const { client } = connection;

  function reportState(topic: string, payload: string): void {
    // Not connected: the state is published at the next connection.
    if (client.connected) odd.send({ topic, payload });
  }
  function obey(order: string): void {
    if (faults.isSilent) return;
    if (faults.refuses) reportState(topics.state, bolt.state);
    else moveBolt(bolt, order, settings.canUnlatch);
  }

  return {
    topics,
    received,
    odd,
    state: () => bolt.state,
    slow: (ms) => void (faults.slowMs = ms),
    silent: (on) => void (faults.isSilent = on),
    refuse: (on) => void (faults.refuses = on),
    jammed: (on) => bolt.jam(on),
    offline: (on) => connection.offline(on),
    turn: (to) => bolt.move(to),
    swing: (to) => reportState(topics.contact, to === 'OPEN' ? 'ON' : 'OFF'),
    async retract() {
      await client.publishAsync(topics.config, '', { qos: 1, retain: true });
    },
    async stop() {
      bolt.stop();
      odd.stop();
      await connection.stop();
    },
  };
}

/** The announcement and the availability come as they are, and the states as an odd lock reports them. */
function reportFirst(
  client: MqttClient,
  odd: OddSender,
  { config, availability }: LockTopics,
  [topic, payload]: readonly [string, string],
): void {
  if (topic === config || topic === availability) client.publish(topic, payload, { qos: 0, retain: true });
  else odd.send({ topic, payload }, { isFirst: true });
}

function moveBolt(bolt: Bolt, order: string, canUnlatch: boolean): void {
  if (order === 'LOCK') bolt.move('LOCKED');
  else if (order === 'UNLOCK') bolt.move('UNLOCKED');
  else if (order === 'OPEN' && canUnlatch) bolt.move('OPEN');
}

/** Topics and payloads of the retained messages at each connection, in order. */
function firstMessages(
  lock: LockAnnouncement & { readonly battery: number },
  state: VirtualLockState,
): [string, string][] {
  const topics = buildLockTopics(lock.prefix, lock.name, lock.form);
  const ofBundle: [string, string][] = [
    [topics.contact, 'OFF'],
    [topics.battery, String(lock.battery)],
  ];
  return [
    [topics.config, JSON.stringify(announcementOf(lock))],
    [topics.state, state],
    ...(lock.form === 'bundle' ? ofBundle : []),
    [topics.availability, 'online'],
  ];
}

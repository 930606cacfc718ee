import { announcementOf, topicsOf, type AnnouncementForm, type LockTopics } from './announcement.ts';
import { connect } from './connection.ts';

export type LockReport = 'LOCKED' | 'UNLOCKED' | 'LOCKING' | 'UNLOCKING' | 'JAMMED' | 'OPENING' | 'OPEN';

/** A received command. */
export interface ReceivedCommand {
  readonly payload: string;
  readonly at: Date;
  /** A command that was retained is an error of the sender's (docs/domain.md 1.7). */
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
  /** How long the bolt moves. */
  readonly moveMs?: number;
  /** Relocks automatically after so long; never without it. */
  readonly relockMs?: number;
  readonly battery?: number;
}

/** A lock on the wire. Its faults can be switched on and off at any time. */
export interface VirtualLock {
  readonly topics: LockTopics;
  /** Every command that reached it since it started, oldest first. */
  readonly received: readonly ReceivedCommand[];
  state(): LockReport;
  /** Delays its reaction to a command; 0: no delay. */
  slow(ms: number): void;
  /** Receives commands and does nothing. */
  silent(on: boolean): void;
  /** Answers a command with its present state, and does not move. */
  refuse(on: boolean): void;
  /** Starts to move and gets stuck. */
  jammed(on: boolean): void;
  /** Drops its connection without a goodbye, so that the broker publishes its will; `false` reconnects. */
  offline(on: boolean): Promise<void>;
  /** A manual turn of the lock: it moves without a command. */
  turn(to: 'LOCKED' | 'UNLOCKED'): void;
  /** The leaf, as its contact sees it (`bundle` only). */
  swing(to: 'OPEN' | 'CLOSED'): void;
  /** Takes its announcement back, as firmware does when it is removed. */
  retract(): Promise<void>;
  stop(): Promise<void>;
}

const DEFAULTS = { form: 'component' as AnnouncementForm, canUnlatch: false, moveMs: 20, battery: 90 };

/** Connects, announces itself, reports `LOCKED` and listens. Rejects when the broker cannot be reached. */
export async function startVirtualLock(options: VirtualLockOptions): Promise<VirtualLock> {
  const it = { ...DEFAULTS, label: options.name, ...options };
  const topics = topicsOf(it.prefix, it.name, it.form);
  const received: ReceivedCommand[] = [];
  const faults = { slowMs: 0, isSilent: false, refuses: false, jams: false };
  let state: LockReport = 'LOCKED';
  let moving: NodeJS.Timeout[] = [];

  const connection = await connect({
    url: it.url,
    clientId: `virtual-${it.prefix.replaceAll('/', '-')}-${it.name}`,
    will: { topic: topics.availability, payload: 'offline' },
    commands: [topics.command],
    onMessage(_topic, payload, isRetained) {
      received.push({ payload, at: new Date(), isRetained });
      after(faults.slowMs, () => obey(payload.toUpperCase()));
    },
    onConnect(client) {
      const say = (topic: string, payload: string) => client.publish(topic, payload, { qos: 0, retain: true });
      say(topics.config, JSON.stringify(announcementOf(it)));
      say(topics.state, state);
      if (it.form === 'bundle') {
        say(topics.contact, 'OFF');
        say(topics.battery, String(it.battery));
      }
      say(topics.availability, 'online');
    },
  });
  const { client } = connection;

  function tell(topic: string, payload: string): void {
    // Not connected: the state is published at the next connection.
    if (client.connected) client.publish(topic, payload, { qos: 0, retain: true });
  }
  function report(next: LockReport): void {
    if (next === state) return; // like ESPHome, which never repeats a state
    state = next;
    tell(topics.state, state);
  }
  function after(ms: number, act: () => void): void {
    if (ms <= 0) act();
    else moving.push(setTimeout(act, ms));
  }
  function stopMoving(): void {
    for (const timer of moving) clearTimeout(timer);
    moving = [];
  }

  function obey(order: string): void {
    if (faults.isSilent) return;
    if (faults.refuses) {
      tell(topics.state, state);
      return;
    }
    if (order === 'LOCK') move('LOCKING', 'LOCKED');
    else if (order === 'UNLOCK') move('UNLOCKING', 'UNLOCKED');
    else if (order === 'OPEN' && it.canUnlatch) move('OPENING', 'OPEN');
  }
  function move(on: LockReport, end: LockReport): void {
    if (state === end) return;
    stopMoving();
    report(on);
    after(it.moveMs, () => {
      report(faults.jams ? 'JAMMED' : end);
      const relockMs = end === 'OPEN' ? (it.relockMs ?? 3000) : it.relockMs;
      if (!faults.jams && end !== 'LOCKED' && relockMs !== undefined) after(relockMs, () => move('LOCKING', 'LOCKED'));
    });
  }

  return {
    topics,
    received,
    state: () => state,
    slow(ms) {
      faults.slowMs = ms;
    },
    silent(on) {
      faults.isSilent = on;
    },
    refuse(on) {
      faults.refuses = on;
    },
    jammed(on) {
      faults.jams = on;
      if (!on && state === 'JAMMED') report('LOCKED');
    },
    offline: (on) => connection.offline(on),
    turn(to) {
      move(to === 'LOCKED' ? 'LOCKING' : 'UNLOCKING', to);
    },
    swing(to) {
      tell(topics.contact, to === 'OPEN' ? 'ON' : 'OFF');
    },
    async retract() {
      await client.publishAsync(topics.config, '', { qos: 1, retain: true });
    },
    async stop() {
      stopMoving();
      await connection.stop();
    },
  };
}

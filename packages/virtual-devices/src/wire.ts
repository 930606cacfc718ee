import { connect, type ConnectionOptions } from './connection.ts';

/** What every virtual device has: a connection as firmware keeps it, what it heard, and faults that can be set at any time. */

/** A message as it came over the wire. */
export interface ReceivedMessage {
  readonly topic: string;
  readonly payload: string;
  readonly at: Date;
  /** A command that was retained is an error of the sender's (docs/domain.md 1.7). */
  readonly isRetained: boolean;
}

export interface Faults {
  /** Waits so long before it reacts to a command; 0 for none. Longer than its driver waits: it is late. */
  slow(ms: number): void;
  /** Hears commands and does nothing. */
  silent(on: boolean): void;
  /** Answers as its kind does when it will not, and stays as it is. */
  refuse(on: boolean): void;
  /** Says everything twice. */
  doubled(on: boolean): void;
  /** Lets the broker keep what should not be kept. */
  retained(on: boolean): void;
  /** Answers to another's question, where its wire has an id. */
  wrongId(on: boolean): void;
  /** Thinks it is 1970, where its wire has a time. */
  oldClock(on: boolean): void;
  /** Says a megabyte of nothing on the topic of its state. */
  shout(): void;
  /** Drops its connection without a word, so that the broker publishes its will; `false` brings it back. */
  offline(on: boolean): Promise<void>;
}

export interface Twin extends Faults {
  /** Every message that reached it since it started, oldest first. */
  readonly received: readonly ReceivedMessage[];
  stop(): Promise<void>;
}

interface Options extends Pick<ConnectionOptions, 'url' | 'clientId' | 'will' | 'commands'> {
  /** Where it shouts. */
  readonly stateTopic: string;
  readonly onConnect: () => void;
  /** A command, after its slowness, unless it is silent; never before who connects has got the connection. */
  readonly onCommand: (topic: string, payload: string) => void;
}

export interface Wire {
  readonly twin: Twin;
  readonly faults: { readonly refuses: boolean; readonly hasWrongId: boolean; readonly hasOldClock: boolean };
  /** Nothing when it is not connected: it tells everything again at its next connection. */
  say(topic: string, payload: string | object, options?: { isRetained?: boolean }): void;
  after(ms: number, act: () => void): NodeJS.Timeout;
}

/** Connects and resolves when it listens. Rejects when the broker cannot be reached. */
export async function connectWire(options: Options): Promise<Wire> {
  const received: ReceivedMessage[] = [];
  const faults = { slowMs: 0, isSilent: false, refuses: false, isDoubled: false, retains: false, hasWrongId: false, hasOldClock: false };
  const timers = new Set<NodeJS.Timeout>();
  const connection = await connect({
    ...options,
    onMessage(topic, payload, isRetained) {
      received.push({ topic, payload, at: new Date(), isRetained });
      if (!faults.isSilent) after(faults.slowMs, () => options.onCommand(topic, payload));
    },
    // After who waits for the connection has got it.
    onConnect: () => void setImmediate(options.onConnect),
  });
  const { client } = connection;

  function say(topic: string, payload: string | object, { isRetained = false }: { isRetained?: boolean } = {}): void {
    if (!client.connected) return;
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    for (let times = faults.isDoubled ? 2 : 1; times > 0; times -= 1) client.publish(topic, text, { qos: 0, retain: isRetained || faults.retains });
  }
  function after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
    return timer;
  }

  const twin: Twin = {
    received,
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
      for (const timer of timers) clearTimeout(timer);
      await connection.stop();
    },
  };
  return { twin, faults, say, after };
}

import { connect } from './connection.ts';
import type { ReceivedCommand } from './lock.ts';

export interface KeypadLockOptions {
  readonly url: string;
  /** The bridge's `base_topic`, the store's MQTT prefix included. */
  readonly baseTopic: string;
  /** The lock's friendly name. */
  readonly name: string;
  /** How long the lock takes to answer; a battery lock sleeps for seconds. */
  readonly answerMs?: number;
  /** How the lock acknowledges a code: by the times of the last successes, or by an action that names the place. */
  readonly tells?: 'times' | 'actions';
  readonly battery?: number;
}

export interface KeptCode {
  readonly code: string;
  readonly isEnabled: boolean;
}

/** A command for a place of the lock's memory; without the code. */
export interface CodeOrder {
  readonly slot: number;
  readonly kind: 'ENABLED' | 'DISABLED' | 'CLEARED';
  readonly at: Date;
  readonly isRetained: boolean;
}

/**
 * A lock with a keypad behind a Zigbee2MQTT bridge (docs/domain.md 1.3), bridge included. Its faults can be switched on
 * and off at any time.
 */
export interface KeypadLock {
  readonly binding: { readonly driver: 'zigbee2mqtt'; readonly baseTopic: string; readonly friendlyName: string };
  /** The contents of its memory, by the number of the place. */
  readonly codes: ReadonlyMap<number, KeptCode>;
  readonly orders: readonly CodeOrder[];
  /** Each command to open or to lock, oldest first. */
  readonly received: readonly ReceivedCommand[];
  /** How many commands to open came. */
  readonly openings: () => number;
  /** At the keypad: opens for a code that it has and that is enabled. */
  enter(code: string): 'OPENED' | 'REFUSED';
  /** Delays its answers by so long; commands that came before keep their delay. */
  slow(ms: number): void;
  /** Receives commands, and does nothing. */
  silent(on: boolean): void;
  /** Obeys commands and reports nothing. */
  mute(on: boolean): void;
  offline(on: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Connects and publishes its state. Rejects when the broker cannot be reached. */
export async function startKeypadLock(options: KeypadLockOptions): Promise<KeypadLock> {
  const it = { answerMs: 20, tells: 'times' as const, battery: 80, ...options };
  const topic = `${it.baseTopic}/${it.name}`;
  const bridge = `${it.baseTopic}/bridge/state`;
  const codes = new Map<number, KeptCode>();
  const orders: CodeOrder[] = [];
  const faults = { answerMs: it.answerMs, isSilent: false, isMute: false };
  const timers = new Set<NodeJS.Timeout>();
  /** As the bridge caches it and repeats it with each message. */
  const state: Record<string, unknown> = { state: 'LOCK', lock_state: 'locked', battery: it.battery };
  const users: Record<string, { status: string }> = {};
  const received: ReceivedCommand[] = [];
  let lastTime = 0;

  const connection = await connect({
    url: it.url,
    clientId: `virtual-${topic.replaceAll('/', '-')}`,
    will: { topic: bridge, payload: '{"state":"offline"}' },
    commands: [`${topic}/set`, `${topic}/get`],
    onMessage(at, payload, isRetained) {
      const asked = JSON.parse(payload) as Record<string, unknown>;
      if (faults.isSilent) return;
      if (at === `${topic}/get`) after(faults.answerMs, () => answer(asked));
      else obey(asked, isRetained);
    },
    async onConnect(client) {
      // The bridge's state is acknowledged before anything else is published, as the bridge does it.
      await client.publishAsync(bridge, '{"state":"online"}', { qos: 1, retain: true });
      client.publish(topic, JSON.stringify(state), { qos: 0 });
    },
  });
  const { client } = connection;

  function after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  }
  function tell(more: Readonly<Record<string, unknown>> = {}): void {
    if (client.connected && !faults.isMute) client.publish(topic, JSON.stringify({ ...state, ...more }), { qos: 0 });
  }
  /** No two successes have the same time. */
  function time(): number {
    lastTime = Math.max(Date.now(), lastTime + 1);
    return lastTime;
  }
  function statusOf(slot: number): string {
    const kept = codes.get(slot);
    return kept === undefined ? 'available' : kept.isEnabled ? 'enabled' : 'disabled';
  }

  function answer(asked: Readonly<Record<string, unknown>>): void {
    const { user } = (asked['pin_code'] ?? {}) as { user?: number };
    if (user !== undefined) users[String(user)] = { status: statusOf(user) };
    if (user !== undefined) state['users'] = users;
    tell();
  }

  function obey(asked: Readonly<Record<string, unknown>>, isRetained: boolean): void {
    const pin = asked['pin_code'] as { user: number; user_enabled?: boolean; pin_code: string | null } | undefined;
    if (pin) {
      const isEnabled = pin.user_enabled !== false;
      orders.push({
        slot: pin.user,
        kind: pin.pin_code === null ? 'CLEARED' : isEnabled ? 'ENABLED' : 'DISABLED',
        at: new Date(),
        isRetained,
      });
      after(faults.answerMs, () => keep(pin.user, pin.pin_code === null ? null : { code: pin.pin_code, isEnabled }));
      return;
    }
    const payload = asked['state'];
    if (payload === 'UNLOCK' || payload === 'LOCK') received.push({ payload, at: new Date(), isRetained });
    if (payload === 'UNLOCK') {
      after(faults.answerMs, () => move('UNLOCK', { action: 'unlock', action_source_name: 'rf', action_user: 65_535 }));
    } else if (payload === 'LOCK') {
      after(faults.answerMs, () => move('LOCK', { action: 'lock', action_source_name: 'rf', action_user: 65_535 }));
    }
  }

  function keep(slot: number, kept: KeptCode | null): void {
    if (kept) codes.set(slot, kept);
    else codes.delete(slot);
    if (it.tells === 'actions')
      return tell({
        action: kept ? 'pin_code_added' : 'pin_code_deleted',
        action_source_name: 'rf',
        action_user: slot,
      });
    state[kept ? 'last_successful_pincode_save' : 'last_successful_pincode_clear'] = time();
    tell();
  }

  /** Publishes the action first, still with the old state. */
  function move(to: 'LOCK' | 'UNLOCK', action: Readonly<Record<string, unknown>>): void {
    tell(action);
    state['state'] = to;
    state['lock_state'] = to === 'LOCK' ? 'locked' : 'unlocked';
    after(faults.answerMs, () => tell());
  }

  return {
    binding: { driver: 'zigbee2mqtt', baseTopic: it.baseTopic, friendlyName: it.name },
    codes,
    orders,
    received,
    openings: () => received.filter((it) => it.payload === 'UNLOCK').length,
    enter(code) {
      const [slot] = [...codes].find(([, kept]) => kept.code === code && kept.isEnabled) ?? [];
      if (slot === undefined) {
        tell({ action: 'unlock_failure_invalid_pin_or_id', action_source_name: 'keypad', action_user: 65_535 });
        return 'REFUSED';
      }
      move('UNLOCK', { action: 'unlock', action_source_name: 'keypad', action_user: slot });
      return 'OPENED';
    },
    slow(ms) {
      faults.answerMs = ms;
    },
    silent(on) {
      faults.isSilent = on;
    },
    mute(on) {
      faults.isMute = on;
    },
    offline: (on) => connection.offline(on),
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await connection.stop();
    },
  };
}

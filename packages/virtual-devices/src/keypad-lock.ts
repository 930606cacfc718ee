import { connectDevice } from './connection.ts';
import type { ReceivedCommand } from './lock.ts';
import { createOddSender, type OddDeviceOptions, type OddSwitch } from './odd.ts';

export interface KeypadLockOptions {
  readonly url: string;
  /** The bridge's `base_topic`, the store's MQTT prefix included. */
  readonly baseTopic: string;
  /** The lock's friendly name. */
  readonly name: string;
  /** How long the lock takes to answer; a battery lock sleeps for seconds. */
  readonly answerMs?: number;
  /** How the lock acknowledges a code: by the times of the last successes, or by an action that names the slot. */
  readonly reports?: 'times' | 'actions';
  readonly battery?: number;
  /** Odd behaviour; none by default. */
  readonly odd?: OddDeviceOptions;
}

export interface KeptCode {
  readonly code: string;
  readonly isEnabled: boolean;
}

/** A command for a memory slot of the lock, without the code. */
export interface CodeOrder {
  readonly slot: number;
  readonly kind: 'ENABLED' | 'DISABLED' | 'CLEARED';
  readonly at: Date;
  readonly isRetained: boolean;
}

/**
 * A lock with a keypad behind a Zigbee2MQTT bridge (docs/domain.md 1.3), including the bridge. Its faults can be
 * switched on and off at any time.
 */
export interface KeypadLock {
  readonly binding: { readonly driver: 'zigbee2mqtt'; readonly baseTopic: string; readonly friendlyName: string };
  /** The contents of its memory, by slot number. */
  readonly codes: ReadonlyMap<number, KeptCode>;
  readonly orders: readonly CodeOrder[];
  /** Each command to open or to lock, oldest first. */
  readonly received: readonly ReceivedCommand[];
  readonly odd: OddSwitch;
  /** Whether its bolt is drawn. */
  isOpen(): boolean;
  /** The number of received commands to open. */
  readonly openings: () => number;
  /** A person types a code at the keypad: the lock opens if it has the code and the code is enabled. */
  enter(code: string): 'OPENED' | 'REFUSED';
  /** Whether it names the slot of a code that it has and refuses. Most locks do not. */
  nameRefused(on: boolean): void;
  /** Delays its answers by so many milliseconds; earlier commands keep their delay. */
  slow(ms: number): void;
  /** Receives commands and does nothing. */
  silent(on: boolean): void;
  /** Executes commands and reports nothing. */
  mute(on: boolean): void;
  offline(on: boolean): Promise<void>;
  stop(): Promise<void>;
}

const DEFAULTS = { answerMs: 20, reports: 'times' as const, battery: 80 };

/** The user number for commands by radio and for refused codes. */
const NO_USER = 65_535;

type Members = Readonly<Record<string, unknown>>;

/** The lock behind its bridge, without the connection: its memory, its bolt and its reactions to commands. */
class KeypadHardware {
  readonly codes = new Map<number, KeptCode>();
  readonly orders: CodeOrder[] = [];
  readonly received: ReceivedCommand[] = [];
  answerMs: number;
  private namesRefused = false;
  private readonly acknowledgement: 'times' | 'actions';
  private readonly publish: (message: Members) => void;
  /** The state that the bridge caches and repeats with each message. */
  private readonly state: Record<string, unknown>;
  private readonly users: Record<string, { status: string }> = {};
  private readonly timers = new Set<NodeJS.Timeout>();
  private lastTime = 0;

  constructor(
    { answerMs, reports, battery }: Required<Pick<KeypadLockOptions, 'answerMs' | 'reports' | 'battery'>>,
    publish: (message: Members) => void,
  ) {
    this.answerMs = answerMs;
    this.acknowledgement = reports;
    this.publish = publish;
    this.state = { state: 'LOCK', lock_state: 'locked', battery };
  }

  get cachedState(): Members {
    return this.state;
  }

  /** Answers a message on `/get`. */
  answer(query: Members): void {
    this.after(() => {
      const { user } = (query['pin_code'] ?? {}) as { user?: number };
      if (user !== undefined) this.users[String(user)] = { status: this.statusOf(user) };
      if (user !== undefined) this.state['users'] = this.users;
      this.report();
    });
  }

  /** Executes a message on `/set`. */
  obey(order: Members, isRetained: boolean): void {
    const pin = order['pin_code'] as { user: number; user_enabled?: boolean; pin_code: string | null } | undefined;
    if (pin) {
      const isEnabled = pin.user_enabled !== false;
      this.orders.push({
        slot: pin.user,
        kind: pin.pin_code === null ? 'CLEARED' : isEnabled ? 'ENABLED' : 'DISABLED',
        at: new Date(),
        isRetained,
      });
      this.after(() => this.store(pin.user, pin.pin_code === null ? null : { code: pin.pin_code, isEnabled }));
      return;
    }
    const payload = order['state'];
    if (payload !== 'UNLOCK' && payload !== 'LOCK') return;
    this.received.push({ payload, at: new Date(), isRetained });
    const action = payload === 'UNLOCK' ? 'unlock' : 'lock';
    this.after(() => this.move(payload, { action, action_source_name: 'rf', action_user: NO_USER }));
  }

  readonly nameRefused = (on: boolean): void => {
    this.namesRefused = on;
  };

  enter(code: string): 'OPENED' | 'REFUSED' {
    const [slot] = [...this.codes].find(([, stored]) => stored.code === code && stored.isEnabled) ?? [];
    if (slot === undefined) {
      const [refused] = this.namesRefused ? ([...this.codes].find(([, stored]) => stored.code === code) ?? []) : [];
      this.report({
        action: refused === undefined ? 'unlock_failure_invalid_pin_or_id' : 'unlock_failure_invalid_schedule',
        action_source_name: 'keypad',
        action_user: refused ?? NO_USER,
      });
      return 'REFUSED';
    }
    this.move('UNLOCK', { action: 'unlock', action_source_name: 'keypad', action_user: slot });
    return 'OPENED';
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private after(act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, this.answerMs);
    this.timers.add(timer);
  }

  private report(more: Members = {}): void {
    this.publish({ ...this.state, ...more });
  }

  private store(slot: number, code: KeptCode | null): void {
    if (code) this.codes.set(slot, code);
    else this.codes.delete(slot);
    if (this.acknowledgement === 'actions')
      return this.report({
        action: code ? 'pin_code_added' : 'pin_code_deleted',
        action_source_name: 'rf',
        action_user: slot,
      });
    this.state[code ? 'last_successful_pincode_save' : 'last_successful_pincode_clear'] = this.nextTime();
    this.report();
  }

  /** Publishes the action first, while the state is still the old one. */
  private move(to: 'LOCK' | 'UNLOCK', action: Members): void {
    this.report(action);
    this.state['state'] = to;
    this.state['lock_state'] = to === 'LOCK' ? 'locked' : 'unlocked';
    this.after(() => this.report());
  }

  private statusOf(slot: number): string {
    const code = this.codes.get(slot);
    return code === undefined ? 'available' : code.isEnabled ? 'enabled' : 'disabled';
  }

  /** Each success gets another time. */
  private nextTime(): number {
    this.lastTime = Math.max(Date.now(), this.lastTime + 1);
    return this.lastTime;
  }
}

/** Connects and publishes its state. Rejects when the broker cannot be reached. */
export async function startKeypadLock(options: KeypadLockOptions): Promise<KeypadLock> {
  const settings = { ...DEFAULTS, ...options };
  const topic = `${settings.baseTopic}/${settings.name}`;
  const bridge = `${settings.baseTopic}/bridge/state`;
  const faults = { isSilent: false, isMute: false };
  const odd = createOddSender(settings.odd, ({ topic: at, payload, isRetained = false }) => {
    const { client } = connection;
    if (client.connected) client.publish(at, JSON.stringify(payload), { qos: 0, retain: isRetained });
  });
  const hardware = new KeypadHardware(settings, (payload) => {
    if (connection.client.connected && !faults.isMute) odd.send({ topic, payload });
  });

  const connection = await connectDevice({
    url: settings.url,
    clientId: `virtual-${topic.replaceAll('/', '-')}`,
    will: { topic: bridge, payload: '{"state":"offline"}' },
    commands: [`${topic}/set`, `${topic}/get`],
    onMessage(at, payload, isRetained) {
      const message = JSON.parse(payload) as Members;
      if (faults.isSilent) return;
      if (at === `${topic}/get`) hardware.answer(message);
      else hardware.obey(message, isRetained);
    },
    async onConnect(client) {
      // Publishes the bridge's state first and waits for its acknowledgement, as the real bridge does.
      await client.publishAsync(bridge, '{"state":"online"}', { qos: 1, retain: true });
      // After `connectDevice` has returned the connection.
      setImmediate(() => odd.send({ topic, payload: { ...hardware.cachedState } }, { isFirst: true }));
    },
  });

  return {
    binding: { driver: 'zigbee2mqtt', baseTopic: settings.baseTopic, friendlyName: settings.name },
    codes: hardware.codes,
    orders: hardware.orders,
    received: hardware.received,
    odd,
    isOpen: () => hardware.cachedState['state'] === 'UNLOCK',
    openings: () => hardware.received.filter(({ payload }) => payload === 'UNLOCK').length,
    enter: (code) => hardware.enter(code),
    nameRefused: hardware.nameRefused,
    slow(ms) {
      hardware.answerMs = ms;
    },
    silent(on) {
      faults.isSilent = on;
    },
    mute(on) {
      faults.isMute = on;
    },
    offline: (on) => connection.offline(on),
    async stop() {
      hardware.stop();
      odd.stop();
      await connection.stop();
    },
  };
}

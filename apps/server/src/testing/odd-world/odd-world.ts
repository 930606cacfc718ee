import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeypadLock, OddDeviceOptions, OddSwitch, VirtualLock } from '@munjigi/virtual-devices';
import { startVirtualPortone, type VirtualProvider } from '@munjigi/virtual-providers';
import type { FakeClock } from '../fake-clock.ts';
import { makeKeypadDoor } from '../peers/keypad-door.ts';
import { openOnlineDesk, type OnlineDesk } from '../desks/online-desk.ts';
import { setProvider } from '../peers/payment-provider.ts';
import { WEBHOOK_SECRET } from '../desks/paying-desk.ts';
import type { TestServer } from '../server.ts';
import { makeVirtualDoor } from '../peers/virtual-door.ts';

/**
 * A store whose locks and providers play odd but documented behaviour: online booking, both providers, a phone that
 * relays the bank's messages, and a lock at every room.
 */

const CORPUS = new URL('../../../../../packages/rules/src/corpus/bank-messages/', import.meta.url);
/** Of four doors, three have a keypad. */
const KEYPAD_SHARE = 4;

export interface OddDoor {
  readonly doorId: string;
  readonly roomId: string;
  /** `null`: the lock keeps no codes. */
  readonly keypad: KeypadLock | null;
  readonly odd: OddSwitch;
  /** How many commands to open reached the lock. */
  openings(): number;
  /** Whether it moves at no command. */
  readonly isDead: boolean;
  /** The lock loses its power, or stops to obey. */
  kill(how: 'OFFLINE' | 'SILENT'): Promise<void>;
  revive(): Promise<void>;
  stop(): Promise<void>;
}

export interface OddWorld extends OnlineDesk {
  readonly clock: FakeClock;
  readonly portone: VirtualProvider;
  readonly relayToken: string;
  readonly doors: readonly OddDoor[];
  /** A bank's message in one of the shapes of the corpus. */
  bankText(shape: number, item: { readonly name: string; readonly amount: number }): { text: string; via: string };
  /** Runs the clock so many times faster than real time until the work is done. */
  faster<T>(speed: number, work: () => Promise<T>): Promise<T>;
  /** Advances the clock in steps, and runs the due jobs at each. */
  goTo(at: Date, stepMs: number): Promise<void>;
  stop(): Promise<void>;
}

interface OddWorldOptions {
  readonly rooms: number;
  readonly deviceRate: number;
  readonly providerRate: number;
  readonly seed: number;
  /** By how much a late message of a lock is late. */
  readonly lateMs: number;
}

export async function openOddWorld(server: TestServer, clock: FakeClock, options: OddWorldOptions): Promise<OddWorld> {
  const desk = await openOnlineDesk(server, clock, { rooms: options.rooms });
  const portone = await openPortone(server, desk);
  for (const [index, provider] of [desk.toss, portone].entries())
    Object.assign(provider.odd, { rate: options.providerRate, seed: options.seed + index });
  const relay = await desk.admin.call('POST', `/${desk.shop.slug}/deposit-relay`, {
    storeId: desk.storeId,
    name: '카운터 전화',
    mostAutomaticAmount: 100_000,
  });
  if (relay.status !== 200) throw new Error(JSON.stringify(relay.body));
  const doors: OddDoor[] = [];
  for (const index of desk.roomIds.keys()) doors.push(await makeOddDoor(server, desk, index, options));
  const shapes = readShapes();
  let balance = 1_000_000;
  return {
    ...desk,
    clock,
    portone,
    relayToken: String(relay.body['token']),
    doors,
    bankText: (shape, item) => writeText(shapes, shape, { ...item, balance: (balance += item.amount) }, clock.now()),
    faster: (speed, work) => runFaster(clock, speed, work),
    async goTo(at, stepMs) {
      while (clock.now() < at) {
        clock.advance(Math.min(stepMs, at.getTime() - clock.now().getTime()));
        await server.app.jobs.runDue();
      }
    },
    async stop() {
      for (const door of doors) await door.stop();
      await Promise.all([desk.toss.close(), portone.close(), desk.solapi.close()]);
    },
  };
}

async function openPortone(server: TestServer, { shop }: OnlineDesk): Promise<VirtualProvider> {
  const portone = await startVirtualPortone({
    apiSecret: 'portone-secret',
    webhookSecret: WEBHOOK_SECRET,
    now: () => server.clock.now(),
  });
  await setProvider(server, shop, {
    provider: 'PORTONE',
    baseUrl: portone.url,
    apiSecret: 'portone-secret',
    webhookSecret: WEBHOOK_SECRET,
    feeTerms: [{ method: 'CARD', validFrom: '2025-01-01', rate: 2530, vat: 'INCLUSIVE' }],
  });
  return portone;
}

async function makeOddDoor(
  server: TestServer,
  desk: OnlineDesk,
  index: number,
  { deviceRate, seed, lateMs }: OddWorldOptions,
): Promise<OddDoor> {
  const roomId = desk.roomIds[index] ?? '';
  const odd: OddDeviceOptions = { rate: deviceRate, seed: seed + 1000 + index, lateMs };
  if (index % KEYPAD_SHARE > 0) {
    const { doorId, lock } = await makeKeypadDoor(server, desk.shop, desk.admin, {
      name: `keypad-${index}`,
      roomId,
      answerMs: 5,
      spareCodes: index % KEYPAD_SHARE === 1 ? 1 : 0,
      reports: index % 2 === 0 ? 'times' : 'actions',
      odd,
    });
    return toOddDoor({ doorId, roomId, keypad: lock }, lock, () => lock.openings());
  }
  const { doorId, lock } = await makeVirtualDoor(server, desk.shop, desk.admin, {
    name: `lock-${index}`,
    form: 'bundle',
    odd,
  });
  const moved = await desk.admin.call('PATCH', `/${desk.shop.slug}/door/${doorId}`, { version: 1, roomId });
  if (moved.status !== 200) throw new Error(JSON.stringify(moved.body));
  return toOddDoor(
    { doorId, roomId, keypad: null },
    lock,
    () => lock.received.filter(({ payload }) => payload === 'UNLOCK').length,
  );
}

function toOddDoor(
  of: Pick<OddDoor, 'doorId' | 'roomId' | 'keypad'>,
  lock: KeypadLock | VirtualLock,
  openings: () => number,
): OddDoor {
  let isDead = false;
  return {
    ...of,
    odd: lock.odd,
    openings,
    get isDead() {
      return isDead;
    },
    async kill(how) {
      isDead = true;
      if (how === 'OFFLINE') await lock.offline(true);
      else lock.silent(true);
    },
    async revive() {
      isDead = false;
      lock.silent(false);
      await lock.offline(false);
    },
    stop: () => lock.stop(),
  };
}

async function runFaster<T>(clock: FakeClock, speed: number, work: () => Promise<T>): Promise<T> {
  let isRunning = true;
  const run = async () => {
    for (let ranAt = performance.now(); isRunning; await sleep(10)) {
      const now = performance.now();
      clock.advance(Math.min(100, now - ranAt) * speed);
      ranAt = now;
    }
  };
  const running = run();
  try {
    return await work();
  } finally {
    isRunning = false;
    await running;
  }
}

interface Shape {
  readonly via: string;
  readonly text: string;
}

/** The messages of the corpus that report a deposit in full, with the name, the amount and the time as they are written. */
function readShapes(): Shape[] {
  return readdirSync(CORPUS)
    .sort()
    .map(
      (file) =>
        JSON.parse(readFileSync(new URL(file, CORPUS), 'utf8')) as Shape & {
          readonly right: { readonly kind: string; readonly name?: string; readonly at?: string | null };
        },
    )
    .filter(
      ({ via, text, right }) =>
        ['SMS', 'PUSH'].includes(via) &&
        right.kind === 'DEPOSIT' &&
        right.name === '김하늘' &&
        text.includes('김하늘') &&
        text.split('14,000').length === 2 &&
        (right.at == null || text.includes('11/20 14:11')),
    );
}

function writeText(
  shapes: readonly Shape[],
  shape: number,
  { name, amount, balance }: { readonly name: string; readonly amount: number; readonly balance: number },
  now: Date,
): { text: string; via: string } {
  const found = shapes[shape % shapes.length];
  if (!found) throw new Error('The corpus has no shape');
  const [, year, month, day, time] =
    /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)/.exec(now.toLocaleString('sv-SE', { timeZone: 'Asia/Seoul' })) ?? [];
  const text = found.text
    .replaceAll('김하늘', name)
    .replace('14,000', amount.toLocaleString('ko-KR'))
    .replace('2026/11/20', `${year}/11/20`)
    .replace('11/20 14:11', `${month}/${day} ${time}`)
    // The balance after a transfer shows that two equal ones are not the same.
    .replace(/(잔액[^\d\n]{0,10})[\d,]+/, `$1${balance.toLocaleString('ko-KR')}`);
  return { text, via: found.via };
}

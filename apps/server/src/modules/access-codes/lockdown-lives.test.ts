/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Emergency, ReservationAccess } from '@munjigi/contract';
import {
  fakeClock,
  itemsOf,
  makeKeypadDoor,
  MINUTE_MS,
  openBookingDesk,
  seededRandom,
  startTestServer,
  until,
  type BookingDesk,
  type KeypadDoor,
  type TestServer,
} from '../../testing/index.ts';

/**
 * Random lives of lockdowns (DR-8): locks that are offline, silent or slow when it begins, codes that become due
 * meanwhile, spare codes, a process that stops. Whenever the server says that a door is done, every code in its lock is
 * tried at the keypad.
 */

const LIVES = Number(process.env['LOCKDOWN_LIVES'] ?? 3);
/** Stores whose lives run at the same time. */
const LANES = Math.min(8, LIVES);
const DOORS = 3;
/** A lock that did not answer waits up to five minutes of the clock, half a minute in real time, for the next attempt. */
const PATIENCE_MS = 120_000;
const SLOT_MS = 30 * MINUTE_MS;
/** Steps of a life in a lockdown, each with a chance of a fault. */
const STEPS = 4;

interface Lane {
  readonly desk: BookingDesk;
  readonly doors: readonly KeypadDoor[];
}

const totals = { lives: 0, tries: 0, openings: 0, named: 0, restarts: 0, faults: 0, restored: 0 };

describe('the lives of lockdowns (DR-8)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  const { seed, random } = seededRandom(process.env['LOCKDOWN_SEED']);
  const chance = (share: number) => random() < share;
  let first: TestServer;
  /** The second process, which stops and starts again. */
  let second: TestServer;
  const stopped: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    first = await startTestServer({ clock });
    second = await startTestServer({ beside: first });
  }, 120_000);
  afterAll(async () => {
    for (const stop of stopped) await stop();
    await second.close();
    await first.close();
    process.stdout.write(
      `seed ${seed}: ${totals.lives} lives, ${totals.faults} faults of locks, ${totals.restarts} restarts: ${totals.tries} codes tried at doors that the server calls done, ` +
        `${totals.openings} openings; ${totals.named} openings at doors that it names; ${totals.restored} codes of guests opened afterwards\n`,
    );
  });

  /** The clock of all stores runs this much faster than the locks, which answer in real time within its time-outs. */
  const FASTER = 10;
  let ranAt = performance.now();
  function runClock(): void {
    const now = performance.now();
    clock.advance(Math.min(2000, (now - ranAt) * FASTER));
    ranAt = now;
  }
  const passing = <T>(what: string, ask: () => Promise<T | null | undefined | false> | T | null | undefined | false) =>
    until(
      what,
      async () => {
        runClock();
        await sleep(15);
        return ask();
      },
      PATIENCE_MS,
    );
  /** Restarts one after the other, because the lanes share the process. */
  let restarting: Promise<void> = Promise.resolve();
  function restart(): Promise<void> {
    totals.restarts += 1;
    restarting = restarting.then(async () => {
      await second.close();
      second = await startTestServer({ beside: first });
    });
    return restarting;
  }

  it.concurrent.each(Array.from({ length: LANES }, (_, index) => index))(
    'hold in store %i',
    async (lane) => {
      const { live, stop } = await openLane();
      stopped.push(stop);
      for (let life = lane; life < LIVES; life += LANES) await live();
    },
    LIVES * PATIENCE_MS,
  );

  /** A store with a keypad at each room. */
  async function openLane() {
    const desk = await openBookingDesk(first, { shop: await first.makeShop({ stores: 1, rooms: DOORS }) });
    const doors: KeypadDoor[] = [];
    for (const [index, roomId] of desk.roomIds.entries())
      doors.push(
        await makeKeypadDoor(first, desk.shop, desk.admin, { name: `d${index}`, roomId, answerMs: 2, spareCodes: 2 }),
      );
    const lane = { desk, doors };
    return {
      live: () => liveOnce(lane),
      stop: async () => {
        for (const { lock } of doors) await lock.stop();
      },
    };
  }

  const path = ({ desk }: Lane, more = '') => `/${desk.shop.slug}/door/emergency${more}`;
  async function read(lane: Lane, id: string): Promise<Emergency> {
    const { body } = await lane.desk.admin.call('GET', path(lane, '?show=ALL&limit=200'));
    const found = itemsOf(body).find((item) => item['id'] === id);
    if (!found) throw new Error('There is no such emergency');
    return found as unknown as Emergency;
  }
  const lockOf = ({ doors }: Lane, doorId: string) => doors.find((door) => door.doorId === doorId)?.lock;

  /** Tries every code of each lock: none opens a done door, and each door that opens is named. */
  async function tryCodes(lane: Lane, id: string): Promise<void> {
    for (const shown of (await read(lane, id)).doors) {
      const lock = lockOf(lane, shown.doorId);
      if (!lock) continue;
      const codes = [...lock.codes.values()].map(({ code }) => code);
      const isDone = shown.keypad?.openCodes === 0;
      for (const code of codes) {
        if (isDone) totals.tries += 1;
        if (lock.enter(code) !== 'OPENED') continue;
        if (isDone) totals.openings += 1;
        else totals.named += 1;
        expect({ door: shown.name, keypad: shown.keypad, isNamed: !isDone }).toMatchObject({ isNamed: true });
      }
    }
  }

  async function setFaults({ doors }: Lane): Promise<void> {
    for (const { lock } of doors) {
      if (!chance(0.4)) continue;
      totals.faults += 1;
      const fault = random();
      if (fault < 0.5) await lock.offline(true);
      else if (fault < 0.75) lock.silent(true);
      else lock.mute(true);
    }
  }
  async function clearFaults({ doors }: Lane): Promise<void> {
    for (const { lock } of doors) {
      lock.silent(false);
      lock.mute(false);
      await lock.offline(false);
    }
  }
  /** Guests whose time runs, and guests whose time begins during the lockdown. */
  async function book({ desk }: Lane): Promise<void> {
    for (const roomId of desk.roomIds) {
      const isNow = chance(0.5);
      const slot = Math.floor(clock.now().getTime() / SLOT_MS) + (isNow ? 0 : 1);
      // A room that is taken has a guest already.
      await desk.book({
        roomId,
        startsAt: new Date(slot * SLOT_MS).toISOString(),
        endsAt: new Date((slot + 4) * SLOT_MS).toISOString(),
        ...(isNow && { channel: 'WALK_IN' }),
      });
    }
  }

  async function liveOnce(lane: Lane): Promise<void> {
    const { desk, doors } = lane;
    await book(lane);
    await passing('every lock has its codes', () => doors.every(({ lock }) => lock.codes.size >= 2));
    await setFaults(lane);
    const { body, status } = await desk.admin.call('POST', path(lane), {
      storeId: desk.storeId,
      kind: 'LOCKDOWN',
      reason: '훈련',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const id = String(body['id']);
    for (let step = 0; step < STEPS; step += 1) {
      if (chance(0.15)) clock.advance(SLOT_MS);
      runClock();
      await sleep(20 + 80 * random());
      if (chance(0.1)) await restart();
      await tryCodes(lane, id);
      if (chance(0.3)) await clearFaults(lane);
    }
    await clearFaults(lane);
    await passing('every keypad is closed', async () =>
      (await read(lane, id)).doors.every(({ keypad }) => keypad?.openCodes === 0),
    );
    await tryCodes(lane, id);
    await desk.admin.call('POST', path(lane, `/${id}/end`), {});
    await passing('every lock has its spare codes back', async () => {
      const { body: list } = await desk.admin.call('GET', `/${desk.shop.slug}/door/spare?storeId=${desk.storeId}`);
      return itemsOf(list).every((door) => Number(door['ready']) + Number(door['given']) === 2);
    });
    await expectCodesWork(lane);
    totals.lives += 1;
  }

  /** Every code of a guest whose window is open opens the door again. */
  async function expectCodesWork(lane: Lane): Promise<void> {
    for (const state of ['CONFIRMED', 'IN_USE']) {
      const { body } = await lane.desk.admin.call(
        'GET',
        `/${lane.desk.shop.slug}/reservation?state=${state}&limit=200`,
      );
      for (const { id } of itemsOf(body)) await expectCodeWorks(lane, String(id));
    }
  }
  async function expectCodeWorks(lane: Lane, reservationId: string): Promise<void> {
    const { desk } = lane;
    const base = `/${desk.shop.slug}/reservation/${reservationId}/access`;
    const own = await passing('the locks have the code of a guest as it is wanted', async () => {
      const { body } = await desk.admin.call('GET', base);
      const access = body as unknown as ReservationAccess;
      const codes = access.doors.flatMap(({ code }) => code ?? []);
      return codes.every((code) => code.wanted === code.acknowledged) && access;
    });
    const open = own.doors.filter(({ code }) => code?.acknowledged === 'ENABLED');
    if (open.length === 0) return;
    const { code } = (await desk.admin.call('POST', `${base}/reveal`, {})).body;
    for (const { doorId } of open) {
      expect(lockOf(lane, doorId)?.enter(String(code))).toBe('OPENED');
      totals.restored += 1;
    }
  }
});

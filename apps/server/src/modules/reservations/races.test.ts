/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../clock.ts';
import { fakeClock, HOUR_MS, startTestServer, type TestServer } from '../../testing/index.ts';
import { openRaceDesk, RACES, runRace } from '../../testing/race-scenarios.ts';
import { callerAt } from '../../testing/server.ts';
import { startServerProcess } from '../../testing/processes/server-process.ts';

/**
 * Rounds of each of the ten races. `npm run proof -- races` runs 20 each: 200 against one process and 200 against
 * three, which are built and run separately.
 */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 1);
const IS_LONG = process.env['RACE_ROUNDS'] !== undefined;
const AT_ONCE = 64;
/** So many rounds, five days apart, fit into the booking horizon of a store; later ones use a new store. */
const ROUNDS_OF_A_DESK = 70;

describe('64 concurrent requests for the same hour (RV-2)', () => {
  const clock = IS_LONG ? systemClock : fakeClock(new Date('2026-11-21T06:00:00Z'));
  let first: TestServer;
  const processes: { readonly url: string; stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    first = await startTestServer({ clock });
    for (let number = 0; number < 3; number += 1) processes.push(await startOne(number));
  });
  afterAll(async () => {
    for (const it of processes.reverse()) await it.stop();
    if (IS_LONG) await first.close();
  });

  async function startOne(number: number) {
    if (IS_LONG) return startServerProcess(first);
    const server = number === 0 ? first : await startTestServer({ beside: first });
    return { url: server.url, stop: () => server.close() };
  }
  let rounds = 0;
  let current: Promise<Awaited<ReturnType<typeof openRaceDesk>>> | undefined;
  async function nextRound() {
    if (rounds % ROUNDS_OF_A_DESK === 0) current = openRaceDesk(first);
    const desk = await (current ?? expect.fail());
    const startsAt =
      Math.ceil(clock.now().getTime() / HOUR_MS) * HOUR_MS + (1 + (rounds % ROUNDS_OF_A_DESK)) * 5 * 24 * HOUR_MS;
    rounds += 1;
    return {
      desk,
      hour: { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(startsAt + HOUR_MS).toISOString() },
    };
  }

  for (const count of [1, 3]) {
    for (const scenario of RACES) {
      it(
        `${scenario.name}: one winner, ${count === 1 ? 'one process' : 'three processes'}`,
        { timeout: 60_000 * ROUNDS },
        async () => {
          for (let round = 0; round < ROUNDS; round += 1) {
            const { desk, hour } = await nextRound();
            const callers = processes.slice(0, count).map((it) => callerAt(it.url, desk.admin.token));
            const result = await runRace(scenario, desk, callers, hour, AT_ONCE);
            expect(result.faults).toEqual([]);
            expect(result.winners + result.losers).toBe(AT_ONCE);
          }
        },
      );
    }
  }
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { OnCallPerson, OnCallRules } from '@munjigi/contract';
import { withBookingDesk } from '../../e2e/support/booking-desk.ts';
import type { Who } from '../../e2e/support/people.ts';
import { openPlayroom, type Playroom } from '../../e2e/support/playroom.ts';
import { signInAtDemo } from './first-visits.ts';

/** Syllables that are rare in Korean texts, so that no font of the application's own texts has them. */
const SYLLABLES = '뷁쉙풰쒊곬넋닭덟랿몹볶숯옻칡캤턺팹헸흙갯괭굘궤꿩낌뉴'.split('');
const NAMES = 100;
const SLOT_MS = 1_800_000;
const ALARM_MS = 30_000;

/**
 * Adds to the demo what it does not have, in a separate store, until `work` ends: rooms, stays and guests with 100 rare
 * names, codes refused at a door (an alarm), and an incident.
 */
export async function withForeignWork(url: string, work: () => Promise<void>): Promise<void> {
  const tokens = new Map<Who, Promise<string>>();
  const tokenOf = (who: Who) => {
    const token = tokens.get(who) ?? signInAtDemo(url, who);
    tokens.set(who, token);
    return token;
  };
  const playroom = await openPlayroom(url, tokenOf);
  const nameOf = (index: number) =>
    [0, 7, 13].map((step) => SYLLABLES[(index * 5 + step * (index + 1)) % SYLLABLES.length]).join('');
  await withBookingDesk(playroom, url, async ({ storeId, lock, addRoom }) => {
    const rooms: string[] = [];
    for (let index = 0; index < NAMES / 10; index += 1) rooms.push(await addRoom(`${nameOf(index)}룸`, 4));
    const from = Math.ceil(Date.now() / SLOT_MS) * SLOT_MS;
    for (let index = 0; index < NAMES; index += 1)
      await playroom.ask('admin', 'POST', 'reservation', {
        roomId: rooms[index % rooms.length],
        startsAt: new Date(from + Math.floor(index / rooms.length) * SLOT_MS).toISOString(),
        endsAt: new Date(from + (Math.floor(index / rooms.length) + 1) * SLOT_MS).toISOString(),
        headCount: 2,
        guestName: nameOf(index + 20),
        guestPhone: `010-0000-${String(2000 + index)}`,
      });
    for (let time = 0; time < 5; time += 1) lock.enter('135790');
    await beginIncident(playroom, storeId);
    await untilAlarmed(async () =>
      playroom.ask<{ total: number }>('admin', 'GET', 'alarm?page=0&limit=1&show=PENDING'),
    );
    await work();
  });
}

/** Switches the store's on-call rules on, with one person, and begins a test of them. */
async function beginIncident({ ask }: Playroom, storeId: string): Promise<void> {
  const path = `store/${storeId}/on-call`;
  const { conditions, version } = await ask<OnCallRules>('admin', 'GET', path);
  const people = await ask<{ items: readonly OnCallPerson[] }>('admin', 'GET', `${path}/person`);
  const steps = [
    { userIds: people.items.slice(0, 1).map(({ userId }) => userId), channels: ['EMAIL'], afterMinutes: 0 },
  ];
  await ask('admin', 'POST', path, {
    version,
    isEnabled: true,
    conditions,
    steps,
    quietFrom: null,
    quietUntil: null,
  });
  await ask('admin', 'POST', `${path}/test`, {});
}

async function untilAlarmed(read: () => Promise<{ readonly total: number }>): Promise<void> {
  const end = Date.now() + ALARM_MS;
  while ((await read()).total === 0) {
    if (Date.now() > end) throw new Error('The refused codes caused no alarm');
    await sleep(250);
  }
}

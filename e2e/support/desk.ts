import type { Locator, Page } from '@playwright/test';
import { startKeypadLock, type KeypadLock } from '@munjigi/virtual-devices';
import { brokerOf } from './broker.ts';
import type { Playroom, Reservation } from './playroom.ts';

/** Functions for tests of the help desk. */

export const SLOT_MS = 1_800_000;
let count = 0;

export interface Scene {
  readonly lock: KeypadLock;
  readonly guest: Reservation;
  readonly lastFour: string;
  readonly doorName: string;
}

/**
 * Creates a room whose door keeps codes, and a guest with a distinct phone number who has it from `fromSlots` slots
 * from now on.
 */
export async function withGuest(
  playroom: Playroom,
  server: string,
  fromSlots: number,
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  const name = `${process.pid}-${(count += 1)}`;
  const lastFour = String(1000 + (Number(`${process.pid}${count}`) % 9000));
  const room = await playroom.addRoom(`응대 ${name}`);
  const lock = await startKeypadLock({
    url: brokerOf(server),
    baseTopic: `playroom/gangnam/desk-${name}`,
    name: 'lock',
    answerMs: 250,
  });
  try {
    const doorName = `응대 ${name} 문`;
    await playroom.ask('admin', 'POST', 'door', {
      manualBinding: { storeId: playroom.storeId, binding: lock.binding },
      name: doorName,
      roomId: room.id,
    });
    const now = Date.now();
    const startsAt = now - (now % SLOT_MS) + fromSlots * SLOT_MS;
    const times = {
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(startsAt + 2 * SLOT_MS).toISOString(),
    };
    const guest = await playroom.ask<Reservation>('owner', 'POST', 'reservation', {
      roomId: room.id,
      ...times,
      guestName: '문앞손님',
      guestPhone: `010-0000-${lastFour}`,
      headCount: 2,
      channel: fromSlots > 0 ? 'STAFF' : 'WALK_IN',
    });
    await work({ lock, guest, lastFour, doorName });
  } finally {
    await lock.stop();
  }
}

/** A button of the action bar at the lower edge. */
export const action = (page: Page, name: string) => page.getByTestId('action-bar').getByRole('button', { name });
/** The row of the room's own door; the store's entrance is a separate row below it. */
export const doorOf = (page: Page, { doorName }: Scene): Locator => page.getByRole('region', { name: doorName });

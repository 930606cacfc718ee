/** The demo (RN-1): chains with virtual doors that move automatically. */
import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../app.ts';
import { systemClock } from '../clock.ts';
import { approveDemoLocks } from './approve.ts';
import { addDemoDeposits } from './deposits.ts';
import { applyFaults, letThemMove, startDemoLocks, type DeviceUrl } from './devices.ts';
import { addDemoExamples } from './examples.ts';
import { keepGuestsComing } from './guests.ts';
import { addDemoKeypad } from './keypads.ts';
import { sendToComingGuests, startDemoMessages } from './messages.ts';
import { addDemoModes } from './modes.ts';
import { letPaymentsArrive } from './past/notifications.ts';
import { startDemoPaymentProviders } from './payment-providers.ts';
import { addDemoDevices, letRoomsLive, startDemoRooms } from './rooms.ts';
import { seedDemo, seedPast } from './seed.ts';

export { letGuestsHaveBeen } from './guests.ts';
export { welcomeLines } from './welcome.ts';

export async function startDemo(
  app: App,
  deviceUrl: DeviceUrl,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  await seedDemo(app.db, systemClock);
  await app.devices.runTick();
  const locks = await startDemoLocks(deviceUrl);
  await approveDemoLocks(app, locks);
  const keypad = await addDemoKeypad(app, deviceUrl);
  const rooms = await startDemoRooms(deviceUrl);
  await addDemoDevices(app, rooms);
  await addDemoModes(app);
  await seedPast(app.db, systemClock);
  await addDemoDeposits(app, systemClock.now());
  await applyFaults(locks);
  const messages = await startDemoMessages(app, log);
  await sendToComingGuests(app.db, systemClock.now());
  const paymentProviders = await startDemoPaymentProviders(app);
  const endings = [
    letThemMove(app.db, locks, log),
    letPaymentsArrive(app, log),
    keepGuestsComing(app, log),
    letRoomsLive(app.db, rooms, log),
    await addDemoExamples(app, log, systemClock.now()),
  ];
  return {
    async stop() {
      for (const end of endings) end();
      await Promise.all([
        keypad.stop(),
        messages.stop(),
        paymentProviders.stop(),
        ...locks.map((lock) => lock.lock.stop()),
        ...rooms.map((room) => room.controller.stop()),
      ]);
    },
  };
}

/** The demo (RN-1): chains to look at, with virtual doors that move by themselves. */
import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../app.ts';
import { systemClock } from '../clock.ts';
import { approveDemoLocks } from './approve.ts';
import { applyFaults, letThemMove, startDemoLocks } from './devices.ts';
import { letPaymentsArrive } from './notifications.ts';
import { seedDemo, seedPast } from './seed.ts';

export { printWelcome } from './welcome.ts';

export async function startDemo(app: App, mqttUrl: string, log: FastifyBaseLogger): Promise<{ stop(): Promise<void> }> {
  await seedDemo(app.db, systemClock);
  await app.devices.look();
  const locks = await startDemoLocks(mqttUrl);
  await approveDemoLocks(app, locks);
  await seedPast(app.db, systemClock);
  await applyFaults(locks);
  const endings = [letThemMove(locks, log), letPaymentsArrive(app.db, log)];
  return {
    async stop() {
      for (const end of endings) end();
      await Promise.all(locks.map((it) => it.lock.stop()));
    },
  };
}

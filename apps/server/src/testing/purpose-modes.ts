import type { BookingDesk } from './desks/booking-desk.ts';

/** The states of a room's light and climate for each purpose (DR-6). */
const MODES = {
  STANDBY: [
    { kind: 'LIGHT', state: { isOn: false } },
    { kind: 'CLIMATE', state: { mode: 'OFF' } },
  ],
  IN_USE: [
    { kind: 'LIGHT', state: { isOn: true, brightness: 60 } },
    { kind: 'CLIMATE', state: { mode: 'COOL', targetTemperature: 23 } },
  ],
  ENDING: [{ kind: 'LIGHT', state: { isOn: false } }],
  CLEANING: [
    { kind: 'LIGHT', state: { isOn: true, brightness: 100 } },
    { kind: 'CLIMATE', state: { mode: 'OFF' } },
  ],
};

/** Creates a mode for each purpose in the desk's store, named after its purpose in lower case. */
export async function makePurposeModes({ shop, admin, storeId }: BookingDesk): Promise<void> {
  for (const [purpose, states] of Object.entries(MODES)) {
    const mode = await admin.call('POST', `/${shop.slug}/mode`, {
      storeId,
      name: purpose.toLowerCase(),
      states,
      purpose,
    });
    if (mode.status !== 200 || mode.body['purpose'] !== purpose)
      throw new Error(`No mode for ${purpose}: ${JSON.stringify(mode.body)}`);
  }
}

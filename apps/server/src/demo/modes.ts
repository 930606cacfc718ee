import type { App } from '../app.ts';
import { signInToHeadOffice } from './head-office.ts';
import { WORLD } from './world.ts';

/** Modes of a room in use, at the end of a stay, for cleaning and on standby (DR-6): for every store of a chain. */

const MODES = [
  {
    name: '이용 중',
    purpose: 'IN_USE',
    states: [
      { kind: 'LIGHT', state: { isOn: true, brightness: 80 } },
      { kind: 'CLIMATE', state: { mode: 'COOL', targetTemperature: 24 } },
    ],
  },
  { name: '종료 예고', purpose: 'ENDING', states: [{ kind: 'LIGHT', state: { isOn: true, brightness: 15 } }] },
  {
    name: '청소',
    purpose: 'CLEANING',
    states: [
      { kind: 'LIGHT', state: { isOn: true, brightness: 100 } },
      { kind: 'CLIMATE', state: { mode: 'OFF' } },
    ],
  },
  {
    name: '대기',
    purpose: 'STANDBY',
    states: [
      { kind: 'LIGHT', state: { isOn: false } },
      { kind: 'CLIMATE', state: { mode: 'OFF' } },
    ],
  },
] as const;

export async function addDemoModes(app: App): Promise<void> {
  for (const product of WORLD) {
    const office = await signInToHeadOffice(app, product);
    if (!office) continue;
    const { total } = await office.ask<{ total: number }>('GET', '/mode?limit=1');
    if (total === 0) {
      for (const mode of MODES) await office.ask('POST', '/mode', { storeId: null, ...mode });
    }
    await office.signOut();
  }
}

import type { Alarm } from '@munjigi/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { setLiveState } from '../../session/live-state.ts';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleAlarm, sampleId, sampleOverview, sampleRoom } from '../../testing/samples.ts';
import { OverviewPage } from './overview-page.tsx';
import { holdParts } from './overview-parts.ts';

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const GUEST = {
  reservationId: sampleId(50),
  code: 'K7QX-29MD',
  storeId: STORES[0].id,
  roomId: sampleId(10),
  startsAt: hoursFromNow(1),
  endsAt: hoursFromNow(2),
  opensAt: hoursFromNow(1),
  closesAt: hoursFromNow(2),
  obstacles: [],
  checks: [],
};

interface World {
  guests: readonly (typeof GUEST)[];
  readonly alarms?: readonly Alarm[];
}

async function open(world: World) {
  setLiveState('live');
  answerCalls({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    'GET /api/v2/{product}/overview/setup': () => ({ stores: [] }),
    'GET /api/v2/{product}/reservation/readiness': () => ({ total: world.guests.length, items: [...world.guests] }),
    'GET /api/v2/{product}/overview': () => ({ stores: [sampleOverview({ owedRefundCount: 1 })] }),
    'GET /api/v2/{product}/door': () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/incident': () => ({ total: 0, isTotalExact: true, items: [] }),
    'GET /api/v2/{product}/room': () => ({ total: 1, items: [sampleRoom()] }),
    'GET /api/v2/{product}/alarm': () => ({ total: 0, isTotalExact: true, items: [...(world.alarms ?? [])] }),
    'GET /api/v2/{product}/stranded-guest': () => ({ total: 0, items: [], stores: [] }),
    'GET /api/v2/{product}/payment/notification': () => ({ total: 0, unconfirmedCount: 0, items: [] }),
    'GET /api/v2/{product}/waitlist': () => ({ total: 0, isTotalExact: true, items: [] }),
  });
  return renderScreen(<OverviewPage />, `/?store=${STORES[0].id}`);
}

beforeEach(() => holdParts(['coming', 'alarms']));
afterAll(() => holdParts([]));

const settled = () => document.querySelector<HTMLElement>('.overview-attention')?.dataset['settled'];

it('what needs attention stays visible while the code for the first coming guest loads', async () => {
  const world: World = { guests: [] };
  const { client } = await open(world);
  await waitFor(() => expect(settled()).toBe('true'));
  world.guests = [GUEST];
  await client.refetchQueries({ queryKey: ['coming'] });
  await waitFor(() => expect(document.querySelector('.overview-attention > .waiting-place')).not.toBeNull());
  expect(settled()).toBe('true');
});

it('waits for the code of an alarm, which would move the guests below it', async () => {
  const { client } = await open({ guests: [], alarms: [sampleAlarm()] });
  // The other parts have their code, and all of them their data.
  await screen.findByTestId('overview-refunds');
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(settled()).toBe('false');
});

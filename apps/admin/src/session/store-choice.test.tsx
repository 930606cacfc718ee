import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../testing/answers.ts';
import { person, renderScreen, STORES } from '../testing/render-screen.tsx';
import { useFormat } from '../ui/format.ts';
import { ZoneContext } from '../ui/time/zone.ts';
import { useChosenZone } from './store-choice.ts';
import { StorePicker } from '../app/store-picker.tsx';

const [SEOUL, BERLIN] = [STORES[0], { ...STORES[1], timeZone: 'Europe/Berlin' }];
const HAMBURG = { ...STORES[0], timeZone: 'Europe/Berlin' };

function Clock() {
  const { time } = useFormat();
  return <time>{time('2026-11-24T12:00:00.000Z')}</time>;
}

function Shell() {
  return (
    <ZoneContext value={useChosenZone()}>
      <Clock />
    </ZoneContext>
  );
}

it.each([
  { of: 'a store in Berlin', path: `/?store=${BERLIN.id}`, stores: [SEOUL, BERLIN], shown: '13:00' },
  { of: 'a store in Seoul', path: `/?store=${SEOUL.id}`, stores: [BERLIN, SEOUL], shown: '21:00' },
  { of: 'all stores, which is one', path: '/', stores: [HAMBURG, BERLIN], shown: '13:00' },
  { of: 'the head office for all stores of different zones', path: '/', stores: [BERLIN, SEOUL], shown: '21:00' },
])('the store choice shows times in the zone of $of', async ({ path, stores, shown }) => {
  answerCalls({ 'GET /api/v2/auth/me': () => person('FRANCHISEE', stores) });
  await renderScreen(<Shell />, path);
  expect(await screen.findByText(shown)).toBeTruthy();
});

it('the store choice names the zone of all stores in the picker only where zones differ', async () => {
  answerCalls({ 'GET /api/v2/auth/me': () => person('FRANCHISEE', [BERLIN, SEOUL]) });
  await renderScreen(<StorePicker />);
  expect(await screen.findByRole('option', { name: '전체 매장 (Asia/Seoul 시간 기준)' })).toBeTruthy();
});

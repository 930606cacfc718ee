import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../testing/answers.ts';
import { person, renderScreen, STORES } from '../testing/render-screen.tsx';
import { useFormat } from '../ui/format.ts';
import { ZoneContext } from '../ui/zone.ts';
import { useChosenZone } from './store-choice.ts';

const [SEOUL, BERLIN] = [STORES[0], { ...STORES[1], timeZone: 'Europe/Berlin' }];

function Clock() {
  const { time } = useFormat();
  return <time>{time('2026-11-24T12:00:00.000Z')}</time>;
}

function Shell() {
  return <ZoneContext value={useChosenZone()}><Clock /></ZoneContext>;
}

it.each([
  { of: 'a store in Berlin', path: `/?store=${BERLIN.id}`, shown: '13:00' },
  { of: 'a store in Seoul', path: `/?store=${SEOUL.id}`, shown: '21:00' },
  { of: 'all stores, of which the first is in Seoul', path: '/', shown: '21:00' },
])('shows times in the zone of $of', async ({ path, shown }) => {
  answerCalls({ 'GET /api/v2/auth/me': () => person('FRANCHISEE', [SEOUL, BERLIN]) });
  await renderScreen(<Shell />, path);
  expect(await screen.findByText(shown)).toBeTruthy();
});

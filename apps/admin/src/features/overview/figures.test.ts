import { expect, it } from 'vitest';
import { sampleOverview } from '../../testing/samples.ts';
import { sumFigures } from './figures.ts';

it('the overview’s figures are summed over stores, with the occupancy weighted by bookable time (OV-2)', () => {
  const first = sampleOverview();
  const second = sampleOverview({
    today: { ...first.today, netAmount: -5_000, reservationCount: 1, openMinutes: 6_000, bookedMinutes: 0 },
  });
  expect(sumFigures([first, second])).toMatchObject({
    netAmount: 115_000,
    lastWeekByNow: 180_000,
    reservations: 9,
    reservationsLastWeek: 12,
    occupancy: 0.12,
    occupancyLastWeek: 0.2,
    offline: 2,
  });
  expect(sumFigures([first, second]).week.at(-1)).toEqual({
    date: '2026-11-21',
    netAmount: 240_000,
    weekBeforeAmount: 200_000,
  });
});

it('the overview’s figures have no occupancy without bookable time, and are absent without a store', () => {
  const closed = sampleOverview();
  expect(
    sumFigures([{ ...closed, today: { ...closed.today, openMinutes: 0, bookedMinutes: 0 } }]).occupancy,
  ).toBeNull();
  expect(sumFigures([])).toMatchObject({ netAmount: 0, occupancy: null, week: [] });
});

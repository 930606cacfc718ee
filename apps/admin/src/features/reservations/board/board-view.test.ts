import { describe, expect, it } from 'vitest';
import { firstDayOf, isWeekVisible, loadedDays, nextZoom, readChoice, showsDay } from './board-view.ts';

const read = (text: string, trackPx = 1000) => readChoice(new URLSearchParams(text), trackPx);

describe('the view of the board (RV-73)', () => {
  it.each([1400, 1000, 800, 280])('shows all seven days of a week in %i px', (trackPx) => {
    const { pxPerHour } = read('view=week', trackPx);
    expect(isWeekVisible(pxPerHour, trackPx)).toBe(true);
    expect(7 * 24 * (pxPerHour + 0.06)).toBeGreaterThan(trackPx);
  });

  it('keeps a chosen zoom, and goes from the fitting one to the next', () => {
    expect(read('view=week&zoom=16').pxPerHour).toBe(16);
    expect([nextZoom(5.75, 1), nextZoom(5.75, -1), nextZoom(12, -1), nextZoom(112, 1)]).toEqual([8, null, 8, null]);
    expect([read('').pxPerHour, read('zoom=9').pxPerHour]).toEqual([52, 52]);
  });

  it('begins a week with its Monday, also across a month, and a day with itself', () => {
    expect(['2026-11-30', '2026-12-03', '2026-12-06', '2026-12-07'].map((date) => firstDayOf('week', date))).toEqual([
      '2026-11-30',
      '2026-11-30',
      '2026-11-30',
      '2026-12-07',
    ]);
    expect(firstDayOf('day', '2026-12-03')).toBe('2026-12-03');
    expect([showsDay('week', '2026-11-30', '2026-12-06'), showsDay('week', '2026-11-30', '2026-12-07')]).toEqual([
      true,
      false,
    ]);
    expect(loadedDays('week', 5.75, 1440, '2026-11-30')).toEqual({ date: '2026-11-29', days: 14 });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, mergePeriods, overlaps, subtractPeriods, type Period } from '../index.ts';

const period = (from: number, to: number): Period => ({ startsAt: new Date(from), endsAt: new Date(to) });
const some = fc.array(
  fc.tuple(fc.nat(40), fc.nat(12)).map(([from, length]) => period(from, from + length)),
  { maxLength: 8 },
);
const momentsIn = (periods: readonly Period[]) =>
  new Set(
    periods.flatMap((it) =>
      [...Array(60).keys()].filter((at) => it.startsAt.getTime() <= at && at < it.endsAt.getTime()),
    ),
  );
const sorted = (moments: Iterable<number>) => [...moments].sort((a, b) => a - b);

function areApart(periods: readonly Period[]): boolean {
  return periods.every(
    (it, index) =>
      it.startsAt < it.endsAt && (index === 0 || (periods[index - 1]?.endsAt ?? it.startsAt) < it.startsAt),
  );
}

describe('periods', () => {
  it('are half-open: those that touch do not overlap', () => {
    expect(overlaps(period(1, 2), period(2, 3))).toBe(false);
    expect(overlaps(period(1, 3), period(2, 4))).toBe(true);
    expect(covers(period(1, 3), period(1, 3))).toBe(true);
    expect(covers(period(1, 3), period(2, 4))).toBe(false);
  });

  it('that were merged are disjoint and cover the same moments', () => {
    fc.assert(
      fc.property(some, (periods) => {
        const merged = mergePeriods(periods);
        expect(areApart(merged)).toBe(true);
        expect(sorted(momentsIn(merged))).toEqual(sorted(momentsIn(periods)));
      }),
    );
  });

  it('after a subtraction cover the moments that the others do not', () => {
    fc.assert(
      fc.property(some, some, (from, occupied) => {
        const left = subtractPeriods(from, occupied);
        const [all, gone] = [momentsIn(from), momentsIn(occupied)];
        expect(areApart(left)).toBe(true);
        expect(sorted(momentsIn(left))).toEqual(sorted([...all].filter((at) => !gone.has(at))));
      }),
    );
  });
});

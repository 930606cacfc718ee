/** Half-open: `endsAt` is not part of the period. */
export interface Period {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export function overlaps(a: Period, b: Period): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt;
}

/** Whether `outer` contains all of `inner`. */
export function covers(outer: Period, inner: Period): boolean {
  return outer.startsAt <= inner.startsAt && inner.endsAt <= outer.endsAt;
}

/** Sorts the periods and merges those that overlap or touch; empty ones are dropped. */
export function mergePeriods(periods: readonly Period[]): Period[] {
  const merged: Period[] = [];
  for (const next of periods
    .filter((period) => period.startsAt < period.endsAt)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const last = merged.at(-1);
    if (!last || last.endsAt < next.startsAt) merged.push({ startsAt: next.startsAt, endsAt: next.endsAt });
    else if (last.endsAt < next.endsAt) merged[merged.length - 1] = { startsAt: last.startsAt, endsAt: next.endsAt };
  }
  return merged;
}

/** The parts of `from` outside `taken`, soonest first. */
export function subtractPeriods(from: readonly Period[], occupied: readonly Period[]): Period[] {
  const without = mergePeriods(occupied);
  return mergePeriods(from).flatMap((whole) => {
    const remaining: Period[] = [];
    let { startsAt } = whole;
    for (const hole of without) {
      if (hole.endsAt <= startsAt || hole.startsAt >= whole.endsAt) continue;
      if (startsAt < hole.startsAt) remaining.push({ startsAt, endsAt: hole.startsAt });
      startsAt = hole.endsAt;
    }
    if (startsAt < whole.endsAt) remaining.push({ startsAt, endsAt: whole.endsAt });
    return remaining;
  });
}

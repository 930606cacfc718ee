/** The list with the entry at `from` moved to `to`; both are clamped to the list. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const target = Math.max(0, Math.min(list.length - 1, to));
  const entry = list[from];
  if (entry === undefined || target === from) return list;
  const rest = list.filter((_entry, at) => at !== from);
  return [...rest.slice(0, target), entry, ...rest.slice(target)];
}

/** The index of the row at height `y`. `tops`: the heights at which the rows begin; the last row has no end. */
export function findDropIndex(tops: readonly number[], y: number): number {
  const below = tops.findIndex((top, at) => y < (tops[at + 1] ?? Infinity) && y >= top);
  return below === -1 ? 0 : below;
}

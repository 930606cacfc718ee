/** Runs `work` one at a time. Calls during a run share the next run. */
export function serializeRuns(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = () =>
    (current = work().finally(() => {
      current = null;
    }));
  return () => {
    if (current === null && next === null) return begin();
    return (next ??= Promise.resolve(current).then(() => {
      next = null;
      return begin();
    }));
  };
}

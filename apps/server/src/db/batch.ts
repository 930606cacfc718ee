/**
 * Answers many equal queries with few statements: requests that arrive while a statement is running share the next one.
 * Unlike a cached answer, the answer is always read after its request, and a thousand requests cost one statement.
 */
export function readTogether<V>(
  load: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
  atOnce = 2,
): (key: string) => Promise<V | undefined> {
  interface Waiting {
    resolve: (value: V | undefined) => void;
    reject: (error: unknown) => void;
  }
  let waiting = new Map<string, Waiting[]>();
  let underWay = 0;
  let isDue = false;

  function next(): void {
    if (underWay >= atOnce || waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    underWay += 1;
    load([...batch.keys()])
      .then(
        (found) => {
          for (const [key, askers] of batch) for (const asker of askers) asker.resolve(found.get(key));
        },
        (error: unknown) => {
          for (const askers of batch.values()) for (const asker of askers) asker.reject(error);
        },
      )
      .finally(() => {
        underWay -= 1;
        next();
      });
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const askers = waiting.get(key);
      if (askers) askers.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (isDue) return;
      isDue = true;
      // After this turn of the event loop, so that requests that arrived together share a statement.
      setImmediate(() => {
        isDue = false;
        next();
      });
    });
}

/**
 * A queue with batches by key. Pieces of one key are processed in order, one batch at a time; pieces that arrive
 * meanwhile form the next batch. One call of `work` takes the batches of several keys, so many devices that report at
 * once cost little more than one. A key holds a limited number of waiting pieces and `push` refuses more, which bounds
 * the cost of a flood from one device.
 */
export interface WorkQueue<T> {
  /** `false`: refused, because the key is full. */
  push(key: string, piece: T): boolean;
  /** Resolves when the queue is empty and no work is running. */
  idle(): Promise<void>;
}

export interface Gathered<T> {
  readonly key: string;
  readonly pieces: readonly T[];
  /** Takes the pieces that arrived for the key since, so that running work can include them. */
  readonly more: () => readonly T[];
}

interface Options<T> {
  /** `atOnce` calls of `work` run concurrently, each with `mostKeys` keys at most. */
  readonly atOnce: number;
  readonly mostKeys: number;
  readonly work: (gathered: readonly Gathered<T>[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const MOST_WAITING = 500;

export function workQueue<T>({ atOnce, mostKeys, work, onError }: Options<T>): WorkQueue<T> {
  const waiting = new Map<string, T[]>();
  /** Keys that wait for work, first in, first out. */
  const turns = new Set<string>();
  const busy = new Set<string>();
  let underWay = 0;
  let isDue = false;
  let told: (() => void)[] = [];

  function take(key: string): readonly T[] {
    const pieces = waiting.get(key) ?? [];
    waiting.delete(key);
    return pieces;
  }
  async function run(keys: readonly string[]): Promise<void> {
    try {
      await work(keys.map((key) => ({ key, pieces: take(key), more: () => take(key) })));
    } catch (error) {
      onError(error);
    }
    for (const key of keys) {
      busy.delete(key);
      if (waiting.has(key)) turns.add(key);
    }
    underWay -= 1;
    next();
  }
  function next(): void {
    while (underWay < atOnce && turns.size > 0) {
      const keys: string[] = [];
      for (const key of turns) {
        if (keys.length === mostKeys) break;
        turns.delete(key);
        busy.add(key);
        keys.push(key);
      }
      underWay += 1;
      void run(keys);
    }
    if (underWay > 0 || turns.size > 0) return;
    for (const resolve of told) resolve();
    told = [];
  }

  return {
    push(key, piece) {
      const pieces = waiting.get(key);
      if (pieces && pieces.length >= MOST_WAITING) return false;
      if (pieces) pieces.push(piece);
      else waiting.set(key, [piece]);
      if (busy.has(key)) return true;
      turns.add(key);
      // After this turn of the event loop, so that pieces that arrive together form one batch.
      if (!isDue) {
        isDue = true;
        setImmediate(() => {
          isDue = false;
          next();
        });
      }
      return true;
    },
    idle: () => (underWay === 0 && turns.size === 0 ? Promise.resolve() : new Promise((resolve) => told.push(resolve))),
  };
}

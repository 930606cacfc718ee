/**
 * Work by key: what has one key is done in order, and what has gathered meanwhile is done together. Of several keys that wait a
 * piece of work takes many at once, so that many who speak at once cost little more than one. A key can hold so many waiting
 * pieces; more are refused, so that a flood from one device costs no more than that.
 */
export interface WorkQueue<T> {
  /** `false`: refused. */
  push(key: string, piece: T): boolean;
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
}

export interface Gathered<T> {
  readonly key: string;
  readonly pieces: readonly T[];
  /** What came for the key since, for work that wants it before it ends. */
  readonly more: () => readonly T[];
}

interface Options<T> {
  /** So many pieces of work are under way at once, and each has so many keys at the most. */
  readonly atOnce: number;
  readonly mostKeys: number;
  readonly work: (gathered: readonly Gathered<T>[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const MOST_WAITING = 500;

export function workQueue<T>({ atOnce, mostKeys, work, onError }: Options<T>): WorkQueue<T> {
  const waiting = new Map<string, T[]>();
  /** Keys whose turn comes, first come first. */
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
      // After this turn of the event loop, so that what arrived together is worked on together.
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

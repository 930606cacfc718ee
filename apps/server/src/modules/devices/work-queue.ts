/**
 * Work by key: what has one key is done in order, and what has gathered meanwhile is done together. A key can hold so many
 * waiting pieces; more are refused, so that a flood from one device costs no more than that.
 */
export interface WorkQueue<T> {
  /** `false`: refused. */
  push(key: string, piece: T): boolean;
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
}

const MOST_WAITING = 500;

/** `more` gives what came for the key since, for work that wants it before it ends. */
type Work<T> = (key: string, pieces: readonly T[], more: () => readonly T[]) => Promise<void>;

export function workQueue<T>(work: Work<T>, onError: (error: unknown) => void): WorkQueue<T> {
  const waiting = new Map<string, T[]>();
  const running = new Map<string, Promise<void>>();

  function take(key: string): readonly T[] {
    const pieces = waiting.get(key) ?? [];
    waiting.delete(key);
    return pieces;
  }
  async function run(key: string): Promise<void> {
    for (;;) {
      const pieces = take(key);
      if (pieces.length === 0) return;
      try {
        await work(key, pieces, () => take(key));
      } catch (error) {
        onError(error);
      }
    }
  }
  return {
    push(key, piece) {
      const pieces = waiting.get(key);
      if (pieces && pieces.length >= MOST_WAITING) return false;
      if (pieces) pieces.push(piece);
      else waiting.set(key, [piece]);
      if (!running.has(key)) {
        const done = run(key).finally(() => running.delete(key));
        running.set(key, done);
      }
      return true;
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

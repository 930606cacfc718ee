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

export function workQueue<T>(work: (key: string, pieces: readonly T[]) => Promise<void>, onError: (error: unknown) => void): WorkQueue<T> {
  const waiting = new Map<string, T[]>();
  const running = new Map<string, Promise<void>>();

  async function run(key: string): Promise<void> {
    for (;;) {
      const pieces = waiting.get(key);
      if (!pieces) return;
      waiting.delete(key);
      try {
        await work(key, pieces);
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

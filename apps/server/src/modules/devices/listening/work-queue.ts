export interface Gathered<T> {
  readonly key: string;
  readonly pieces: readonly T[];
  /** Takes the pieces that arrived for the key since, so that running work can include them. */
  readonly more: () => readonly T[];
}

interface WorkQueueOptions<T> {
  /** `atOnce` calls of `work` run concurrently, each with `mostKeys` keys at most. */
  readonly atOnce: number;
  readonly mostKeys: number;
  readonly work: (gathered: readonly Gathered<T>[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const MOST_WAITING = 500;

/**
 * A queue with batches by key. Pieces of one key are processed in order, one batch at a time; pieces that arrive
 * meanwhile form the next batch. One call of `work` takes the batches of several keys, so many devices that report at
 * once cost little more than one. A key holds a limited number of waiting pieces and `push` refuses more, which bounds
 * the cost of a flood from one device.
 */
export class WorkQueue<T> {
  private readonly options: WorkQueueOptions<T>;
  private readonly waiting = new Map<string, T[]>();
  /** Keys that wait for work, first in, first out. */
  private readonly turns = new Set<string>();
  private readonly busy = new Set<string>();
  private underWay = 0;
  private isStartDue = false;
  private idleCallbacks: (() => void)[] = [];

  constructor(options: WorkQueueOptions<T>) {
    this.options = options;
  }

  /** `false`: refused, because the key is full. */
  push(key: string, piece: T): boolean {
    const pieces = this.waiting.get(key);
    if (pieces && pieces.length >= MOST_WAITING) return false;
    if (pieces) pieces.push(piece);
    else this.waiting.set(key, [piece]);
    if (this.busy.has(key)) return true;
    this.turns.add(key);
    this.startSoon();
    return true;
  }

  /** Resolves when the queue is empty and no work is running. */
  idle(): Promise<void> {
    if (this.isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.idleCallbacks.push(resolve));
  }

  private isIdle(): boolean {
    return this.underWay === 0 && this.turns.size === 0;
  }

  /** After this turn of the event loop, so that pieces that arrive together form one batch. */
  private startSoon(): void {
    if (this.isStartDue) return;
    this.isStartDue = true;
    setImmediate(() => {
      this.isStartDue = false;
      this.start();
    });
  }

  private start(): void {
    while (this.underWay < this.options.atOnce && this.turns.size > 0) {
      const keys = this.runTurns();
      this.underWay += 1;
      void this.run(keys);
    }
    if (!this.isIdle()) return;
    for (const resolve of this.idleCallbacks) resolve();
    this.idleCallbacks = [];
  }

  private runTurns(): readonly string[] {
    const keys: string[] = [];
    for (const key of this.turns) {
      if (keys.length === this.options.mostKeys) break;
      this.turns.delete(key);
      this.busy.add(key);
      keys.push(key);
    }
    return keys;
  }

  private async run(keys: readonly string[]): Promise<void> {
    const { work, onError } = this.options;
    try {
      await work(keys.map((key) => ({ key, pieces: this.claimPieces(key), more: () => this.claimPieces(key) })));
    } catch (error) {
      onError(error);
    }
    for (const key of keys) {
      this.busy.delete(key);
      if (this.waiting.has(key)) this.turns.add(key);
    }
    this.underWay -= 1;
    this.start();
  }

  private claimPieces(key: string): readonly T[] {
    const pieces = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    return pieces;
  }
}

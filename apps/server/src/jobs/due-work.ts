/** A row that is due, and the provider that it calls: `productId:provider`. */
interface DueItem {
  readonly id: string;
  readonly provider: string;
}

interface DueWorkOf<Item extends DueItem> {
  /** Finds due items, longest overdue first, without those of busy providers. */
  readonly find: (busy: readonly string[], most: number) => Promise<Item[]>;
  readonly work: (item: Item) => Promise<void>;
  readonly reportFailedSearch: (error: unknown) => void;
  readonly reportFailure: (item: Item, error: unknown) => void;
}

/** Concurrent items at one provider of a product. A provider that never answers delays only its own items. */
const AT_ONCE = 8;

/**
 * Works on due rows outside the job lanes, because a provider that does not answer for a minute must not delay the
 * locking of a door.
 */
export class DueWork<Item extends DueItem> {
  private readonly of: DueWorkOf<Item>;
  private readonly underWay = new Map<string, Promise<void>>();
  /** The number of items that are under way at each provider. */
  private readonly counts = new Map<string, number>();
  /** Items whose work failed. They are not retried before the next nudge. */
  private readonly failed = new Set<string>();
  private isClosed = false;
  private pulling: Promise<void> | null = null;
  private isRequested = false;

  constructor(of: DueWorkOf<Item>) {
    this.of = of;
  }

  /** Starts the work that is due. */
  nudge(): void {
    this.failed.clear();
    this.start();
  }

  /** Starts nothing more. Resolves when no work is under way. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.pulling;
    await Promise.all(this.underWay.values());
  }

  private start(): void {
    this.isRequested = true;
    if (this.isClosed || this.pulling) return;
    this.pulling = this.pull()
      .catch((error: unknown) => this.of.reportFailedSearch(error))
      .finally(() => {
        this.pulling = null;
      });
  }

  private async pull(): Promise<void> {
    do {
      this.isRequested = false;
      const most = 2 * AT_ONCE + this.underWay.size + this.failed.size;
      const items = await this.of.find(this.listBusy(), most);
      for (const item of items) {
        if (this.isClosed) break;
        const { id, provider } = item;
        if (this.underWay.has(id) || this.failed.has(id) || this.listBusy().includes(provider)) continue;
        this.begin(item);
        // Due items of other providers may follow those of the busy one.
        if (items.length === most && this.listBusy().includes(provider)) this.isRequested = true;
      }
    } while (this.isRequested && !this.isClosed);
  }

  private listBusy(): string[] {
    return [...this.counts].filter(([, count]) => count >= AT_ONCE).map(([provider]) => provider);
  }

  private begin(item: Item): void {
    const { id, provider } = item;
    this.counts.set(provider, (this.counts.get(provider) ?? 0) + 1);
    this.underWay.set(
      id,
      this.of
        .work(item)
        .catch((error: unknown) => {
          this.failed.add(id);
          this.of.reportFailure(item, error);
        })
        .finally(() => this.end(item)),
    );
  }

  private end({ id, provider }: Item): void {
    this.underWay.delete(id);
    const remaining = (this.counts.get(provider) ?? 1) - 1;
    if (remaining === 0) this.counts.delete(provider);
    else this.counts.set(provider, remaining);
    this.start();
  }
}

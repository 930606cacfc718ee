import { Problem } from '../problem.ts';

/** The caller and the product that started the work. */
interface Owner {
  readonly callerId: string;
  readonly productId: string;
}

interface Waiting extends Owner {
  readonly start: (release: () => void) => void;
}

export interface SlotLimits {
  /** The most that run in this process. */
  readonly most: number;
  readonly mostOfProduct: number;
  readonly mostOfCaller: number;
  /** Further work of one caller is refused at once. */
  readonly mostWaitingOfCaller: number;
  /** Further work of anyone is refused at once. Without it only the callers limit what waits. */
  readonly mostWaiting?: number;
  readonly maxWaitMs: number;
}

/**
 * Limits how much expensive work runs at the same time, so that it cannot occupy every database connection. Further
 * work waits; one caller never takes the turns of others.
 */
export interface WorkSlots {
  /**
   * Waits for a slot; throws `RATE_LIMITED` if the caller has too many waiting or the wait takes too long. Call the
   * returned function when the work has ended.
   */
  acquire(owner: Owner): Promise<() => void>;
}

export function workSlots(limits: SlotLimits): WorkSlots {
  const running: Owner[] = [];
  const queue: Waiting[] = [];
  const count = (owners: readonly Owner[], key: keyof Owner, value: string) =>
    owners.reduce((sum, owner) => sum + Number(owner[key] === value), 0);
  const hasRoomFor = ({ callerId, productId }: Owner) =>
    running.length < limits.most &&
    count(running, 'productId', productId) < limits.mostOfProduct &&
    count(running, 'callerId', callerId) < limits.mostOfCaller;

  function run(owner: Owner): () => void {
    running.push(owner);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      running.splice(running.indexOf(owner), 1);
      startWaiting();
    };
  }

  /** Starts the longest waiting work that has a free slot. */
  function startWaiting(): void {
    for (let index = 0; index < queue.length && running.length < limits.most;) {
      const next = queue[index];
      if (!next || !hasRoomFor(next)) {
        index += 1;
        continue;
      }
      queue.splice(index, 1);
      next.start(run(next));
    }
  }

  return {
    async acquire({ callerId, productId }) {
      const owner = { callerId, productId };
      if (hasRoomFor(owner)) return run(owner);
      const isFull = queue.length >= (limits.mostWaiting ?? Number.POSITIVE_INFINITY);
      if (isFull || count(queue, 'callerId', callerId) >= limits.mostWaitingOfCaller) throw busy();
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          ...owner,
          start: (release) => {
            clearTimeout(timer);
            resolve(release);
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(busy());
        }, limits.maxWaitMs);
        queue.push(waiting);
      });
    },
  };
}

function busy(): Problem {
  return new Problem('RATE_LIMITED', {
    retryAfterSeconds: 5,
    detail: 'Too many requests of this kind at the same time',
  });
}

/**
 * Searches and files may each occupy at most three of ten connections; the rest stays for doors, reservations and
 * sign-in.
 */
export function slotsOfPool(poolSize: number): { readonly search: WorkSlots; readonly export: WorkSlots } {
  const most = Math.max(1, Math.floor(poolSize * 0.3));
  const limits = { most, mostOfProduct: Math.max(1, most - 1), mostWaitingOfCaller: 4, maxWaitMs: 10_000 };
  return { search: workSlots({ ...limits, mostOfCaller: 2 }), export: workSlots({ ...limits, mostOfCaller: 1 }) };
}

/**
 * Requests of people without an account that write may occupy at most three connections, two of them for one product,
 * because they wait for locks of rooms and phones. A caller is an address, which many guests may share.
 */
export function slotsOfPublicWrites(poolSize: number): WorkSlots {
  const most = Math.min(3, Math.max(2, Math.floor(poolSize * 0.3)));
  return workSlots({
    most,
    mostOfProduct: 2,
    mostOfCaller: 2,
    mostWaitingOfCaller: 20,
    mostWaiting: 200,
    maxWaitMs: 10_000,
  });
}

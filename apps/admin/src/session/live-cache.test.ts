import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listsOfStore, putInQueries, rereadQueries } from './live-cache.ts';

interface Room {
  readonly name: string;
  readonly version: number;
}

const queryKey = ['room', 'playroom', '10'];
const put = (client: QueryClient, room: Room) =>
  putInQueries<Room>(client, { queryKey }, (cached) => (cached.version > room.version ? cached : room));

let client: QueryClient;
let replies: ((room: Room) => void)[];
let failures: ((error: Error) => void)[];

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  replies = [];
  failures = [];
});
afterEach(() => client.clear());

/** Subscribes to the query as a screen does; the returned function unsubscribes. */
function show(): () => void {
  const observer = new QueryObserver<Room>(client, {
    queryKey,
    // Uses the abort signal, as every call does, so that React Query cancels a fetch without subscribers.
    queryFn: ({ signal }) =>
      new Promise<Room>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
        replies.push(resolve);
        failures.push(reject);
      }),
  });
  return observer.subscribe(() => undefined);
}
const shown = () => client.getQueryData<Room>(queryKey);
const until = (condition: () => void) => vi.waitFor(condition, { timeout: 20_000 });
/** Waits until all consequences of a settled reply have run. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('putInQueries', () => {
  it('applies a payload to the first reply when it arrives, and reads once more', async () => {
    show();
    await until(() => expect(replies).toHaveLength(1));
    put(client, { name: 'new', version: 2 });
    expect(shown()).toBeUndefined();
    replies[0]?.({ name: 'old', version: 1 });
    await until(() => expect(replies).toHaveLength(2));
    expect(shown()).toEqual({ name: 'new', version: 2 });
    replies[1]?.({ name: 'newest', version: 3 });
    await until(() => expect(shown()?.name).toBe('newest'));
    await settle();
    expect(replies).toHaveLength(2);
  });

  it('keeps a newer payload when an older reply to a background fetch arrives, and reads once more', async () => {
    show();
    await until(() => expect(replies).toHaveLength(1));
    replies[0]?.({ name: 'first', version: 1 });
    await until(() => expect(shown()?.name).toBe('first'));
    void client.refetchQueries({ queryKey });
    await until(() => expect(replies).toHaveLength(2));
    put(client, { name: 'new', version: 2 });
    expect(shown()?.name).toBe('new');
    const names: (string | undefined)[] = [];
    // Subscribes as `useQuery` does.
    const screen = new QueryObserver<Room>(client, { queryKey, enabled: false });
    screen.subscribe(notifyManager.batchCalls(() => void names.push(screen.getCurrentResult().data?.name)));
    replies[1]?.({ name: 'first', version: 1 });
    await until(() => expect(replies).toHaveLength(3));
    await until(() => expect(names).toContain('new'));
    expect(shown()?.name).toBe('new');
    expect(names).not.toContain('first');
  });

  it('makes no fetch when no query matches or none is in flight', async () => {
    put(client, { name: 'new', version: 2 });
    expect(client.getQueryCache().getAll()).toEqual([]);
    show();
    await until(() => expect(replies).toHaveLength(1));
    replies[0]?.({ name: 'first', version: 1 });
    await until(() => expect(shown()?.name).toBe('first'));
    put(client, { name: 'new', version: 2 });
    await settle();
    expect(shown()?.name).toBe('new');
    expect(replies).toHaveLength(1);
  });

  it('reads exactly once more after a burst of events during one fetch', async () => {
    show();
    await until(() => expect(replies).toHaveLength(1));
    for (let version = 2; version < 30; version += 1) put(client, { name: `version ${version}`, version });
    rereadQueries(client, { queryKey });
    replies[0]?.({ name: 'old', version: 1 });
    await until(() => expect(replies).toHaveLength(2));
    expect(shown()?.version).toBe(29);
    replies[1]?.({ name: 'version 29', version: 29 });
    await settle();
    expect(client.isFetching()).toBe(0);
    expect(replies).toHaveLength(2);
  });

  it('does not read when the screen has left meanwhile, and reads when it comes back', async () => {
    const leave = show();
    await until(() => expect(replies).toHaveLength(1));
    put(client, { name: 'new', version: 2 });
    leave();
    await settle();
    expect(client.isFetching()).toBe(0);
    expect(replies).toHaveLength(1);
    show();
    await until(() => expect(replies).toHaveLength(2));
  });

  it('does not repeat a fetch that failed', async () => {
    show();
    await until(() => expect(failures).toHaveLength(1));
    put(client, { name: 'new', version: 2 });
    failures[0]?.(new Error('refused'));
    await until(() => expect(client.getQueryState(queryKey)?.status).toBe('error'));
    await settle();
    expect(replies).toHaveLength(1);
  });
});

describe('rereadQueries', () => {
  it('does not cancel a fetch, so that a steady flow of events cannot starve it', async () => {
    show();
    await until(() => expect(replies).toHaveLength(1));
    replies[0]?.({ name: 'first', version: 1 });
    await until(() => expect(shown()?.name).toBe('first'));
    for (let turn = 0; turn < 10; turn += 1) rereadQueries(client, { queryKey });
    expect(replies).toHaveLength(2);
    replies[1]?.({ name: 'second', version: 2 });
    await until(() => expect(replies).toHaveLength(3));
    expect(shown()?.name).toBe('second');
    replies[2]?.({ name: 'third', version: 3 });
    await until(() => expect(shown()?.name).toBe('third'));
    await settle();
    expect(replies).toHaveLength(3);
  });

  it('repeats a first fetch in flight', async () => {
    show();
    await until(() => expect(replies).toHaveLength(1));
    rereadQueries(client, { queryKey });
    expect(replies).toHaveLength(1);
    replies[0]?.({ name: 'first', version: 1 });
    await until(() => expect(replies).toHaveLength(2));
  });
});

it('finds the lists of a store and those of all stores', () => {
  for (const storeId of ['1', '2', null]) client.setQueryData(['rooms', 'playroom', storeId, 'no'], []);
  const found = client.getQueryCache().findAll(listsOfStore('rooms', 'playroom', '1'));
  expect(found.map((query) => query.queryKey[2])).toEqual(['1', null]);
});

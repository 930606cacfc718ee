import type { Room, StoreOverview, StoreSetup, WaitlistEntry } from '@munjigi/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCan, useProduct } from '../../session/auth.tsx';
import { call } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';

export interface Overview {
  /** The number of all rooms; larger than the length of `rooms` in a chain that is too large to show at once. */
  readonly total: number;
  readonly rooms: readonly Room[];
  /** The waitlist entries whose time has become free. */
  readonly freed: readonly WaitlistEntry[];
}

/**
 * The longest and the shortest wait of the timer. A room whose time has just ended must not cause one refetch after
 * another.
 */
const LONGEST_WAIT_MS = 10 * 60_000;
const SHORTEST_WAIT_MS = 1_000;

/**
 * The current state of every room of a store, or of all stores. Read again after events, and when the time changes a
 * room's state.
 */
export function useOverview(product: string, storeId: string | null) {
  return useQuery({
    ...overviewQuery(product, storeId),
    refetchInterval: (query) => (query.state.data === undefined ? false : waitMs(query.state.data.rooms, Date.now())),
  });
}

/**
 * Whether both queries have succeeded or failed, so that later parts may appear. Does not use their data, which may be
 * invalid.
 */
export function useIsOverviewRead(product: string, storeId: string | null): boolean {
  const overview = useQuery({ ...overviewQuery(product, storeId), enabled: false });
  const figures = useQuery({ ...figuresQuery(product, storeId), enabled: false });
  return !overview.isPending && !figures.isPending;
}

function overviewQuery(product: string, storeId: string | null) {
  return queryOptions({
    queryKey: ['overview', product, storeId],
    queryFn: async ({ signal }): Promise<Overview> => {
      const ofStore = storeId === null ? {} : { storeId };
      const [rooms, freed] = await Promise.all([
        readAll((paging) =>
          call('GET /api/v2/{product}/room', { params: { product }, query: { ...paging, ...ofStore }, signal }),
        ),
        call('GET /api/v2/{product}/waitlist', {
          params: { product },
          query: { state: 'FREE', limit: '50', ...ofStore },
          signal,
        }),
      ]);
      return { total: rooms.total, rooms: rooms.items, freed: freed.items };
    },
  });
}

function figuresQuery(product: string, storeId: string | null) {
  return queryOptions({
    queryKey: ['overview-figures', product, storeId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/overview', {
        params: { product },
        query: storeId === null ? {} : { storeId },
        signal,
      }),
  });
}

/** The time until the first of these rooms changes without an event. */
export function waitMs(rooms: readonly Pick<Room, 'stateUntil' | 'nextStartsAt'>[], nowMs: number): number {
  const borders = rooms
    .flatMap(({ stateUntil, nextStartsAt }) => [stateUntil, nextStartsAt])
    .filter((text) => text !== null)
    .map((text) => Date.parse(text) - nowMs);
  return Math.max(SHORTEST_WAIT_MS, Math.min(LONGEST_WAIT_MS, ...borders.filter((wait) => wait > 0)) + 300);
}

/** A guest inside who has not paid in full. */
export type UnpaidGuest = StoreOverview['unpaidInside'][number] & { readonly storeId: string };

/** The guests inside who have not paid in full, of a store or of all, first the stay that ends first. */
export function useUnpaidGuests(product: string, storeId: string | null): readonly UnpaidGuest[] {
  const stores = useFigures(product, storeId).data?.stores ?? [];
  return stores
    .flatMap((store) => store.unpaidInside.map((guest) => ({ ...guest, storeId: store.storeId })))
    .sort((a, b) => Date.parse(a.endsAt) - Date.parse(b.endsAt));
}

/** The number of open money tasks, of a store or of all. */
export interface MoneyTasks {
  /** Cancelled reservations whose refund is not confirmed. */
  readonly refunds: number;
  /** Deposits without a payment. */
  readonly deposits: number;
  /** Payouts of closed settlements after their pay day. */
  readonly payouts: number;
}

/** Counts only what the person can work on; `null` without open tasks, or before they were read. */
export function useMoneyTasks(product: string, storeId: string | null): MoneyTasks | null {
  const can = useCan();
  const stores = useFigures(product, storeId).data?.stores ?? [];
  const sum = (count: (store: StoreOverview) => number) => stores.reduce((total, store) => total + count(store), 0);
  const tasks = {
    refunds: sum((store) => store.owedRefundCount),
    deposits: can('payments:write') ? sum((store) => store.openDepositCount) : 0,
    payouts: can('sales:close') ? sum((store) => store.overduePayoutCount) : 0,
  };
  return tasks.refunds + tasks.deposits + tasks.payouts > 0 ? tasks : null;
}

/**
 * Today's figures of each store, or of the chosen one (OV-1, OV-2). Read again once a minute, because the compared time
 * of last week moves with the clock.
 */
export function useFigures(product: string, storeId: string | null) {
  return useQuery({ ...figuresQuery(product, storeId), refetchInterval: 60_000 });
}

interface SetupOptions {
  readonly isEnabled?: boolean;
  /** For what no event reports, such as the connection of a payment provider. */
  readonly refetchEveryMs?: number;
}

/** The open steps of a store, or of all. The stream reads them again when the data changes that they require. */
export function useSetup(storeId: string | null, { isEnabled = true, refetchEveryMs }: SetupOptions = {}) {
  const product = useProduct();
  return useQuery({
    queryKey: ['overview-setup', product, storeId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/overview/setup', {
        params: { product },
        query: storeId === null ? {} : { storeId },
        signal,
      }),
    enabled: isEnabled,
    // Reads the steps again, because the person may have just completed one.
    refetchOnMount: 'always',
    refetchInterval: refetchEveryMs ?? false,
  });
}

/**
 * The stores whose guide is shown. Among several stores, one that already takes reservations shows its open steps only
 * if it is chosen.
 */
export function findShownSetups(setups: readonly StoreSetup[], storeId: string | null): readonly StoreSetup[] {
  return setups.filter((setup) => storeId !== null || isNewStore(setup));
}

/** Whether the store has not taken a reservation yet. */
export function isNewStore({ steps }: StoreSetup): boolean {
  return steps.some(({ step, state }) => step === 'RESERVATION' && state !== 'DONE');
}

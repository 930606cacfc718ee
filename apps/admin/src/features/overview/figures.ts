import type { StoreOverview } from '@munjigi/contract';

/** The figures of a day, of one store or of several together. */
export interface Figures {
  /** Won. */
  readonly netAmount: number;
  readonly lastWeekByNow: number;
  readonly reservations: number;
  readonly reservationsLastWeek: number;
  /** 0 to 1; `null` when no room can be booked all day. */
  readonly occupancy: number | null;
  readonly occupancyLastWeek: number | null;
  readonly offline: number;
  /** One entry for each business date, oldest first: won, and the amount seven days before. */
  readonly week: readonly { readonly date: string; readonly netAmount: number; readonly weekBeforeAmount: number }[];
}

/**
 * Sums the figures of stores. While the dates of stores differ each store counts with its own; the shown dates are
 * those of the first.
 */
export function sumFigures(stores: readonly StoreOverview[]): Figures {
  const sum = (of: (store: StoreOverview) => number) => stores.reduce((all, store) => all + of(store), 0);
  const share = (booked: number, open: number) => (open === 0 ? null : booked / open);
  return {
    netAmount: sum((store) => store.today.netAmount),
    lastWeekByNow: sum((store) => store.lastWeekByNow),
    reservations: sum((store) => store.today.reservationCount),
    reservationsLastWeek: sum((store) => store.lastWeek.reservationCount),
    occupancy: share(
      sum((store) => store.today.bookedMinutes),
      sum((store) => store.today.openMinutes),
    ),
    occupancyLastWeek: share(
      sum((store) => store.lastWeek.bookedMinutes),
      sum((store) => store.lastWeek.openMinutes),
    ),
    offline: sum((store) => store.offlineCount),
    week: (stores[0]?.week ?? []).map(({ date }, index) => ({
      date,
      netAmount: sum((store) => store.week[index]?.netAmount ?? 0),
      weekBeforeAmount: sum((store) => store.week[index]?.weekBeforeAmount ?? 0),
    })),
  };
}

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
export function figuresOf(stores: readonly StoreOverview[]): Figures {
  const sum = (of: (store: StoreOverview) => number) => stores.reduce((all, store) => all + of(store), 0);
  const share = (booked: number, open: number) => (open === 0 ? null : booked / open);
  return {
    netAmount: sum((it) => it.today.netAmount),
    lastWeekByNow: sum((it) => it.lastWeekByNow),
    reservations: sum((it) => it.today.reservationCount),
    reservationsLastWeek: sum((it) => it.lastWeek.reservationCount),
    occupancy: share(
      sum((it) => it.today.bookedMinutes),
      sum((it) => it.today.openMinutes),
    ),
    occupancyLastWeek: share(
      sum((it) => it.lastWeek.bookedMinutes),
      sum((it) => it.lastWeek.openMinutes),
    ),
    offline: sum((it) => it.offlineCount),
    week: (stores[0]?.week ?? []).map(({ date }, index) => ({
      date,
      netAmount: sum((it) => it.week[index]?.netAmount ?? 0),
      weekBeforeAmount: sum((it) => it.week[index]?.weekBeforeAmount ?? 0),
    })),
  };
}

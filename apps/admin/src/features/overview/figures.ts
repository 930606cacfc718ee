import type { StoreOverview } from '@munjigi/contract';

/** What the figures of a day of one store, or of several together, are. */
export interface Figures {
  /** Won. */
  readonly netAmount: number;
  readonly lastWeekByNow: number;
  readonly reservations: number;
  readonly reservationsLastWeek: number;
  /** 0 to 1; `null` where no room can be had all day. */
  readonly occupancy: number | null;
  readonly occupancyLastWeek: number | null;
  readonly offline: number;
  /** A business date each, oldest first: won, and of the date seven days before. */
  readonly week: readonly { readonly date: string; readonly netAmount: number; readonly weekBeforeAmount: number }[];
}

/** Of stores whose dates differ for an hour each goes with its own; the dates shown are those of the first. */
export function figuresOf(stores: readonly StoreOverview[]): Figures {
  const sum = (of: (store: StoreOverview) => number) => stores.reduce((all, store) => all + of(store), 0);
  const share = (booked: number, open: number) => (open === 0 ? null : booked / open);
  return {
    netAmount: sum((it) => it.today.netAmount),
    lastWeekByNow: sum((it) => it.lastWeekByNow),
    reservations: sum((it) => it.today.reservationCount),
    reservationsLastWeek: sum((it) => it.lastWeek.reservationCount),
    occupancy: share(sum((it) => it.today.bookedMinutes), sum((it) => it.today.openMinutes)),
    occupancyLastWeek: share(sum((it) => it.lastWeek.bookedMinutes), sum((it) => it.lastWeek.openMinutes)),
    offline: sum((it) => it.offlineCount),
    week: (stores[0]?.week ?? []).map(({ date }, index) => ({
      date,
      netAmount: sum((it) => it.week[index]?.netAmount ?? 0),
      weekBeforeAmount: sum((it) => it.week[index]?.weekBeforeAmount ?? 0),
    })),
  };
}

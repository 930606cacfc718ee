import type { DailyReservations } from '@munjigi/contract';
import { zonedDate } from '@munjigi/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reservationQuery } from '../../detail/detail-cache.ts';

interface OpenedDayInput {
  readonly product: string;
  readonly openedId: string | null;
  /** Missing until the shown days were read. */
  readonly days: DailyReservations | undefined;
  readonly timeZone: string;
  /** Shows another day, `YYYY-MM-DD`. */
  readonly onDay: (day: string) => void;
}

/**
 * Shows the day of the reservation in the address, once, when the loaded days do not contain it. The drawer reads the
 * reservation.
 */
export function useOpenedDay({ product, openedId, days, timeZone, onDay }: OpenedDayInput): void {
  const { data } = useQuery({ ...reservationQuery(useQueryClient(), product, openedId ?? ''), enabled: false });
  const checkedDate = useRef<string>(null);
  useEffect(() => {
    if (openedId === null || data === undefined || days === undefined || checkedDate.current === openedId) return;
    checkedDate.current = openedId;
    const isRead =
      Date.parse(data.startsAt) < Date.parse(days.endsAt) && Date.parse(data.endsAt) > Date.parse(days.startsAt);
    if (!isRead) onDay(zonedDate(timeZone, new Date(data.startsAt)));
  }, [openedId, data, days, timeZone, onDay]);
}

import { addDays } from '@munjigi/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProduct } from '../../../../session/auth.tsx';
import { useZone } from '../../../../ui/time/zone.ts';
import { prefetchDaily, useDailyReservations } from '../../reservations.api.ts';
import { useStore } from '../../../stores/index.ts';
import { dateAfter, firstDayOf, loadedDays, showsDay, type BoardChoice, type BoardView } from '../board-view.ts';
import { useCalendarDay } from './calendar-day.ts';

/** The calendar day that the board shows, `YYYY-MM-DD`, and what the board does to it. */
export interface ShownDay {
  /** In the view of a week: its Monday. */
  readonly date: string;
  /** The day that was asked for, in the shown week. */
  readonly namedDate: string;
  readonly view: BoardView;
  readonly today: string;
  /** Whether `date` is in the address. Without it the day changes at midnight, and the board stays. */
  readonly isDateChosen: boolean;
  /** Increases when the person requests the present moment. */
  readonly nowCount: number;
  /** The scroll has reached another day. */
  readonly onDate: (date: string) => void;
  /** The scroll comes near the next day, or the one before. */
  readonly onAhead: (step: 1 | -1) => void;
}

/** The shown day of a store with the days that are loaded around it, and functions that change the day. */
export function useShownDay(storeId: string, choice: BoardChoice, choose: (next: Partial<BoardChoice>) => void) {
  const product = useProduct();
  const client = useQueryClient();
  const store = useStore(product, storeId);
  const chosenZone = useZone();
  const timeZone = store.data?.timeZone ?? chosenZone;
  const today = useCalendarDay(timeZone);
  const { view } = choice;
  const namedDate = choice.date ?? today;
  const date = firstDayOf(view, namedDate);
  const questionOf = (day: string) => ({
    storeId,
    ...loadedDays(view, choice.pxPerHour, window.innerWidth, firstDayOf(view, day)),
  });
  const days = useDailyReservations(product, questionOf(date));
  const [nowCount, setNowCount] = useState(0);

  const showDate = (day: string) => choose({ date: showsDay(view, firstDayOf(view, day), today) ? null : day });
  const showToday = () => {
    choose({ date: null });
    setNowCount((count) => count + 1);
  };
  const readAhead = (day: string) => prefetchDaily(client, product, questionOf(day));
  const shownDay: ShownDay = {
    date,
    namedDate,
    view,
    today,
    isDateChosen: choice.date !== null,
    nowCount,
    onDate: showDate,
    onAhead: (step) => readAhead(addDays(date, step)),
  };
  return {
    store,
    days,
    timeZone,
    shownDay,
    showToday,
    /** Goes to the next day or week, or to the one before. */
    showNext: (step: 1 | -1) => showDate(dateAfter(date, view, step)),
    /** Reads the day or week that the person may go to next. */
    readNext: (step: 1 | -1) => readAhead(dateAfter(date, view, step)),
  };
}

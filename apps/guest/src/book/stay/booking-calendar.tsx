import { useCallback, useState } from 'react';
import type { BookingDays } from '../booking-api.ts';
import { useBooking } from '../booking-context.ts';
import { shiftDate, countDaysBetween, weekdayIndexOf } from '../booking-format.ts';
import { RequestTrouble } from '../request-trouble.tsx';
import { useRequest } from '../use-request.ts';

const PAGE_DAYS = 35;

/** Five weeks of days, beginning with the present one: which days have a free room. */
export function BookingCalendar() {
  const { store, api, text, format, selection } = useBooking();
  const { headCount, minutes, date } = selection;
  const firstWeek = shiftDate(store.today, -weekdayIndexOf(store.today));
  const lastPage = Math.floor(countDaysBetween(firstWeek, store.lastDate) / PAGE_DAYS);
  const [page, setPage] = useState(() =>
    date === null ? 0 : Math.min(lastPage, Math.floor(countDaysBetween(firstWeek, date) / PAGE_DAYS)),
  );
  const firstDay = shiftDate(firstWeek, page * PAGE_DAYS);
  const from = firstDay < store.today ? store.today : firstDay;
  const days = Math.min(PAGE_DAYS - countDaysBetween(firstDay, from), countDaysBetween(from, store.lastDate) + 1);
  const send = useCallback(
    (abort: AbortController) => api.listDays({ headCount, minutes }, { from, days }, abort),
    [api, headCount, minutes, from, days],
  );
  const { value, isCurrent, problem, retry } = useRequest(send);
  const freeCount = isCurrent ? (value ?? []).filter(({ freeRoomCount }) => freeRoomCount > 0).length : 0;
  return (
    <section className="calendar-frame" aria-labelledby="calendar-title" aria-busy={!isCurrent && problem === null}>
      <div className="calendar-head">
        <h3 id="calendar-title">{format.months(from, shiftDate(from, days - 1))}</h3>
        <PageButton label={text('calendar.earlier')} sign="‹" isOff={page === 0} onPress={() => setPage(page - 1)} />
        <PageButton
          label={text('calendar.later')}
          sign="›"
          isOff={page >= lastPage}
          onPress={() => setPage(page + 1)}
        />
      </div>
      {problem === null ? (
        <DayGrid firstDay={firstDay} items={isCurrent ? value : null} />
      ) : (
        <RequestTrouble problem={problem} onRetry={retry} />
      )}
      <p role="status" className={isCurrent && freeCount === 0 ? 'waiting' : 'offscreen'}>
        {isCurrent && text(freeCount === 0 ? 'calendar.none' : 'calendar.loaded', { count: freeCount })}
      </p>
    </section>
  );
}

interface PageButtonProps {
  readonly label: string;
  readonly sign: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function PageButton({ label, sign, isOff, onPress }: PageButtonProps) {
  return (
    <button type="button" className="button small" aria-disabled={isOff} onClick={() => !isOff && onPress()}>
      <span aria-hidden="true">{sign}</span>
      <span className="offscreen">{label}</span>
    </button>
  );
}

interface DayGridProps {
  readonly firstDay: string;
  /** `null`: not loaded yet. */
  readonly items: BookingDays | null;
}

function DayGrid({ firstDay, items }: DayGridProps) {
  const { format } = useBooking();
  const dates = Array.from({ length: PAGE_DAYS }, (_, index) => shiftDate(firstDay, index));
  const byDate = new Map((items ?? []).map((item) => [item.date, item]));
  return (
    <>
      <div className="weekdays" aria-hidden="true">
        {format.weekdays.map((name, index) => (
          <span key={name} className={index === 0 ? 'sunday' : undefined}>
            {name}
          </span>
        ))}
      </div>
      <ol className="calendar" data-testid="calendar">
        {dates.map((date) => (
          <Day key={date} date={date} item={byDate.get(date)} isLoading={items === null} />
        ))}
      </ol>
    </>
  );
}

interface DayProps {
  readonly date: string;
  /** Absent: not loaded, in the past or beyond the horizon. */
  readonly item: BookingDays[number] | undefined;
  readonly isLoading: boolean;
}

interface DayWordsProps {
  readonly date: string;
  readonly isHoliday: boolean;
}

/** The number or the word of a day. Sundays and public holidays are red, as on every calendar in Korea. */
function DayWords({ date, isHoliday }: DayWordsProps) {
  const { text, format } = useBooking();
  const word = format.dayWord(date);
  const number = word ?? format.dayNumber(date);
  const isLong = number.length > 2 || word !== null;
  const isRed = isHoliday || weekdayIndexOf(date) === 0;
  return (
    <>
      <span className={`day-number${isLong ? ' long' : ''}${isRed ? ' sunday' : ''}`} aria-hidden="true">
        {number}
      </span>
      <span className="day-name">
        {format.dateWords(date)}
        {isHoliday && ` ${text('day.holiday')}`}
      </span>
    </>
  );
}

function Day({ date, item, isLoading }: DayProps) {
  const { store, text, format, selection, change, goTo } = useBooking();
  const words = <DayWords date={date} isHoliday={item?.isHoliday === true} />;
  if (date < store.today || date > store.lastDate)
    return (
      <li className="day outside" aria-hidden="true">
        <span className="day-number">{format.dayNumber(date)}</span>
      </li>
    );
  if (isLoading || item === undefined)
    return (
      <li className="day loading">
        {words}
        <span className="day-word" aria-hidden="true">
          …
        </span>
      </li>
    );
  if (item.isClosed)
    return (
      <li className="day">
        {words}
        <span className="day-word">{text('day.closed')}</span>
      </li>
    );
  // A full day opens as well: the guest can join the waitlist.
  const isFree = item.freeRoomCount > 0;
  return (
    <li>
      <button
        type="button"
        className={isFree ? 'day free' : 'day full'}
        aria-current={date === selection.date ? 'date' : undefined}
        onClick={() => {
          change({ date, stay: null });
          goTo('time');
        }}
      >
        {words}
        <span className="day-word">{text(isFree ? 'day.free' : 'day.full')}</span>
      </button>
    </li>
  );
}

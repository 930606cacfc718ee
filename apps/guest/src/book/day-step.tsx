import { useBooking } from './booking-context.ts';
import { BookingCalendar } from './booking-calendar.tsx';
import { WaitOffer } from './late-wait.tsx';
import { largestCapacity, listLengths } from './booking-selection.ts';

/** How many people, for how long, and on which day. */
export function DayStep() {
  return (
    <>
      <section className="card party">
        <HeadCountField />
        <LengthField />
      </section>
      <BookingCalendar />
      <WaitOffer full={[]} onFree={() => undefined} />
    </>
  );
}

function HeadCountField() {
  const { store, text, selection, change } = useBooking();
  const { headCount } = selection;
  const most = largestCapacity(store);
  // The stay was chosen for another number of people.
  const set = (count: number) => change({ headCount: Math.min(most, Math.max(1, count)), stay: null });
  return (
    <div className="field" role="group" aria-labelledby="people-title">
      <span id="people-title" className="field-title">
        {text('people.title')}
      </span>
      <div className="stepper">
        <button
          type="button"
          className="button"
          aria-label={text('people.fewer')}
          aria-disabled={headCount <= 1}
          onClick={() => set(headCount - 1)}
        >
          −
        </button>
        <output aria-live="polite" data-testid="head-count">
          {text('people.count', { count: headCount })}
        </output>
        <button
          type="button"
          className="button"
          aria-label={text('people.more')}
          aria-disabled={headCount >= most}
          onClick={() => set(headCount + 1)}
        >
          +
        </button>
      </div>
    </div>
  );
}

function LengthField() {
  const { store, text, format, selection, change } = useBooking();
  return (
    <label className="field">
      <span className="field-title">{text('length.title')}</span>
      <select
        value={String(selection.minutes)}
        onChange={(event) => change({ minutes: Number(event.currentTarget.value), stay: null })}
      >
        {listLengths(store).map((minutes) => (
          <option key={minutes} value={String(minutes)}>
            {format.length(minutes)}
          </option>
        ))}
      </select>
    </label>
  );
}

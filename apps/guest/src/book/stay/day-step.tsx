import { useEffect, useState } from 'react';
import { useBooking } from '../booking-context.ts';
import { BookingCalendar } from './booking-calendar.tsx';
import { FindOffer } from './find-offer.tsx';
import { HeldCard } from '../details/held-card.tsx';
import { WaitOffer } from '../wait/late-wait.tsx';
import { NowCard, useFreeNow } from './now-card.tsx';
import { largestCapacity, listLengths } from '../booking-selection.ts';
import { Stepper } from '../stepper.tsx';

/** A slow reply about now does not keep a guest from choosing a day. */
const LONGEST_WAIT_MS = 2000;

/**
 * What is free now, or how many people, for how long, and on which day. The choices below wait for what is free now: its
 * height is not known before, and they would move under the finger.
 */
export function DayStep() {
  const present = useFreeNow();
  const [isShown, setShown] = useState(false);
  // They stay when another number of people is asked about.
  if (!isShown && (present.now !== null || present.isFailed)) setShown(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <HeldCard />
      <NowCard {...present} isAlone={!isShown} />
      <div hidden={!isShown}>
        <DayChoices />
      </div>
    </>
  );
}

function DayChoices() {
  return (
    <>
      <section className="card party">
        <HeadCountField />
        <LengthField />
      </section>
      <BookingCalendar />
      <WaitOffer full={[]} onFree={() => undefined} />
      <FindOffer />
    </>
  );
}

function HeadCountField() {
  const { store, text, selection, change } = useBooking();
  const { headCount } = selection;
  const most = largestCapacity(store);
  // The stay was chosen for another number of people.
  const set = (count: number) => change({ headCount: count, stay: null });
  return (
    <div className="field" role="group" aria-labelledby="people-title">
      <span id="people-title" className="field-title">
        {text('people.title')}
      </span>
      <Stepper
        value={headCount}
        range={[1, most]}
        labels={{ fewer: text('people.fewer'), more: text('people.more') }}
        shown={text('people.count', { count: headCount })}
        testId="head-count"
        onChange={set}
      />
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

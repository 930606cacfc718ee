import { useCallback, useRef, type KeyboardEvent } from 'react';
import { useBooking } from '../booking-context.ts';
import type { BookingSelection } from '../booking-selection.ts';
import { listRoomTimes } from './free-times.ts';
import { HeldCard } from '../details/held-card.tsx';
import { usePreparedDetails } from '../details/late-details-step.tsx';
import { WaitOffer } from '../wait/late-wait.tsx';
import { RequestTrouble } from '../request-trouble.tsx';
import { RoomCards } from './room-cards.tsx';
import { TimeRows } from './time-rows.tsx';
import { useRequest } from '../use-request.ts';

const VIEWS = ['time', 'room'] as const satisfies readonly BookingSelection['view'][];

/** The free times of the chosen day, by time or by room. */
export function TimeStep() {
  const { store, api, text, format, selection, goBack } = useBooking();
  const { headCount, minutes, date, view } = selection;
  usePreparedDetails();
  const day = date ?? store.today;
  const send = useCallback(
    (abort: AbortController) => api.listTimes({ headCount, minutes }, day, abort),
    [api, headCount, minutes, day],
  );
  const { value, isCurrent, problem, retry } = useRequest(send);
  const rows = isCurrent && value !== null ? listRoomTimes(value, store.rooms) : null;
  return (
    <>
      <HeldCard />
      <p className="day-line">
        <strong>{format.dateWords(day)}</strong>{' '}
        <span className="nowrap">{text('people.line', { count: headCount })}</span> ·{' '}
        <span className="nowrap">{format.length(minutes)}</span>
      </p>
      <ViewTabs />
      <div role="tabpanel" id="times" aria-labelledby={`view-${view}`} aria-busy={rows === null && problem === null}>
        {problem !== null ? (
          <RequestTrouble problem={problem} onRetry={retry} />
        ) : rows === null ? (
          <TimesSkeleton />
        ) : rows.length === 0 ? (
          <>
            <p className="waiting">{text('times.none')}</p>
            <button type="button" className="button" onClick={goBack}>
              {text('times.otherDay')}
            </button>
          </>
        ) : view === 'time' ? (
          <TimeRows rows={rows} date={day} />
        ) : (
          <RoomCards rows={rows} date={day} />
        )}
      </div>
      {isCurrent && value !== null && <WaitOffer key={day} full={value.full} onFree={retry} />}
      <p role="status" className="offscreen">
        {rows !== null && text('times.loaded', { count: rows.length })}
      </p>
    </>
  );
}

function TimesSkeleton() {
  return (
    <>
      <div className="skeleton skeleton-line" />
      <div className="skeleton skeleton-line" />
      <div className="skeleton skeleton-line" />
    </>
  );
}

function ViewTabs() {
  const { text, selection, change } = useBooking();
  const tabs = useRef<HTMLDivElement>(null);
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = selection.view === 'time' ? 'room' : 'time';
    change({ view: next });
    tabs.current?.querySelector<HTMLElement>(`#view-${next}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={text('view.title')} ref={tabs}>
      {VIEWS.map((view) => (
        <button
          key={view}
          type="button"
          role="tab"
          id={`view-${view}`}
          className="button"
          aria-selected={selection.view === view}
          aria-controls="times"
          tabIndex={selection.view === view ? 0 : -1}
          onClick={() => change({ view })}
          onKeyDown={moveByKey}
        >
          {text(`view.${view}`)}
        </button>
      ))}
    </div>
  );
}

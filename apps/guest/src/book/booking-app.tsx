import type { BookingStore } from '@munjigi/contract';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { GuestLanguage } from '../shared/guest-language.ts';
import type { GuestProblem } from '../shared/guest-api.ts';
import type { BookingApi } from './booking-api.ts';
import { BookingContext, useBooking } from './booking-context.ts';
import { createBookingFormat } from './booking-format.ts';
import { describeBookingProblem } from './booking-problems.ts';
import { BOOKING_STEPS, recallSelection, rememberSelection, type BookingSelection } from './booking-selection.ts';
import { CallStoreButton } from './call-store-button.tsx';
import { useBookingStep } from './booking-steps.ts';
import type { BookingText } from './booking-texts.ts';
import { DayStep } from './stay/day-step.tsx';
import { LateDetailsStep } from './details/late-details-step.tsx';
import { SellerNotice } from '../shared/seller-notice.tsx';
import { ShortHead, StoreHead } from './store-head.tsx';
import { TimeStep } from './stay/time-step.tsx';
import { useRequest } from './use-request.ts';

interface BookingAppProps {
  /** The first reply, if the document has it. */
  readonly firstStore?: BookingStore | null;
  /** What the document shows before the code runs. The first rendering empties the root, so it is read before. */
  readonly shownNames?: ShownNames;
  readonly api: BookingApi;
  readonly language: GuestLanguage;
  readonly text: BookingText;
  readonly onSwitchLanguage: () => void;
}

interface ShownNames {
  readonly product: string;
  readonly store: string;
}
const NO_NAMES: ShownNames = { product: '', store: '' };

/** The page of online booking at one store (BK-10): the store, or why it is missing. */
export function BookingApp({
  api,
  language,
  text,
  onSwitchLanguage,
  firstStore = null,
  shownNames = NO_NAMES,
}: BookingAppProps) {
  const { value: store, problem, retry } = useRequest(api.readStore, firstStore);
  const isMissing = problem !== null && problem.status >= 400 && problem.status < 500 && problem.status !== 429;
  useEffect(() => {
    if (store !== null) document.title = text('title', { store: store.name });
  }, [store, text]);
  return (
    <main className="page book" aria-busy={store === null && problem === null}>
      <header className="top">
        <p>{store?.product.name ?? shownNames.product}</p>
        <button type="button" className="button small" onClick={onSwitchLanguage}>
          <span lang={language === 'kr' ? 'en' : 'ko'}>{text('language')}</span>
        </button>
      </header>
      {isMissing ? (
        <MissingStore text={text} store={store} />
      ) : store !== null ? (
        <Booking key={store.id} {...{ api, language, text, store }} refreshStore={retry} />
      ) : problem !== null ? (
        <FailedStore text={text} problem={problem} onRetry={retry} />
      ) : (
        <BookingSkeleton name={shownNames.store} />
      )}
    </main>
  );
}

/** Sizes are those of the document before the code ran, so that nothing moves. */
function BookingSkeleton({ name }: { readonly name: string }) {
  return (
    <>
      <h1 className="store-name">{name}</h1>
      <div className="skeleton skeleton-line" />
      <div className="skeleton skeleton-card" />
    </>
  );
}

interface MissingStoreProps {
  readonly text: BookingText;
  readonly store: BookingStore | null;
}

/** One answer for every store that takes no online bookings: it says nothing about stores that exist (BK-1). */
function MissingStore({ text, store }: MissingStoreProps) {
  return (
    <section className="card" data-testid="booking-missing">
      <h1>{text('missing.title')}</h1>
      <p>{text('missing.about')}</p>
      {store !== null && <CallStoreButton phone={store.phone} text={text} />}
    </section>
  );
}

interface FailedStoreProps {
  readonly text: BookingText;
  readonly problem: GuestProblem;
  readonly onRetry: () => void;
}

function FailedStore({ text, problem, onRetry }: FailedStoreProps) {
  return (
    <section className="card" role="alert" data-testid="booking-failed">
      <h1>{text('failed.title')}</h1>
      <p>{describeBookingProblem(problem, text)}</p>
      <button type="button" className="button" onClick={onRetry}>
        {text('retry')}
      </button>
    </section>
  );
}

interface BookingProps extends Pick<BookingAppProps, 'api' | 'language' | 'text'> {
  readonly store: BookingStore;
  readonly refreshStore: () => void;
}

/** The three steps, one at a time. */
function Booking({ api, language, text, store, refreshStore }: BookingProps) {
  const [selection, setSelection] = useState(() => recallSelection(store));
  const { step, goTo, goBack } = useBookingStep(selection);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const format = useMemo(
    () =>
      createBookingFormat({
        language,
        timeZone: store.timeZone,
        now: store.now,
        businessDate: store.today,
        text,
      }),
    [language, store.timeZone, store.now, store.today, text],
  );
  const change = useCallback(
    (part: Partial<BookingSelection>) => setSelection((before) => ({ ...before, ...part })),
    [],
  );
  // Before the paint: a reload right after a key was pressed keeps what was entered.
  useLayoutEffect(() => rememberSelection(store.id, selection), [store.id, selection]);
  useEffect(() => {
    // The browser kept the page when the guest left for their reservation: the storage has what is left of the selection.
    const read = ({ persisted }: PageTransitionEvent) => persisted && setSelection(recallSelection(store));
    window.addEventListener('pageshow', read);
    return () => window.removeEventListener('pageshow', read);
  }, [store]);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  const view = { store, api, language, text, format, selection, change, goTo, goBack, refreshStore, heading };
  return (
    <BookingContext.Provider value={view}>
      {step === 'day' ? <StoreHead /> : <ShortHead />}
      <OfflineBar />
      {!store.isOpen && (
        <p className="bar" data-testid="booking-preview">
          {text('preview')}
        </p>
      )}
      <p className="quiet step-count">
        {text('step.count', { step: BOOKING_STEPS.indexOf(step) + 1, total: BOOKING_STEPS.length })}
      </p>
      <h2 className="step-title" ref={heading} tabIndex={-1}>
        {text(`step.${step}`)}
      </h2>
      {step === 'day' && <DayStep />}
      {step === 'time' && <TimeStep />}
      {step === 'details' && <LateDetailsStep />}
      <Seller />
    </BookingContext.Provider>
  );
}

function Seller() {
  const { store, language, text } = useBooking();
  return (
    <SellerNotice
      seller={store.seller}
      hasPrivacyPolicy={store.hasPrivacyPolicy}
      productSlug={store.product.slug}
      {...{ language, text }}
    />
  );
}

function subscribeToConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Says that the browser has no connection. */
function OfflineBar() {
  const { text } = useBooking();
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" data-testid="booking-offline">
      {!isOnline && <p className="bar">{text('offline')}</p>}
    </div>
  );
}

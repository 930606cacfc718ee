import type { CompanionPage } from '@munjigi/contract';
import { useContext, useEffect, useMemo, useSyncExternalStore, type ContextType } from 'react';
import { createGuestFormat } from '../../shared/guest-format.ts';
import type { GuestLanguage } from '../../shared/guest-language.ts';
import { langOfName } from '../../shared/store-text.tsx';
import type { Translate } from '../../shared/texts.ts';
import { CodeCard } from '../code-card.tsx';
import { GuestDoorsCard } from '../door-card.tsx';
import { CompanionContext, createSend, useServerNow } from '../guest-context.ts';
import { HelpCard, HelpOnTop, isHelped } from '../help/help-card.tsx';
import type { LivePage, PageState } from '../live-page.ts';
import { FirstTrouble, TroubleBar } from '../notices.tsx';
import { isLiveStay, PageShell, PageSkeleton } from '../parts.tsx';
import { HouseRulesCard, PlaceCard, WifiCard } from '../place-card.tsx';
import { Countdown, StateChip } from '../when-card.tsx';

interface CompanionAppProps {
  readonly token: string;
  readonly live: LivePage<CompanionPage>;
  readonly language: GuestLanguage;
  readonly text: Translate;
  readonly onSwitchLanguage: () => void;
}

/** The page of a companion: way, doors, code and help (GT-22). */
export function CompanionApp({ token, live, language, text, onSwitchLanguage }: CompanionAppProps) {
  const state = useSyncExternalStore(live.subscribe, live.getState, live.getState);
  const { page } = state;
  const timeZone = page?.reservation.store.timeZone ?? 'Asia/Seoul';
  const slug = page?.product.slug ?? '';
  const format = useMemo(() => createGuestFormat(language, timeZone), [language, timeZone]);
  const send = useMemo(() => createSend(token, slug), [token, slug]);
  const title = text('companion.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <PageShell {...{ state, title, language, text, onSwitchLanguage }}>
      {page === null ? (
        <WithoutPage state={state} text={text} onRetry={() => void live.refresh()} />
      ) : (
        <CompanionContext.Provider value={{ token, page, language, text, format, live, send }}>
          <CompanionStay page={page} state={state} />
        </CompanionContext.Provider>
      )}
    </PageShell>
  );
}

interface WithoutPageProps {
  readonly state: PageState<CompanionPage>;
  readonly text: Translate;
  readonly onRetry: () => void;
}

function WithoutPage({ state, text, onRetry }: WithoutPageProps) {
  if (state.isInvalid)
    return (
      <section className="card" data-testid="invalid-link">
        <h1>{text('companion.invalid')}</h1>
        <p>{text('companion.invalid.about')}</p>
      </section>
    );
  if (state.trouble !== null) return <FirstTrouble text={text} trouble={state.trouble} onRetry={onRetry} />;
  return <PageSkeleton title={text('companion.title')} />;
}

interface CompanionStayProps {
  readonly page: CompanionPage;
  readonly state: PageState<CompanionPage>;
}

/** The parts of the page, the most urgent one first. */
function CompanionStay({ page, state }: CompanionStayProps) {
  const { reservation } = page;
  const isConfirmed = reservation.state === 'CONFIRMED' || reservation.state === 'IN_USE';
  const isAtDoor = reservation.may.openDoors.isAllowed;
  return (
    <>
      <TroubleBar trouble={state.trouble} />
      <div className="heading">
        <h1 lang={langOfName(reservation.roomName)}>{reservation.roomName}</h1>
        <p lang={langOfName(reservation.store.name)}>{reservation.store.name}</p>
      </div>
      <HelpOnTop />
      <CompanionWhen />
      {isConfirmed && (
        <>
          <GuestDoorsCard />
          <CodeCard />
        </>
      )}
      {isAtDoor && !isHelped(page) && <HelpCard />}
      {isConfirmed && <WifiCard />}
      {isLiveStay(page) && (
        <>
          <PlaceCard />
          <HouseRulesCard />
        </>
      )}
      {!isAtDoor && !isHelped(page) && <HelpCard />}
    </>
  );
}

/** The period, what became of the stay, and the time before a move. */
function CompanionWhen() {
  const view = useContext(CompanionContext);
  if (view === null) return null;
  const { page, text, format } = view;
  const { state, startsAt, endsAt } = page.reservation;
  const isOver = state === 'CANCELLED' || state === 'EXPIRED' || state === 'NO_SHOW';
  const { movedFrom } = page;
  return (
    <section className="card when" aria-label={text('companion.when')} data-testid="when">
      <p>{state === 'PENDING' ? <span className="chip">{text('companion.pending')}</span> : <StateChip />}</p>
      <p className="when-day">{format.day(startsAt)}</p>
      <p className="when-time">{format.period(startsAt, endsAt)}</p>
      {format.day(startsAt) !== format.day(endsAt) && (
        <p className="quiet">{text('when.endsOn', { day: format.day(endsAt) })}</p>
      )}
      {state === 'PENDING' && <p>{text('companion.pending.about')}</p>}
      {isOver ? <EndWords view={view} /> : <Countdown />}
      {movedFrom !== null && !isOver && (
        <p data-testid="moved">
          <strong>{text('move.title')}</strong>{' '}
          <span className="quiet">
            {text('move.was', {
              old: `${format.day(movedFrom.startsAt)} ${format.period(movedFrom.startsAt, movedFrom.endsAt)}`,
            })}
            {movedFrom.roomName !== null && ` · ${movedFrom.roomName}`}
          </span>
        </p>
      )}
      {!isOver && <p className="quiet">{text('companion.about')}</p>}
    </section>
  );
}

function EndWords({ view }: { readonly view: NonNullable<ContextType<typeof CompanionContext>> }) {
  const { page, text, format, live } = view;
  const now = useServerNow(live);
  return (
    <div role="status" data-testid="ended-by">
      <p>
        <strong>{text('companion.ended')}</strong>
        {page.cancelledAt !== null && <span className="quiet nowrap"> · {format.moment(page.cancelledAt, now)}</span>}
      </p>
      <p>{text('companion.ended.about')}</p>
    </div>
  );
}

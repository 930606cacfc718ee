import type { GuestPage } from '@munjigi/contract';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { CodeCard } from './code-card.tsx';
import { GuestDoorsCard } from './door-card.tsx';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { isOnServer } from '../shared/is-on-server.ts';
import { SellerNotice } from '../shared/seller-notice.tsx';
import { createSend, GuestContext, useGuest } from './guest-context.ts';
import { createGuestFormat } from '../shared/guest-format.ts';
import { HelpCard, HelpOnTop, isHelped } from './help/help-card.tsx';
import { LatePart } from './late-part.tsx';
import type { LivePage, PageState } from './live-page.ts';
import { ManageCard } from './manage-card.tsx';
import { CashReceiptCard } from './payment/cash-receipt-card.tsx';
import { DueBar, FirstTrouble, InvalidLink, TroubleBar } from './notices.tsx';
import { hasHeldTime, isLiveStay, PageShell, PageSkeleton } from './parts.tsx';
import { PayCard } from './payment/pay-card.tsx';
import { HouseRulesCard, PlaceCard, WifiCard } from './place-card.tsx';
import { RefundRulesCard } from './payment/refund-rules.tsx';
import { langOfName } from '../shared/store-text.tsx';
import type { Translate } from '../shared/texts.ts';
import { WhenCard } from './when-card.tsx';

const loadStayLonger = () => import('./stay-longer-card.tsx').then(({ StayLongerCard }) => StayLongerCard);
const loadRating = () => import('./help/rating-card.tsx').then(({ RatingCard }) => RatingCard);
const loadReturn = () => import('./payment/payment-return.tsx').then(({ PaymentReturn }) => PaymentReturn);
const loadMoves = () => import('./move-card.tsx').then(({ MoveCard }) => MoveCard);
const loadHeldMove = () => import('./moving/held-move-card.tsx').then(({ HeldMoveCard }) => HeldMoveCard);
const loadEnded = () => import('./ended-card.tsx').then(({ EndedCard }) => EndedCard);
const loadAge = () => import('./age-card.tsx').then(({ AgeCard }) => AgeCard);
const NO_PROPS = {};

interface GuestAppProps {
  readonly token: string;
  readonly live: LivePage;
  readonly language: GuestLanguage;
  readonly text: Translate;
  readonly onSwitchLanguage: () => void;
}

/** The page of a guest (GP-1): what the last reply says, or why it is missing. */
export function GuestApp({ token, live, language, text, onSwitchLanguage }: GuestAppProps) {
  const state = useSyncExternalStore(live.subscribe, live.getState, live.getState);
  const isReturn = readReturn() !== null;
  const { page } = state;
  const timeZone = page?.reservation.store.timeZone ?? 'Asia/Seoul';
  const slug = page?.product.slug ?? '';
  const format = useMemo(() => createGuestFormat(language, timeZone), [language, timeZone]);
  const send = useMemo(() => createSend(token, slug), [token, slug]);
  useEffect(() => {
    document.title = text('title');
  }, [text]);
  return (
    <PageShell {...{ state, title: text('title'), language, text, onSwitchLanguage }}>
      {page === null ? (
        <WithoutPage state={state} text={text} isReturn={isReturn} onRetry={() => void live.refresh()} />
      ) : (
        <GuestContext.Provider value={{ token, page, language, text, format, live, send }}>
          <Stay page={page} state={state} />
        </GuestContext.Provider>
      )}
    </PageShell>
  );
}

/** The query of the address of return from a payment. `null`: another address. */
function readReturn(): string | null {
  return !isOnServer && location.pathname === '/g/return' ? location.search : null;
}

interface WithoutPageProps {
  readonly state: PageState;
  readonly text: Translate;
  readonly isReturn: boolean;
  readonly onRetry: () => void;
}

function WithoutPage({ state, text, isReturn, onRetry }: WithoutPageProps) {
  if (state.isInvalid) return <InvalidLink text={text} isReturn={isReturn} />;
  if (state.trouble !== null) return <FirstTrouble text={text} trouble={state.trouble} onRetry={onRetry} />;
  return <PageSkeleton title={text('title')} />;
}

interface StayProps {
  readonly page: GuestPage;
  readonly state: PageState;
}

/** The parts of the page, the most urgent one first. */
function Stay({ page, state }: StayProps) {
  const [returned] = useState(readReturn);
  const { reservation } = page;
  const isLive = isLiveStay(page);
  const isUnpaid = reservation.state === 'PENDING';
  // What is due stands on top, also when a move made a paid stay dearer (GP-10).
  const paysFirst = isUnpaid || (isLive && page.dueAmount > 0 && !hasHeldTime(page));
  const isAtDoor = reservation.may.openDoors.isAllowed;
  return (
    <>
      <TroubleBar trouble={state.trouble} />
      <div className="heading">
        <h1 lang={langOfName(reservation.roomName)}>{reservation.roomName}</h1>
        <p lang={langOfName(reservation.store.name)}>{reservation.store.name}</p>
      </div>
      <HelpOnTop />
      {returned !== null && <LatePart load={loadReturn} props={{ search: returned }} />}
      {isLive && page.moves.some(({ isRead }) => !isRead) && <LatePart load={loadMoves} props={NO_PROPS} />}
      {reservation.heldMove && <LatePart load={loadHeldMove} props={{ held: reservation.heldMove }} />}
      {isLive && page.needsAgeCheck === true && <LatePart load={loadAge} props={NO_PROPS} />}
      {isLive && !isUnpaid && <DueBar />}
      {(page.rating.isAllowed || page.rating.given !== null) && <LatePart load={loadRating} props={NO_PROPS} />}
      <WhenCard />
      {!isLive && <LatePart load={loadEnded} props={NO_PROPS} />}
      {isUnpaid && <PayCard />}
      {isUnpaid && <RefundRulesCard />}
      {isLive && !isUnpaid && (
        <>
          <GuestDoorsCard />
          <CodeCard />
        </>
      )}
      {!isUnpaid && paysFirst && (
        <>
          <PayCard />
          <RefundRulesCard />
        </>
      )}
      {showsExtension(page) && <LatePart load={loadStayLonger} props={NO_PROPS} />}
      {isAtDoor && !isHelped(page) && <HelpCard />}
      {isLive && <WifiCard />}
      <PlaceCard />
      <HouseRulesCard />
      {!isAtDoor && !isHelped(page) && <HelpCard />}
      {!paysFirst && <PayCard />}
      {!paysFirst && <RefundRulesCard />}
      {page.offersCashReceipts && <CashReceiptCard />}
      {isLive && <ManageCard />}
      <Seller />
    </>
  );
}

/** Staying longer is possible, or its money is refunded, which the card says. */
function showsExtension({ reservation, isExtensionReturned }: GuestPage): boolean {
  const { may, heldExtension, owedAmount, state } = reservation;
  const isStay = state === 'CONFIRMED' || state === 'IN_USE';
  return may.extend.isAllowed || heldExtension !== null || (isStay && isExtensionReturned && owedAmount > 0);
}

function Seller() {
  const { page, language, text } = useGuest();
  return (
    <SellerNotice
      seller={page.seller}
      hasPrivacyPolicy={page.hasPrivacyPolicy}
      productSlug={page.product.slug}
      {...{ language, text }}
    />
  );
}

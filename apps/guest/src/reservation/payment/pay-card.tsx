import { Fragment, useState } from 'react';
import { claimDirectPayment } from '../../shared/direct-payment.ts';
import { formatRemaining } from '../../shared/guest-format.ts';
import { useGuest, useServerNow } from '../guest-context.ts';
import { LatePart } from '../late-part.tsx';
import { GuestCard, hasHeldTime } from '../parts.tsx';

const loadPanel = () => import('./payment-panel.tsx').then(({ PaymentPanel }) => PaymentPanel);
const loadReceipts = () => import('./payment-receipts.tsx').then(({ PaymentReceipts }) => PaymentReceipts);
const loadPasses = () => import('./pass-panel.tsx').then(({ PassPanel }) => PassPanel);
const PAYS_AT_ONCE = { mayPay: true, opensAtOnce: true };
const NO_PROPS = {};

/** What the stay costs, what is paid, and paying the rest. */
export function PayCard() {
  const { page, text, format } = useGuest();
  const { priceAmount, paidAmount, owedAmount, may, heldExtension, heldMove, state, store, addOns, discount } =
    page.reservation;
  const isHoldOver = useIsHoldOver();
  // The card of the extension or of the move has the ways to pay for it.
  const mayPay = may.pay.isAllowed && page.dueAmount > 0 && !hasHeldTime(page) && !isHoldOver;
  const hasPayments = priceAmount > 0 || paidAmount > 0;
  if (!hasPayments && addOns.length === 0 && discount === null) return null;
  const card = (
    <GuestCard title={text('pay.title')} testId="pay">
      <dl>
        <PriceParts />
        <dt>{text('pay.price')}</dt>
        <dd className="nowrap">{format.won(priceAmount)}</dd>
        <dt>{text('pay.paid')}</dt>
        <dd className="nowrap">{format.won(paidAmount)}</dd>
        {heldExtension !== null && (
          <>
            <dt>{text('pay.extension')}</dt>
            <dd className="nowrap">{format.won(heldExtension.addedAmount)}</dd>
          </>
        )}
        {heldMove && (
          <>
            <dt>{text('pay.move')}</dt>
            <dd className="nowrap">{format.won(heldMove.addedAmount)}</dd>
          </>
        )}
        {page.dueAmount > 0 && (
          <>
            <dt>{text('pay.due')}</dt>
            <dd className="nowrap due">{format.won(page.dueAmount)}</dd>
          </>
        )}
      </dl>
      {owedAmount > 0 && (
        <p className="waiting">{text('pay.over', { amount: format.won(owedAmount), store: store.name })}</p>
      )}
      {page.dueAmount > 0 && page.dueAmount < page.leastOnlineAmount && (
        <p>{text('pay.little', { amount: format.won(page.leastOnlineAmount), store: store.name })}</p>
      )}
      {state === 'PENDING' && <HoldCountdown />}
      {mayPay && <WaysToPay />}
    </GuestCard>
  );
  return (
    <>
      {card}
      {mayPay && page.offersPasses && <LatePart load={loadPasses} props={NO_PROPS} />}
      {hasPayments && !(mayPay && paidAmount === 0) && <ReceiptsCard />}
    </>
  );
}

/** The windows of providers. */
function WaysToPay() {
  const { page, text, format } = useGuest();
  const [isPaying, setPaying] = useState(claimDirectPayment);
  if (isPaying) return <LatePart load={loadPanel} props={PAYS_AT_ONCE} />;
  return (
    <button type="button" className="button big" onClick={() => setPaying(true)}>
      {text('pay.button', { amount: format.won(page.dueAmount) })}
    </button>
  );
}

/** What was paid so far, apart from what is to be paid. */
function ReceiptsCard() {
  const { text } = useGuest();
  const [isOpen, setOpen] = useState(false);
  return (
    <GuestCard title={text('pay.more')} testId="payments">
      {isOpen ? (
        <LatePart load={loadReceipts} props={NO_PROPS} />
      ) : (
        <button type="button" className="button small" onClick={() => setOpen(true)}>
          {text('pay.show')}
        </button>
      )}
    </GuestCard>
  );
}

/** What the price consists of, for a stay with add-ons or a coupon (BK-13, CP-2). */
function PriceParts() {
  const { page, text, format } = useGuest();
  const { priceAmount, addOns, discount } = page.reservation;
  if (addOns.length === 0 && discount === null) return null;
  const roomAmount = priceAmount + (discount?.amount ?? 0) - addOns.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <>
      {/* Staff may have set a price below that of the add-ons. */}
      {roomAmount >= 0 && (
        <>
          <dt>{text('pay.room')}</dt>
          <dd className="nowrap">{format.won(roomAmount)}</dd>
        </>
      )}
      {addOns.map(({ label, quantity, amount }) => (
        <Fragment key={`${label} ${quantity} ${amount}`}>
          <dt>{text('pay.addOn', { name: label, count: quantity })}</dt>
          <dd className="nowrap">{format.won(amount)}</dd>
        </Fragment>
      ))}
      {discount !== null && (
        <>
          <dt>{text('pay.coupon', { name: discount.name })}</dt>
          <dd className="nowrap">{`−${format.won(discount.amount)}`}</dd>
        </>
      )}
    </>
  );
}

/** Whether the time to pay has passed, before the server says what became of the stay. */
function useIsHoldOver(): boolean {
  const { page, live } = useGuest();
  const { state, holdExpiresAt } = page.reservation;
  return useServerNow(live) >= Date.parse(holdExpiresAt ?? '') && state === 'PENDING';
}

/** The time until an unpaid reservation expires. */
function HoldCountdown() {
  const { page, text, live } = useGuest();
  const now = useServerNow(live);
  const { holdExpiresAt } = page.reservation;
  if (holdExpiresAt === null) return <p className="waiting">{text('about.PENDING.open')}</p>;
  const left = Date.parse(holdExpiresAt) - now;
  return (
    <p className="waiting" role="timer" data-testid="hold">
      {left > 0 ? text('about.PENDING', { left: formatRemaining(left, text) }) : text('about.EXPIRED')}
    </p>
  );
}

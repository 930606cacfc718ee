import { isCouponCode, normalizeCouponCode } from '@munjigi/typed-text';
import { useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useBooking } from '../booking-context.ts';
import { describeCouponProblem } from './coupon-code.ts';
import type { ShownPrice } from '../stay/use-stay-price.ts';

interface CouponCardProps {
  readonly price: ShownPrice;
}

/** Asks for the code of a coupon, and shows what it takes off (CP-2, CP-3). */
export function CouponCard({ price }: CouponCardProps) {
  const { text, format, selection } = useBooking();
  const { couponCode } = selection;
  const [isOpen, setOpen] = useState(couponCode !== '');
  /** The guest opened the field or removed the coupon: the field gets the focus once. */
  const isFocusDue = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  const { couponProblem, isCouponRequested } = price;
  const discount = couponCode === '' ? null : (price.quote?.discount ?? null);
  const hasField = isOpen && discount === null;
  useLayoutEffect(() => {
    if (hasField && isFocusDue.current) field.current?.focus();
    isFocusDue.current = false;
  }, [hasField]);
  useLayoutEffect(() => {
    if (!isCouponRequested) return;
    // The button that the guest pressed is gone when the coupon is accepted.
    if (couponProblem !== null) field.current?.focus();
    else if (discount !== null) remover.current?.focus();
  }, [couponProblem, isCouponRequested, discount]);
  const open = () => {
    setOpen(true);
    isFocusDue.current = true;
  };
  return (
    <section className="card" aria-label={text('coupon.title')} data-testid="coupon">
      <div role="status">
        {discount !== null && (
          <p className="good">{text('coupon.applied', { name: discount.name, amount: format.won(discount.amount) })}</p>
        )}
        {discount?.isReduced === true && (
          <p className="quiet">{text('coupon.reduced', { amount: format.won(discount.amount) })}</p>
        )}
      </div>
      {discount !== null ? (
        <button
          ref={remover}
          type="button"
          className="button"
          onClick={() => {
            price.applyCoupon('');
            open();
          }}
        >
          {text('coupon.remove')}
        </button>
      ) : isOpen ? (
        <CouponForm price={price} field={field} />
      ) : (
        <button type="button" className="button" onClick={open}>
          {text('coupon.title')}
        </button>
      )}
    </section>
  );
}

interface CouponFormProps extends CouponCardProps {
  readonly field: RefObject<HTMLInputElement | null>;
}

function CouponForm({ price, field }: CouponFormProps) {
  const { text, format, selection, change } = useBooking();
  const { couponCode } = selection;
  const [typed, setTyped] = useState(couponCode);
  const [isRefused, setRefused] = useState(false);
  const code = normalizeCouponCode(typed);
  const { couponProblem } = price;
  const isChecking = couponCode !== '' && code === couponCode && !price.isCurrent && price.problem === null;
  const fault = isRefused
    ? text(code === '' ? 'coupon.missing' : 'coupon.NOT_VALID')
    : couponProblem !== null && code === couponCode
      ? describeCouponProblem(couponProblem, { text, won: format.won, priceAmount: price.quote?.totalAmount ?? null })
      : '';
  const type = (value: string) => {
    setTyped(value);
    setRefused(false);
    // A refused code that the guest changes must not count later, when the price is high enough for it.
    if (couponCode !== '' && normalizeCouponCode(value) !== couponCode) change({ couponCode: '' });
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    setRefused(!isCouponCode(code));
    if (isCouponCode(code)) price.applyCoupon(code);
    else field.current?.focus();
  };
  return (
    <form onSubmit={apply} noValidate>
      <label className="field">
        <span className="field-title">{text('coupon.code')}</span>
        <input
          ref={field}
          name="coupon"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typed}
          onInput={(event) => type(event.currentTarget.value)}
          aria-invalid={fault !== ''}
          aria-describedby="fault-coupon"
        />
      </label>
      <p id="fault-coupon" className="fault" role="alert">
        {fault}
      </p>
      <button type="submit" className="button" aria-disabled={isChecking}>
        {text(isChecking ? 'coupon.checking' : 'coupon.apply')}
      </button>
    </form>
  );
}

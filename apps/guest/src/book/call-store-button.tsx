import type { BookingText } from './booking-texts.ts';
import { toTelAddress } from './details/phone-number.ts';

interface CallStoreProps {
  /** Empty: the store has none, and nothing is shown. */
  readonly phone: string;
  readonly text: BookingText;
  readonly isSmall?: boolean;
}

/** A button that calls the store. */
export function CallStoreButton({ phone, text, isSmall = false }: CallStoreProps) {
  if (phone === '') return null;
  return (
    <a className={isSmall ? 'button small' : 'button'} href={toTelAddress(phone)}>
      {text('store.call')} <span className="nowrap">{phone}</span>
    </a>
  );
}

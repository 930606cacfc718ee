import type { AgeBasis, FinishedAgeCheck, StartedAgeCheck } from '@munjigi/contract';
import { isPhoneAbroad } from '@munjigi/typed-text';
import { useMemo } from 'react';
import { AgeCheckPart } from '../../shared/age-check/age-check-part.tsx';
import type { AgeRequests } from '../../shared/age-check/use-identity-check.ts';
import { requestGuest } from '../../shared/guest-api.ts';
import { useBooking, type BookingView } from '../booking-context.ts';
import type { LinkedGuest } from './use-book-again.ts';

interface BookingAgeProps {
  readonly basis: AgeBasis;
  readonly code: string;
  /** Whom the link of an earlier stay proves; `null`: the code does. */
  readonly guest: LinkedGuest | null;
  readonly onBook: (wish?: { readonly asksForDocument: true }) => void;
}

/** The check before a booking for adults; the booking continues by itself afterwards (AG-3). */
export function BookingAgeCheck({ basis, code, guest, onBook }: BookingAgeProps) {
  const view = useBooking();
  const { store, selection, language } = view;
  const requests = useMemo(() => createRequests(view, { basis, code, guest }), [view, basis, code, guest]);
  const hasKoreanPhone = guest !== null || !isPhoneAbroad(selection.phone);
  return (
    <AgeCheckPart
      basis={basis}
      Heading="h3"
      language={language}
      canCheckIdentity={store.canCheckIdentity === true && hasKoreanPhone}
      isAsked={false}
      requests={requests}
      onPassed={() => onBook()}
      onAskForDocument={() => onBook({ asksForDocument: true })}
      storePhone={store.phone}
    />
  );
}

function createRequests(
  { store, selection }: Pick<BookingView, 'store' | 'selection'>,
  { basis, code, guest }: Pick<BookingAgeProps, 'basis' | 'code' | 'guest'>,
): AgeRequests {
  const ofProduct = `/api/v2/${store.product.slug}`;
  const path = guest === null ? `${ofProduct}/booking/store/${store.id}/age-check` : `${ofProduct}/guest/age-check`;
  const token = guest?.token ?? null;
  const contact = guest === null ? { guestPhone: selection.phone } : {};
  return {
    start: () =>
      requestGuest<StartedAgeCheck>(token, {
        method: 'POST',
        path,
        body: { basis, ...contact, ...(guest === null && { phoneCode: code }) },
      }),
    finish: (checkId) =>
      requestGuest<FinishedAgeCheck>(token, { method: 'POST', path: `${path}/${checkId}`, body: contact }),
  };
}

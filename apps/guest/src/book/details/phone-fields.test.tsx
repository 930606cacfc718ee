import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../locales/book/en.json';
import { sampleBookingStore } from '../../testing/sample-booking.ts';
import { createTranslate } from '../../shared/texts.ts';
import { createBookingApi, type BookingApi } from '../booking-api.ts';
import { BookingContext, type BookingView } from '../booking-context.ts';
import { createBookingFormat } from '../booking-format.ts';
import { startSelection, type BookingSelection } from '../booking-selection.ts';
import { contactOf, isCodeSent, isEmailAddress } from './phone-number.ts';
import { PhoneFields } from './phone-fields.tsx';
import { findPhoneFaults, type FieldFaults } from './use-booking-form.ts';

const text = createTranslate(en);
const sendCode = vi.fn<BookingApi['sendCode']>();
let shown: BookingView;

function Form({ canSendEmail }: { readonly canSendEmail: boolean }) {
  const store = sampleBookingStore({ canSendEmail });
  const [selection, setSelection] = useState<BookingSelection>(startSelection(store));
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<FieldFaults>({});
  const view: BookingView = {
    store,
    api: { ...createBookingApi({ product: 'playroom', storeId: 's1', language: 'en' }), sendCode },
    language: 'en',
    text,
    format: createBookingFormat({
      language: 'en',
      timeZone: store.timeZone,
      now: store.now,
      businessDate: store.today,
      text,
    }),
    selection,
    change: (part) => setSelection((before) => ({ ...before, ...part })),
    goTo: () => undefined,
    goBack: () => undefined,
    refreshStore: () => undefined,
    heading: { current: null },
  };
  useEffect(() => {
    shown = view;
  });
  return (
    <BookingContext.Provider value={view}>
      <PhoneFields form={{ code, setCode, faults, setFaults }} />
    </BookingContext.Provider>
  );
}

const fill = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const tap = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(() => vi.advanceTimersByTimeAsync(0));
};

beforeEach(() => {
  vi.useFakeTimers();
  sendCode.mockReset();
  sendCode.mockResolvedValue({ expiresAt: '2026-11-25T06:35:00.000Z', now: '2026-11-25T06:30:00.000Z' });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('PhoneFields with a number outside Korea (BK-16)', () => {
  it('asks for the e-mail address, sends the code there, and forgets the code when the address changes', async () => {
    render(<Form canSendEmail />);
    expect(screen.queryByLabelText('E-mail address')).toBeNull();
    fill('Mobile number', '+1 415 555 0100');
    await tap('Send code');
    expect(screen.getByText('Enter an e-mail address, such as name@example.com.')).toBeTruthy();
    expect(sendCode).not.toHaveBeenCalled();
    fill('E-mail address', ' ann@mail.example ');
    expect(findPhoneFaults(shown, '')).toEqual({ email: 'Request a code first.' });
    await tap('Send code');
    expect(sendCode).toHaveBeenCalledWith({ phone: '+1 415 555 0100', email: 'ann@mail.example', language: 'en' });
    expect(screen.getByText(/from the e-mail by/)).toBeTruthy();
    expect(findPhoneFaults(shown, '12')).toEqual({ code: 'Enter the 6 digits from the e-mail.' });
    expect(findPhoneFaults(shown, '123456')).toEqual({});
    fill('E-mail address', 'other@mail.example');
    expect(screen.queryByLabelText('6-digit code')).toBeNull();
  });

  it('asks for no address with a Korean number, in any spelling', async () => {
    render(<Form canSendEmail />);
    fill('Mobile number', '+82 10-0000-7351');
    expect(screen.queryByLabelText('E-mail address')).toBeNull();
    await tap('Send code');
    expect(sendCode).toHaveBeenCalledWith({ phone: '+82 10-0000-7351', language: 'en' });
  });

  it('names the phone of the store where the chain sends no e-mails', () => {
    render(<Form canSendEmail={false} />);
    fill('Mobile number', '+1 415 555 0100');
    expect(screen.getByTestId('abroad-none').textContent).toContain('02-555-0152');
    expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull();
    expect(findPhoneFaults(shown, '')).toHaveProperty('phone');
  });
});

describe('contacts of guests', () => {
  it.each(['ann@mail.example', ' a@b.c '])('accepts the address «%s»', (email) =>
    expect(isEmailAddress(email)).toBe(true),
  );
  it.each(['', 'ann', '@mail.example', 'ann@mail', 'a@b@c.d', 'a b@c.d', 'ann@.example'])(
    'refuses the address «%s»',
    (email) => expect(isEmailAddress(email)).toBe(false),
  );

  it('keep the address out of a request with a Korean number', () => {
    expect(contactOf({ phone: '010-0000-7351', email: 'ann@mail.example' })).toEqual({ guestPhone: '010-0000-7351' });
    const sentCode = { phone: '010-0000-7351', untilMs: 1 };
    expect(isCodeSent({ phone: '010-0000-7351', email: 'left@over.example', sentCode })).toBe(true);
  });
});

import { useRef, useState } from 'react';
import type { AgeBasis, BookedOnline, FreePeriod } from '@munjigi/contract';
import { isPhoneAbroad } from '@munjigi/typed-text';
import { requestDirectPayment } from '../../shared/direct-payment.ts';
import { toGuestProblem, type GuestProblem } from '../../shared/guest-api.ts';
import type { AgainInput, BookingInput } from '../booking-api.ts';
import type { LinkedGuest, useBookAgain } from './use-book-again.ts';
import { continueAttempt, dropAttempt, type BookingAttempt } from './booking-attempt.ts';
import { useBooking, type BookingView } from '../booking-context.ts';
import { describeBookingProblem, describeWait } from '../booking-problems.ts';
import { rememberSelection, type ChosenStay } from '../booking-selection.ts';
import { rememberHold } from './kept-hold.ts';
import { listRoomTimes } from '../stay/free-times.ts';
import { contactOf, isCodeSent, isEmailAddress, isMobileNumber } from './phone-number.ts';
import type { ShownPrice } from '../stay/use-stay-price.ts';

export type FieldName = 'name' | 'phone' | 'email' | 'code' | 'accept';
export type FieldFaults = Readonly<Partial<Record<FieldName, string>>>;

/** Why the last try did not book. */
export type BookingRefusal =
  | { readonly kind: 'TAKEN'; readonly free: readonly FreePeriod[] }
  | { readonly kind: 'PRICE_CHANGED'; readonly before: number }
  /** The stay is for adults, and the guest has to be checked (AG-3). */
  | { readonly kind: 'AGE'; readonly basis: AgeBasis }
  /** Only the store can help: the guest calls. */
  | { readonly kind: 'CALL'; readonly words: string }
  | { readonly kind: 'OTHER'; readonly words: string };

export interface BookingFormProps {
  readonly stay: ChosenStay;
  readonly price: ShownPrice;
}

/** The part of a form that proves a phone. */
export interface PhoneForm {
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly faults: FieldFaults;
  readonly setFaults: (faults: FieldFaults) => void;
}

/** The guest asks the staff to look at a document in place of an identity check (AG-9). */
interface DocumentWish {
  readonly asksForDocument?: boolean;
}

interface BookingFormState extends PhoneForm {
  readonly refusal: BookingRefusal | null;
  readonly progress: 'EDITING' | 'SENDING' | 'DONE';
  readonly submit: (wish?: DocumentWish) => Promise<void>;
  readonly chooseFree: (period: FreePeriod) => void;
}

/** The state of the form: what is missing, the one request under way, and why the last try did not book. */
export function useBookingForm(
  { stay, price }: BookingFormProps,
  again: ReturnType<typeof useBookAgain>,
): BookingFormState {
  const view = useBooking();
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<FieldFaults>({});
  const [refusal, setRefusal] = useState<BookingRefusal | null>(null);
  const [progress, setProgress] = useState<BookingFormState['progress']>('EDITING');
  /** Changes at once, unlike `progress`: a second tap may come before the next rendering. */
  const act = useRef<{ attempt: BookingAttempt | null; isUnderWay: boolean }>({ attempt: null, isUnderWay: false });

  async function submit({ asksForDocument = false }: DocumentWish = {}): Promise<void> {
    const [{ quote }, { guest }] = [price, again];
    if (quote === null || !price.isCurrent || guest === undefined || act.current.isUnderWay) return;
    const missing = guest === null ? findFormFaults(view, code) : findTermsFault(view);
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setRefusal(null);
    setProgress('SENDING');
    const answers = { stay, code, asksForDocument, price: { ...price, quote } };
    const attempt = continueAttempt(view.store.id, toBookingInput(view, answers), act.current.attempt);
    act.current = { attempt, isUnderWay: true };
    try {
      const booked = await sendBooking(view, { answers, attempt, guest });
      dropAttempt(view.store.id, attempt);
      setProgress('DONE');
      leaveForReservation(view, booked);
    } catch (error) {
      act.current.isUnderWay = false;
      setProgress('EDITING');
      const problem = toGuestProblem(error);
      // A second device has used the link meanwhile, or it has ended: the code confirms the guest.
      if (problem.code === 'PHONE_CODE_REQUIRED' || problem.status === 401) again.forget();
      if (problem.code === 'STATE_NOT_ALLOWED') restart(attempt);
      const found = explainProblem(problem, { view, before: quote.totalAmount });
      setFaults(found.faults ?? {});
      setRefusal(found.refusal ?? null);
      if (problem.code === 'COUPON_REFUSED') price.refuseCoupon(problem);
      if (problem.code !== 'PRICE_CHANGED') return;
      if (stay.isAnyRoom) setRefusal((await showCheapestRoom(view, stay)) ?? found.refusal ?? null);
      price.retry();
    }
  }

  /** The reservation of this key has ended, and its code is used up: the next try is a new one. */
  function restart(attempt: BookingAttempt): void {
    dropAttempt(view.store.id, attempt);
    act.current.attempt = null;
    setCode('');
    view.change({ sentCode: null });
  }

  function chooseFree(period: FreePeriod): void {
    setRefusal(null);
    view.change({ stay: toChosenStay(period, stay) });
  }

  return { code, setCode, faults, setFaults, refusal, progress, submit, chooseFree };
}

function toChosenStay({ roomId, startsAt, endsAt }: FreePeriod, before: ChosenStay): ChosenStay {
  // Another room at the same minute still starts now.
  const startsNow = before.startsNow === true && startsAt === before.startsAt;
  return { roomId, startsAt, endsAt, startsNow, isAnyRoom: false };
}

interface Sent {
  readonly answers: Answers;
  readonly attempt: BookingAttempt;
  /** Whom the link of an earlier stay proves; `null`: the code does. */
  readonly guest: LinkedGuest | null;
}

function sendBooking(view: BookingView, { answers, attempt, guest }: Sent): Promise<BookedOnline> {
  const { key, language } = attempt;
  return guest === null
    ? view.api.book({ ...toBookingInput(view, answers), language }, key)
    : view.api.bookAgain(guest.token, { ...toStayInput(view, answers), language }, key);
}

interface Explained {
  readonly faults?: FieldFaults;
  readonly refusal?: BookingRefusal;
}

/** What a refusal means to the form: a wrong field, or something that the guest has to decide. */
function explainProblem(
  problem: GuestProblem,
  { view, before }: { readonly view: BookingView; readonly before: number },
): Explained {
  const { text } = view;
  switch (problem.code) {
    case 'INVALID_CODE':
      return { faults: { code: text('form.code.wrong') } };
    case 'STATE_NOT_ALLOWED':
      return { faults: { phone: text('form.code.restart') } };
    case 'STALE':
      view.refreshStore();
      return { faults: { accept: text('form.termsChanged') } };
    case 'SLOT_TAKEN':
      return { refusal: { kind: 'TAKEN', free: problem.free } };
    case 'ADD_ON_REFUSED':
      view.refreshStore();
      return { refusal: { kind: 'OTHER', words: describeBookingProblem(problem, text) } };
    // The field of the coupon says why, and the price without it is another one.
    case 'COUPON_REFUSED':
    case 'PRICE_CHANGED':
      return { refusal: { kind: 'PRICE_CHANGED', before } };
    case 'AGE_CHECK_NEEDED':
      return { refusal: { kind: 'AGE', basis: problem.ageBasis ?? 'YOUTH_ACT' } };
    case 'BOOKING_REFUSED':
      return { refusal: { kind: 'CALL', words: describeBookingProblem(problem, text) } };
    case 'TOO_MANY_ATTEMPTS':
      return { refusal: { kind: 'OTHER', words: text('problem.HOLDS', { left: describeWait(problem, text) }) } };
    default:
      return { refusal: { kind: 'OTHER', words: describeBookingProblem(problem, text) } };
  }
}

/**
 * For a guest who takes any room: the room whose price they saw was taken, and another one is the cheapest now. Resolves
 * to a refusal when no room is free.
 */
async function showCheapestRoom(
  { api, store, selection, change, text }: BookingView,
  stay: ChosenStay,
): Promise<BookingRefusal | null> {
  const { headCount, minutes, date } = selection;
  try {
    const times = await api.listTimes({ headCount, minutes }, date ?? store.today, new AbortController());
    const row = listRoomTimes(times, store.rooms).find(({ startsAt }) => startsAt === stay.startsAt);
    if (row === undefined) return { kind: 'TAKEN', free: [] };
    change({ stay: { ...stay, roomId: row.rooms[0].room.id } });
    return null;
  } catch (error) {
    return { kind: 'OTHER', words: describeBookingProblem(toGuestProblem(error), text) };
  }
}

/** Names the terms that the page shows in this language, and their refund tiers. */
export function shownTermsVersion(
  { termsVersion, termsVersionEn }: BookingView['store'],
  language: BookingView['language'],
): string {
  return language === 'kr' ? termsVersion : termsVersionEn;
}

/** What is missing in the form, by field. */
function findFormFaults(view: BookingView, code: string): FieldFaults {
  return { ...findGuestFaults(view, code), ...findTermsFault(view) };
}

function findTermsFault({ selection, store, language, text }: BookingView): FieldFaults {
  const isAccepted = selection.acceptedTerms === shownTermsVersion(store, language);
  return isAccepted ? {} : { accept: text('form.accept.missing') };
}

/** What is missing of the name and of the proven phone. */
export function findGuestFaults(view: PhoneView, code: string): FieldFaults {
  const isNamed = view.selection.name.trim() !== '';
  return { ...(!isNamed && { name: view.text('form.name.missing') }), ...findPhoneFaults(view, code) };
}

type PhoneView = Pick<BookingView, 'selection' | 'store' | 'text'>;

/** What is missing before a code can be sent. */
export function findContactFaults({ selection, store, text }: PhoneView): FieldFaults {
  const { phone, email } = selection;
  const isAbroad = isPhoneAbroad(phone);
  if (!isAbroad && !isMobileNumber(phone))
    return { phone: text(store.canSendEmail ? 'form.phone.wrong.any' : 'form.phone.wrong') };
  if (isAbroad && !store.canSendEmail) return { phone: text('abroad.none') };
  return isAbroad && !isEmailAddress(email) ? { email: text('form.email.wrong') } : {};
}

/** What is missing of the proven phone. */
export function findPhoneFaults(view: PhoneView, code: string): FieldFaults {
  const { selection, text } = view;
  const faults = findContactFaults(view);
  if (Object.keys(faults).length > 0) return faults;
  const isAbroad = isPhoneAbroad(selection.phone);
  if (!isCodeSent(selection)) return { [isAbroad ? 'email' : 'phone']: text('form.code.notSent') };
  return /^\d{6}$/.test(code) ? {} : { code: text(isAbroad ? 'form.code.missing.email' : 'form.code.missing') };
}

interface Answers extends DocumentWish {
  readonly stay: ChosenStay;
  readonly code: string;
  readonly price: Pick<ShownPrice, 'addOns'> & { readonly quote: NonNullable<ShownPrice['quote']> };
}

function toBookingInput(view: BookingView, { code, ...answers }: Answers): BookingInput {
  const { selection } = view;
  return {
    ...toStayInput(view, answers),
    guestName: selection.name.trim(),
    ...contactOf(selection),
    phoneCode: code,
  };
}

/** What the guest books, without who they are. */
function toStayInput(
  { selection, store, language }: BookingView,
  { stay, price, asksForDocument = false }: Pick<Answers, 'stay' | 'price' | 'asksForDocument'>,
): AgainInput {
  const { discount, totalAmount } = price.quote;
  return {
    roomId: stay.isAnyRoom ? null : stay.roomId,
    startsAt: stay.startsAt,
    endsAt: stay.endsAt,
    startsNow: stay.startsNow === true,
    headCount: selection.headCount,
    addOns: [...price.addOns],
    ...(discount !== null && { couponCode: discount.code }),
    expectedPriceAmount: totalAmount,
    acceptsTerms: true,
    termsVersion: shownTermsVersion(store, language),
    language: language === 'kr' ? 'ko' : 'en',
    ...(asksForDocument && { asksForDocument }),
  };
}

/**
 * Opens the page of the reservation instead of this step: the back button returns to the free times, where nothing is
 * chosen, and cannot book again. Name and phone stay in the tab, for another booking.
 */
function leaveForReservation({ store, selection }: BookingView, booked: BookedOnline): void {
  rememberHold(store.id, booked);
  // The button said that it continues to the payment, so a guest at the door does not tap on paying again (BK-14).
  if (selection.stay?.startsNow === true && booked.state === 'PENDING') requestDirectPayment(booked.path);
  rememberSelection(store.id, {
    ...selection,
    stay: null,
    addOnCounts: {},
    couponCode: '',
    sentCode: null,
    acceptedTerms: '',
  });
  location.replace(booked.path);
}

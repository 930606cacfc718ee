import {
  hasVisibleLetter,
  isCouponCode,
  isPhoneAbroad,
  normaliseLine,
  normalisePhone,
  normalizeCouponCode,
} from '@munjigi/typed-text';
import type { BlockReason, MessageLanguage, SeriesRule, WaitlistEntry } from '@munjigi/contract';
import { toExtrasBody, type ExtrasDraft } from './extras-draft.ts';

/** A room and a half-open period in it; instants as RFC 3339. */
export interface RoomPeriod {
  readonly roomId: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** The known values that a dialog for a new reservation starts with. */
export interface ReservationPrefill {
  /** The business date that the board shows; for unknown times. */
  readonly date?: string;
  readonly roomId?: string | null;
  readonly startsAt?: string | null;
  readonly endsAt?: string | null;
  /** The calendar day to begin with, if no start is known; `null`: today. */
  readonly day?: string | null;
  readonly kind?: 'GUEST' | 'BLOCK';
  readonly headCount?: number;
  readonly guestName?: string;
  readonly guestPhone?: string;
  readonly guestEmail?: string;
  readonly guestLanguage?: MessageLanguage;
  readonly memo?: string;
  /** The waitlist entry of the guest, which is closed after the booking. */
  readonly waiting?: WaitlistEntry;
}

/** The draft of a new reservation. */
export interface ReservationDraft extends RoomPeriod, ExtrasDraft {
  readonly kind: 'GUEST' | 'BLOCK';
  readonly guestName: string;
  readonly guestPhone: string;
  readonly guestEmail: string;
  readonly guestLanguage: MessageLanguage;
  /** The head count as it is typed, because an empty field is not a number. */
  readonly headCount: string;
  readonly memo: string;
  readonly isHeld: boolean;
  readonly blockReason: BlockReason;
  /** The person has read why the guest is blocked, and books for them (RG-5). */
  readonly acceptsBlockedGuest: boolean;
  /** `null`: once only. */
  readonly rule: SeriesRule | null;
}

export type DraftField =
  | 'roomId'
  | 'startsAt'
  | 'endsAt'
  | 'guestName'
  | 'guestPhone'
  | 'guestEmail'
  | 'headCount'
  | 'memo'
  | 'couponCode'
  | 'rule';

/** The fields of a draft that the server would reject, each with the key of its text below `create.invalid`. */
export function findReservationFaults(
  draft: Pick<ReservationDraft, 'kind' | 'guestName' | 'guestPhone' | 'headCount'> &
    Partial<Pick<ReservationDraft, 'couponCode' | 'rule'>>,
): Partial<Record<DraftField, string>> {
  if (draft.kind === 'BLOCK') return {};
  const headCount = Number(draft.headCount);
  return {
    ...(!hasVisibleLetter(normaliseLine(draft.guestName)) && { guestName: 'guestName' }),
    ...(normalisePhone(draft.guestPhone) === null && { guestPhone: 'guestPhone' }),
    ...((!Number.isInteger(headCount) || headCount < 1 || headCount > 1000) && { headCount: 'headCount' }),
    ...(draft.rule === null && hasFaultyCode(draft.couponCode ?? '') && { couponCode: 'couponCode' }),
  };
}

function hasFaultyCode(typed: string): boolean {
  const code = normalizeCouponCode(typed);
  return code !== '' && !isCouponCode(code);
}

/** The contact in a request; what is left out has the default of the server. */
export function toContactBody(draft: Pick<ReservationDraft, 'guestEmail' | 'guestLanguage'>) {
  const guestEmail = draft.guestEmail.trim();
  return {
    ...(guestEmail !== '' && { guestEmail }),
    ...(draft.guestLanguage !== 'ko' && { guestLanguage: draft.guestLanguage }),
  };
}

/** A guest abroad is known by the address, once it is a whole one. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The place of a draft and its guest, once the number is a whole one, for the check of age (AG-13). */
export function toPreviewedStay({ roomId, startsAt, endsAt, guestPhone, guestEmail }: ReservationDraft) {
  if (Date.parse(endsAt) <= Date.parse(startsAt)) return null;
  const email = guestEmail.trim();
  return {
    roomId,
    startsAt,
    endsAt,
    ...(normalisePhone(guestPhone) !== null && { guestPhone: guestPhone.trim() }),
    ...(isPhoneAbroad(guestPhone) && ADDRESS.test(email) && { guestEmail: email }),
  };
}

/** The body of `POST /reservation` for this draft. `price`: the price that the form shows, which the server checks (PR-3). */
export function toReservationBody(draft: ReservationDraft, price?: number) {
  const { roomId, startsAt, endsAt } = draft;
  const memo = draft.memo.trim();
  if (draft.kind === 'BLOCK')
    return { kind: 'BLOCK', roomId, startsAt, endsAt, blockReason: draft.blockReason, memo } as const;
  return {
    kind: 'GUEST',
    roomId,
    startsAt,
    endsAt,
    memo,
    guestName: draft.guestName.trim(),
    guestPhone: draft.guestPhone.trim(),
    ...toContactBody(draft),
    headCount: Number(draft.headCount),
    ...toExtrasBody(draft),
    state: draft.isHeld ? 'PENDING' : 'CONFIRMED',
    ...(price !== undefined && { expectedPriceAmount: price }),
    ...(draft.acceptsBlockedGuest && { acceptsBlockedGuest: true }),
  } as const;
}

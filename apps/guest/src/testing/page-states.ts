import type { GuestPage } from '@munjigi/contract';
import { samplePage } from './sample-page.ts';

/** A state of the page of a guest, and what it says in each language (docs/guest-page-states.md). */
export interface PageStateCase {
  readonly name: string;
  readonly page: GuestPage;
  readonly shows: readonly { readonly kr: string; readonly en: string }[];
  /** The test ids of parts that the page does not have. */
  readonly hides: readonly string[];
}

type Over = Parameters<typeof samplePage>[0];
type Stay = Parameters<typeof samplePage>[1];

const BASE = samplePage();
const NEVER = { isAllowed: false, from: null, until: null };
const OVER_MAY = {
  readAccessCode: NEVER,
  openDoors: NEVER,
  cancel: NEVER,
  pay: NEVER,
  extend: NEVER,
  move: NEVER,
  askForHelp: NEVER,
};
const UNTIL_START = { isAllowed: true, from: null, until: BASE.reservation.startsAt };
const LATER = {
  startsAt: '2026-11-29T09:00:00.000Z',
  endsAt: '2026-11-29T11:00:00.000Z',
  may: { ...OVER_MAY, cancel: UNTIL_START, askForHelp: UNTIL_START },
} satisfies Stay;
const STEPS = [
  { until: '2026-11-28T09:00:00.000Z', refundPercent: 100 },
  { until: '2026-11-29T06:00:00.000Z', refundPercent: 50 },
  { until: '2026-11-29T09:00:00.000Z', refundPercent: 0 },
];
const OPENS_LATER = { isAllowed: false, from: '2026-11-29T08:50:00.000Z', until: '2026-11-29T11:10:00.000Z' };
const NOT_YET = {
  refundSteps: STEPS,
  codes: BASE.codes.map((code) => ({
    ...code,
    state: 'NOT_YET' as const,
    code: null,
    opensAt: '2026-11-29T08:50:00.000Z',
    closesAt: '2026-11-29T11:10:00.000Z',
  })),
  doors: BASE.doors.map((door) => ({ ...door, mayOpen: OPENS_LATER })),
} satisfies Over;

const coming = (over: Over, stay: Stay = {}) => samplePage({ ...NOT_YET, ...over }, { ...LATER, ...stay });
/** Two hours before `now`: what is over has no doors and no codes. */
const over = (state: GuestPage['reservation']['state'], more: Over, stay: Stay = {}) =>
  samplePage(
    { codes: [], doors: [], stateChange: { at: '2026-11-25T08:55:00.000Z', by: 'STORE' }, ...more },
    { ...LATER, state, may: OVER_MAY, ...stay },
  );
const unpaid = (holdExpiresAt: string): Stay => ({
  state: 'PENDING',
  paidAmount: 0,
  holdExpiresAt,
  may: { ...LATER.may, pay: { isAllowed: true, from: null, until: holdExpiresAt } },
});
const refund = (state: 'WITH_STORE' | 'WITH_PROVIDER' | 'SENT', sentAt: string | null = null) => ({
  state,
  amount: 20_000,
  sentAmount: state === 'SENT' ? 20_000 : 0,
  sentAt,
});
const move = (isRead: boolean, roomName: string | null = null): GuestPage['moves'][number] => ({
  id: '0190a1b2-0000-7000-8000-000000000001',
  at: '2026-11-25T08:55:00.000Z',
  by: 'STORE',
  from: { roomName, startsAt: '2026-11-29T07:00:00.000Z', endsAt: '2026-11-29T09:00:00.000Z' },
  isRead,
});
const both = (kr: string, en: string) => ({ kr, en });
const RULES = both('11월 28일 (토) 18:00까지 취소하면 전액 환불', 'Cancel by Sat 28 Nov 18:00 for a full refund');
const BOOK_ANOTHER = both('다시 예약하기', 'Book again');
const PHONE = both('02-555-0152', '02-555-0152');
const NO_ACTS = ['doors', 'code', 'manage', 'refund-rules', 'wifi'];

/** Every state of the page, in the order of a reservation's life. */
export const PAGE_STATES: readonly PageStateCase[] = [
  {
    name: 'unpaid',
    page: coming({ dueAmount: 20_000, bookingTerms: '시설을 소중히 다뤄 주세요.' }, unpaid('2026-11-25T11:05:00.000Z')),
    shows: [
      both('결제 대기', 'Awaiting payment'),
      RULES,
      both('환불 규정과 이용 약관에 동의', 'you agree to these refund rules and'),
    ],
    hides: ['doors', 'cancelled'],
  },
  {
    name: 'unpaid-without-terms',
    page: coming({ dueAmount: 20_000 }, unpaid('2026-11-25T11:05:00.000Z')),
    shows: [RULES, both('위 환불 규정에 동의', 'you agree to these refund rules.')],
    hides: ['doors'],
  },
  {
    name: 'unpaid-and-moved',
    page: coming({ dueAmount: 20_000, moves: [move(false)] }, unpaid('2026-11-25T11:05:00.000Z')),
    shows: [both('예약이 바뀌었어요', 'Your reservation has changed'), RULES],
    hides: ['doors', 'due'],
  },
  {
    name: 'confirmed',
    page: coming({}),
    shows: [both('예약 확정', 'Confirmed'), RULES, both('그 뒤에는 환불되지 않아요', 'No refund after that')],
    hides: ['cancelled', 'moved', 'due'],
  },
  {
    name: 'confirmed-not-paid',
    page: coming(
      { dueAmount: 20_000 },
      { paidAmount: 0, may: { ...LATER.may, pay: { isAllowed: true, from: null, until: LATER.endsAt } } },
    ),
    shows: [both('결제할 금액이 20,000원 남았어요', '₩20,000 left to pay by'), RULES],
    hides: ['moved'],
  },
  {
    name: 'moved',
    page: coming({ moves: [move(false)] }),
    shows: [
      both('매장에서 바꿨어요 · 17:55', 'Changed by the store · 17:55'),
      both('11월 29일 (일) 16:00–18:00', 'Sun 29 Nov 16:00–18:00'),
      both('확인했어요', 'Got it'),
    ],
    hides: ['due'],
  },
  {
    name: 'moved-to-a-dearer-room',
    page: coming(
      { moves: [move(false, '2번 남산룸')], dueAmount: 10_000 },
      { priceAmount: 30_000, may: { ...LATER.may, pay: { isAllowed: true, from: null, until: LATER.endsAt } } },
    ),
    shows: [
      both('결제할 금액이 10,000원 남았어요 · 11월 29일 (일) 18:00까지', '₩10,000 left to pay by'),
      both('2번 남산룸', '2번 남산룸'),
    ],
    hides: [],
  },
  {
    name: 'moved-and-read',
    page: coming({ moves: [move(true)] }),
    shows: [both('이전 예약 시간', 'Time before the change')],
    hides: ['moved'],
  },
  {
    name: 'entry-open',
    page: samplePage(),
    shows: [both('4 8 2 9 1 3', '4 8 2 9 1 3'), both('뒤 시작', 'Starts in')],
    hides: ['cancelled'],
  },
  {
    name: 'checked-in-early',
    page: samplePage({}, { state: 'IN_USE' }),
    shows: [both('입장 완료', 'Checked in')],
    hides: ['cancelled'],
  },
  {
    name: 'in-use',
    page: samplePage({}, { state: 'IN_USE', startsAt: '2026-11-25T10:30:00.000Z' }),
    shows: [both('이용 중', 'In use')],
    hides: ['cancelled'],
  },
  {
    name: 'ended-today',
    page: over(
      'COMPLETED',
      { rating: { isAllowed: true, given: null } },
      { startsAt: '2026-11-25T08:00:00.000Z', endsAt: '2026-11-25T10:00:00.000Z' },
    ),
    shows: [both('이용이 끝났어요', 'ended'), BOOK_ANOTHER, PHONE],
    hides: NO_ACTS,
  },
  {
    name: 'ended-long-ago',
    page: over('COMPLETED', {}, { startsAt: '2026-10-01T08:00:00.000Z', endsAt: '2026-10-01T10:00:00.000Z' }),
    shows: [BOOK_ANOTHER, PHONE, both('까지 볼 수 있어요', 'You can open this page until')],
    hides: [...NO_ACTS, 'rating'],
  },
  {
    name: 'cancelled-by-guest',
    page: over('CANCELLED', {
      stateChange: { at: '2026-11-25T08:55:00.000Z', by: 'GUEST' },
      refund: refund('WITH_PROVIDER'),
    }),
    shows: [
      both('예약 링크에서 취소했어요 · 17:55', 'Cancelled with the link to the reservation · 17:55'),
      both('20,000원을 돌려드려요', 'You will get ₩20,000 back'),
      both('결제사에 환불을 요청했어요', 'With the payment provider'),
      BOOK_ANOTHER,
    ],
    hides: NO_ACTS,
  },
  {
    name: 'cancelled-by-store',
    page: over('CANCELLED', { refund: refund('WITH_STORE') }),
    shows: [
      both('매장에서 취소했어요 · 17:55', 'Cancelled by the store · 17:55'),
      both('강남점에서 확인하고 있어요', '강남점 is checking it'),
      PHONE,
    ],
    hides: NO_ACTS,
  },
  {
    name: 'cancelled-by-channel',
    page: over('CANCELLED', { stateChange: { at: '2026-11-25T08:55:00.000Z', by: 'CHANNEL' } }),
    shows: [both('예약하신 사이트에서 취소했어요', 'Cancelled on the site where you booked')],
    hides: NO_ACTS,
  },
  {
    name: 'refund-sent',
    page: over('CANCELLED', { refund: refund('SENT', '2026-11-25T09:30:00.000Z') }, { paidAmount: 0 }),
    shows: [
      both('20,000원을 돌려드렸어요', '₩20,000 was refunded'),
      both('환불을 보냈어요 18:30', 'Refund sent 18:30'),
    ],
    hides: NO_ACTS,
  },
  {
    name: 'cancelled-without-refund',
    page: over('CANCELLED', {}),
    shows: [both('환불할 금액은 없어요', 'nothing to refund'), BOOK_ANOTHER],
    hides: [...NO_ACTS, 'refund-progress'],
  },
  {
    name: 'expired',
    page: over('EXPIRED', { stateChange: { at: '2026-11-25T08:55:00.000Z', by: 'SERVER' } }, { paidAmount: 0 }),
    shows: [
      both('예약이 만료됐어요', 'has expired'),
      both('결제된 금액은 없어요', 'You were not charged'),
      BOOK_ANOTHER,
    ],
    hides: NO_ACTS,
  },
  {
    name: 'expired-and-paid-late',
    page: over(
      'EXPIRED',
      { stateChange: { at: '2026-11-25T08:55:00.000Z', by: 'SERVER' }, refund: refund('WITH_STORE') },
      { owedAmount: 20_000 },
    ),
    shows: [both('예약이 만료됐어요', 'has expired'), both('20,000원을 돌려드려요', 'You will get ₩20,000 back')],
    hides: NO_ACTS,
  },
  {
    name: 'no-show',
    page: over('NO_SHOW', {}, { startsAt: '2026-11-24T08:00:00.000Z', endsAt: '2026-11-24T10:00:00.000Z' }),
    shows: [both('방문 기록이 없어', 'because no one came'), PHONE],
    hides: NO_ACTS,
  },
  {
    name: 'store-without-online-booking',
    page: over('CANCELLED', { bookingPath: null }),
    shows: [both('매장에서 취소했어요', 'Cancelled by the store'), PHONE],
    hides: NO_ACTS,
  },
];

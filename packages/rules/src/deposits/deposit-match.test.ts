import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  candidatesFor,
  certainMatch,
  isProviderName,
  likenessOf,
  type DepositFacts,
  type PayableReservation,
} from '../index.ts';

const at = new Date('2026-08-22T14:05:00+09:00');
const minutesBefore = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
const deposit = (it: Partial<DepositFacts> = {}): DepositFacts => ({
  amount: 20_000,
  isAmountClear: true,
  depositorName: '홍길동',
  at,
  ...it,
});
const held = (id: string, it: Partial<PayableReservation> = {}): PayableReservation => ({
  id,
  code: `K7QX-29M${id}`,
  guestName: '홍길동',
  phoneEnd: '5678',
  dueAmount: 20_000,
  createdAt: minutesBefore(10),
  isHeld: true,
  isOver: false,
  ...it,
});
const decide = (facts: DepositFacts, ...all: PayableReservation[]) => certainMatch(facts, candidatesFor(facts, all));

describe('names of depositor and guest', () => {
  it.each([
    ['홍길동', '홍길동', 'EQUAL'],
    ['홍 길 동 님', '홍길동', 'EQUAL'],
    ['홍길동고객님', '홍길동', 'EQUAL'],
    ['홍길동1', '홍길동', 'EQUAL'],
    ['홍길동5678', '홍길동', 'EQUAL'],
    ['ｈｏｎｇ Gil', 'Hong Gil', 'EQUAL'],
    ['홍길동'.normalize('NFD'), '홍길동', 'EQUAL'],
    ['하늘님', '하늘', 'EQUAL'],
    ['(주)가나다', '㈜ 가나다', 'EQUAL'],
    ['길동', '홍길동', 'PARTIAL'],
    ['홍길동홍보라', '홍길동', 'PARTIAL'],
    ['주식회사가나다라마바', '가나다라마바사아자', 'PARTIAL'],
    ['홍*동', '홍길동', 'MASKED'],
    ['홍○동', '홍길동', 'MASKED'],
    ['홍**', '홍길동', 'MASKED'],
    ['ㅎㄱㄷ', '홍길동', 'INITIALS'],
    ['홍*동', '김길동', 'NONE'],
    ['***', '홍길동', 'NONE'],
    ['홍', '홍길동', 'NONE'],
    ['', '홍길동', 'NONE'],
    ['ㅎㄱ', '홍길동', 'NONE'],
    ['김철수', '홍길동', 'NONE'],
    ['1234', '홍길동', 'NONE'],
    ['홍*', '홍길동', 'NONE'],
  ])('%s and %s are %s', (depositor, guest, expected) => expect(likenessOf(depositor, guest)).toBe(expected));
});

describe('the match of a deposit (PY-3)', () => {
  it('is certain of one reservation with its amount and its name', () => {
    expect(decide(deposit(), held('A'))).toEqual({ reservationId: 'A' });
    expect(
      decide(
        deposit(),
        held('A'),
        held('B', { guestName: '김철수' }),
        held('C', { guestName: '김철수', dueAmount: 5 }),
      ),
    ).toEqual({ reservationId: 'A' });
    expect(decide(deposit({ depositorName: '홍길동5678' }), held('A'))).toEqual({ reservationId: 'A' });
  });

  it('is certain of a code from any sender, also when another reservation has the same name', () => {
    expect(decide(deposit({ depositorName: '엄마 k7qx29ma' }), held('A'), held('B'))).toEqual({ reservationId: 'A' });
    expect(decide(deposit({ depositorName: 'K7QX-29MA', amount: 19_999 }), held('A'))).toEqual({
      withheld: ['AMOUNT_DIFFERS'],
    });
  });

  it.each([
    [['NO_CANDIDATE'], deposit(), [held('A', { guestName: '김철수', dueAmount: 1 })]],
    [['AMOUNT_DIFFERS'], deposit({ amount: 19_999 }), [held('A')]],
    [['AMOUNT_DIFFERS'], deposit({ amount: 20_001 }), [held('A')]],
    [['NAME_DIFFERS'], deposit({ depositorName: '김철수' }), [held('A')]],
    [['NAME_UNREAD'], deposit({ depositorName: null }), [held('A')]],
    [['NAME_DIFFERS'], deposit({ depositorName: '홍*동' }), [held('A')]],
    [['NAME_DIFFERS'], deposit({ depositorName: '길동' }), [held('A')]],
    [['NAME_DIFFERS'], deposit({ depositorName: '홍길동1111' }), [held('A')]],
    [['NAME_DIFFERS'], deposit(), [held('A', { guestName: null })]],
    [['SEVERAL_CANDIDATES'], deposit(), [held('A'), held('B')]],
    [['SEVERAL_CANDIDATES'], deposit(), [held('A'), held('B', { dueAmount: 5000 })]],
    [['SEVERAL_CANDIDATES'], deposit(), [held('A'), held('B', { guestName: '홍길동이' })]],
    [['SEVERAL_CANDIDATES'], deposit(), [held('A'), held('B', { isOver: true })]],
    [['MADE_AFTER'], deposit(), [held('A', { createdAt: minutesBefore(-1) })]],
    [['OVER'], deposit(), [held('A', { isOver: true })]],
    [['AMOUNT_UNCLEAR'], deposit({ isAmountClear: false }), [held('A')]],
  ])('is left to a person: %s', (withheld, facts, all) => expect(decide(facts, ...all)).toEqual({ withheld }));

  it('lists all reasons for a candidate, the likeliest first', () => {
    const found = candidatesFor(deposit({ depositorName: '홍*동' }), [
      held('C', { guestName: '김철수' }),
      held('B', { dueAmount: 30_000, isHeld: false, createdAt: minutesBefore(9999) }),
      held('A'),
    ]);
    expect(found.map((it) => [it.reservationId, it.reasons])).toEqual([
      ['A', ['AMOUNT_EQUAL', 'NAME_MASKED', 'HELD', 'MADE_SHORTLY_BEFORE']],
      ['C', ['AMOUNT_EQUAL', 'HELD', 'MADE_SHORTLY_BEFORE']],
      ['B', ['AMOUNT_LESS', 'NAME_MASKED']],
    ]);
  });

  it('is never certain with several candidates or another amount, and never less careful because there are more candidates', () => {
    const name = fc.constantFrom('홍길동', '홍길', '홍*동', '김철수', 'ㅎㄱㄷ', '홍길동5678', null);
    const reservation = fc.record({
      guestName: name,
      dueAmount: fc.constantFrom(20_000, 19_999),
      isOver: fc.boolean(),
      isHeld: fc.boolean(),
      createdAt: fc.constantFrom(minutesBefore(10), minutesBefore(-10)),
    });
    fc.assert(
      fc.property(fc.array(reservation, { maxLength: 6 }), name, (all, depositorName) => {
        const facts = deposit({ depositorName });
        const reservations = all.map((it, index) => held(String(index + 2), it));
        const outcome = decide(facts, ...reservations);
        expect(decide(facts, ...reservations.toReversed())).toEqual(outcome);
        const found = candidatesFor(facts, reservations);
        expect(found.map((it) => it.score)).toEqual(found.map((it) => it.score).toSorted((one, other) => other - one));
        if ('withheld' in outcome) return;
        const chosen = reservations.filter((it) => it.id === outcome.reservationId);
        expect(chosen.map((it) => [it.dueAmount, it.isOver, it.createdAt < at])).toEqual([[20_000, false, true]]);
        expect(
          reservations.filter(
            (it) => it.guestName !== null && likenessOf(depositorName ?? '', it.guestName) !== 'NONE',
          ),
        ).toEqual(chosen);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the sender of a payout (MC-17)', () => {
  it.each([
    '토스페이먼츠',
    '토스페이맨',
    '토스페이먼',
    '(주)토스페이먼츠',
    '㈜ 토스페이먼',
    'tosspaymen',
    'TOSSPAYMENTS',
  ])('is a provider by the name %s', (name) => expect(isProviderName(name)).toBe(true));
  it.each(['토스페이', '토스뱅크', '김토스', '토스 홍길동', '홍길동', ''])('is not a provider by the name %s', (name) =>
    expect(isProviderName(name)).toBe(false),
  );
});

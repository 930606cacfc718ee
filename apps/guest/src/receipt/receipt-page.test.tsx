import type { StayReceipt } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import { renderMissingReceipt, renderReceipt } from './render-receipt.tsx';

const ATTACK = `"><script>alert('x')</script>`;
const RECEIPT: StayReceipt = {
  reservationId: 'r1',
  storeId: 's1',
  product: { slug: 'playroom', name: '플레이룸' },
  seller: {
    kind: 'STORE',
    legalName: '시험 놀이방',
    representative: '김대표',
    businessNumber: '120-81-47521',
    mailOrderNumber: '',
    mailOrderExemption: null,
    address: '서울 강남구 테헤란로 1',
    phone: '02-555-0100',
    email: 'owner@seller.example',
    hostingProvider: '',
    brokerName: null,
  },
  store: { name: '강남점', address: '서울 강남구 2', phone: '02-555-0152', timeZone: 'Asia/Seoul' },
  stay: {
    code: 'K7QX',
    roomName: '3번 룸',
    startsAt: '2028-02-29T13:00:00Z',
    endsAt: '2028-02-29T16:00:00Z',
    headCount: 4,
    isCancelled: false,
  },
  lines: [
    { kind: 'ROOM', label: '', quantity: 1, amount: 20_000 },
    { kind: 'ADD_ON', label: '음료', quantity: 2, amount: 6000 },
    { kind: 'COUPON', label: '첫 방문', quantity: 1, amount: -3000 },
  ],
  payments: [
    {
      id: 'p1',
      number: '0123456789AB',
      method: 'TRANSFER',
      isOfChannel: false,
      paidAt: '2028-02-29T03:04:00Z',
      amount: 23_000,
      supplyAmount: 20_909,
      vatAmount: 2091,
      taxFreeAmount: 0,
      refunds: [{ at: '2028-03-01T00:00:00Z', amount: 3000, supplyAmount: 2727, vatAmount: 273, taxFreeAmount: 0 }],
      openRefundAmount: 1000,
      cashReceipt: { approvalNumber: '123456789', amount: 20_000, issuedAt: '2028-02-29T03:05:00Z' },
    },
  ],
  total: { amount: 20_000, supplyAmount: 18_182, vatAmount: 1818, taxFreeAmount: 0 },
  readAt: '2028-03-02T00:00:00Z',
};
const withPayment = (over: Partial<StayReceipt['payments'][number]>) => ({
  ...RECEIPT,
  payments: RECEIPT.payments.map((payment) => ({ ...payment, ...over })),
});

describe('the page of a receipt (CR-13)', () => {
  it('has seller, stay, lines, payments, refunds and sums in Korean', () => {
    const { title, html } = renderReceipt(RECEIPT, 'kr');
    expect(title).toBe('영수증 · 강남점');
    for (const part of [
      '시험 놀이방',
      '김대표',
      '사업자등록번호</dt><dd lang="en">120-81-47521',
      '서울 강남구 테헤란로 1',
      '2028년 2월 29일 (화) 22:00 – 2028년 3월 1일 (수) 01:00',
      '음료 × 2',
      '−3,000원',
      '쿠폰 할인 (첫 방문)',
      '현금영수증 승인번호 123456789 · 20,000원',
      '영수증 번호 0123456789AB',
      '1,000원 환불을 진행하고 있어요',
      '18,182원',
      '1,818원',
      'href="?lng=en"',
      'href="./"',
    ])
      expect(html).toContain(part);
    expect(html).not.toContain('면세');
  });

  it('is in English with the year in every date', () => {
    const { title, html } = renderReceipt(RECEIPT, 'en');
    expect(title).toBe('Receipt · 강남점');
    for (const part of ['Tue 29 Feb 2028 22:00 – Wed 1 Mar 2028 01:00', 'Supply value', '₩18,182', '−₩3,000'])
      expect(html).toContain(part);
    expect(html).not.toMatch(/>[^<]*(?:영수증|합계)/);
  });

  it.each([
    ['CARD', null, '카드 매출전표'],
    ['EASY_PAY', null, '카드 매출전표'],
    ['CASH', null, '예약 화면이나 매장에서 신청'],
    ['PASS', null, '이용권을 살 때'],
  ] as const)('says what proves a payment by %s to the tax office', (method, cashReceipt, words) => {
    expect(renderReceipt(withPayment({ method, cashReceipt }), 'kr').html).toContain(words);
    expect(renderReceipt(withPayment({ method, cashReceipt, isOfChannel: true }), 'kr').html).toContain(
      '그 채널에서 받아',
    );
  });

  it('asks for no proof of a payment that went back whole', () => {
    const refunds = [
      { at: '2028-03-01T00:00:00Z', amount: 23_000, supplyAmount: 20_909, vatAmount: 2091, taxFreeAmount: 0 },
    ];
    expect(renderReceipt(withPayment({ refunds, cashReceipt: null }), 'kr').html).not.toContain('세금 증빙');
  });

  it('says what is missing: a seller, payments, and the end of a cancelled stay', () => {
    const { html } = renderReceipt(
      { ...RECEIPT, seller: null, payments: [], stay: { ...RECEIPT.stay, isCancelled: true } },
      'kr',
    );
    for (const part of ['공급자 정보가 아직', '아직 결제한 금액이 없어요', '취소된 예약이에요'])
      expect(html).toContain(part);
  });

  it('escapes what a store and a guest wrote', () => {
    const { html } = renderReceipt(
      {
        ...RECEIPT,
        store: { ...RECEIPT.store, name: ATTACK },
        lines: [{ kind: 'ADD_ON', label: ATTACK, quantity: 1, amount: 1 }],
      },
      'kr',
    );
    expect(html).not.toContain('<script>');
  });

  it.each([
    ['GUEST_TOKEN_INVALID', '링크가 끝났거나'],
    ['NOT_FOR_COMPANIONS', '예약하신 분의 링크로만'],
    ['TOO_MANY_REQUESTS', '잠시 후 다시'],
  ])('explains the refusal %s', (code, words) => {
    expect(renderMissingReceipt(code, 'kr').html).toContain(words);
  });
});

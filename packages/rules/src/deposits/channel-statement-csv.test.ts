import { describe, expect, it } from 'vitest';
import { MOST_STATEMENT_LINES, readChannelStatement } from '../index.ts';

describe("a channel's statement as CSV (CH-4)", () => {
  it('is read with Korean and English heads, below a title, with the payout computed when it is missing', () => {
    const korean = readChannelStatement(
      '\uFEFF2026년 11월 정산\n결제번호,결제금액,환불금액,수수료,정산금액\nch-1,"20,000",0,"2,200원","17,800"\n',
    );
    const payment = {
      reference: 'ch-1',
      amount: 20_000,
      refundedAmount: 0,
      commissionAmount: 2200,
      payoutAmount: 17_800,
    };
    expect(korean).toEqual({ payments: [payment], unreadableLines: [] });
    expect(readChannelStatement('reference,amount,commission\nch-1,20000,2200')).toEqual(korean);
    expect(readChannelStatement('Reference\tGross amount\tCommission\nch-1\t20000\t2200')).toEqual(korean);
  });

  it.each([
    ['units in the heads', '예약번호,결제금액(원),환불금액 (원),수수료[원],정산금액(원)\nch-1,20000,0,2200,17800'],
    ['a number of the reservation beside that of the payment', '예약번호,결제번호,결제금액,수수료\n77,ch-1,20000,2200'],
    ['the heads of a shop', '상품주문번호,결제금액,서비스 수수료,정산예정금액\nch-1,20000,2200,17800'],
    [
      'the earnings of Airbnb, whose amount is what it pays out',
      'Date,Type,Confirmation code,Amount,Paid out,Service fee,Gross earnings\n11/20/2026,Reservation,ch-1,17800,17800,2200,20000',
    ],
    ['an amount with its currency', 'Reservation number,Amount (KRW),Commission (KRW)\nch-1,20000,2200'],
  ])('is read with %s', (_, file) => {
    expect(readChannelStatement(file)?.payments).toEqual([
      { reference: 'ch-1', amount: 20_000, refundedAmount: 0, commissionAmount: 2200, payoutAmount: 17_800 },
    ]);
  });

  it('sums the lines of one reference, so that a refund may be a separate line', () => {
    expect(
      readChannelStatement('reference,amount,refunded,commission\nch-1,20000,0,2200\nch-1,0,10000,-1100\n')?.payments,
    ).toEqual([
      { reference: 'ch-1', amount: 20_000, refundedAmount: 10_000, commissionAmount: 1100, payoutAmount: 8900 },
    ]);
  });

  it('names the lines that are no payments, and takes no formula for an amount', () => {
    expect(
      readChannelStatement('reference,amount,commission\n,1000,0\nch-2,=1+1,0\nch-3,1.5,0\nch-4,1000,100\n\n'),
    ).toMatchObject({ payments: [{ reference: 'ch-4' }], unreadableLines: [2, 3, 4] });
  });

  it('is null without the needed heads and for too many lines', () => {
    expect(readChannelStatement('')).toBeNull();
    expect(readChannelStatement('reference,amount\nch-1,1')).toBeNull();
    const many = Array.from({ length: MOST_STATEMENT_LINES + 1 }, (_, at) => `ch-${at},1,0`).join('\n');
    expect(readChannelStatement(`reference,amount,commission\n${many}`)).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, readDepositCsv, readDepositMessage } from '../index.ts';

const TIME_ZONE = 'Asia/Seoul';
const receivedAt = new Date('2026-08-22T14:06:00+09:00');
const read = (text: string, at = receivedAt) =>
  readDepositMessage(plainText(text), { receivedAt: at, timeZone: TIME_ZONE });
const at1405 = new Date('2026-08-22T14:05:00+09:00');

describe('the text of a bank (docs/domain.md 4)', () => {
  it.each([
    [
      '[Web발신][KB]08/22 14:05 123456**789 홍길동 전자금융입금 15,000 잔액1,234,567',
      { bank: 'KB국민', accountEnd: '789', depositorName: '홍길동', balance: 1_234_567 },
    ],
    [
      '[Web발신]\n[KB]08/22 14:05\n123456**789\n홍길동\n전자금융입금\n15,000\n잔액1,234,567',
      { bank: 'KB국민', accountEnd: '789', depositorName: '홍길동', balance: 1_234_567 },
    ],
    [
      '입금 15,000원 KB국민은행 08/22 14:05 110000-**-***000 홍길동 전자금융입금 15,000 잔액 1,234,567원',
      { bank: 'KB국민', accountEnd: '000', depositorName: '홍길동', balance: 1_234_567 },
    ],
    [
      '[카카오뱅크] 홍*동(1234) 08/22 14:05 입금 15,000원 홍길동',
      { bank: '카카오뱅크', depositorName: '홍길동', balance: null },
    ],
    [
      '[카카오뱅크] 08/22 14:05 입금 15,000원 홍길동',
      { bank: '카카오뱅크', accountEnd: null, depositorName: '홍길동', balance: null },
    ],
    [
      '[신한]2026.08.22 14:05 110-***-123456 입금 15,000 홍길동 잔액 99,000',
      { bank: '신한', accountEnd: '3456', depositorName: '홍길동', balance: 99_000 },
    ],
    [
      '농협 입금15,000원 08/22 14:05 352-****-1234-53 김민수1 잔액1,115,000원',
      { bank: 'NH농협', accountEnd: '3453', depositorName: '김민수1', balance: 1_115_000 },
    ],
    ['[토스뱅크] 홍길동 님이 보냈어요 15,000원 입금 8월 22일 오후 2:05', { bank: '토스뱅크', depositorName: '홍길동' }],
    ['[KB]08/22 14:05 123456**789 거래처 전자금융입금 15,000 잔액1,234,567', { depositorName: '거래처' }],
    ['[KB]08/22 14:05 거래내용: 완료상사 거래금액: 15,000원 입금완료', { depositorName: '완료상사' }],
    ['[KB]08/22 14:05 123456**789 타행입금 15000원 ㈜가나다 잔액-5,000', { depositorName: '㈜가나다', balance: -5000 }],
  ])('%s', (text, expected) => {
    expect(read(text)).toMatchObject({ kind: 'DEPOSIT', amount: 15_000, isAmountClear: true, at: at1405, ...expected });
  });

  it('distinguishes withdrawals and cancelled deposits from deposits', () => {
    expect(read('[KB]08/22 14:05 123456**789 체크카드출금 15,000 잔액1,234,567')).toMatchObject({
      kind: 'WITHDRAWAL',
      amount: 15_000,
    });
    expect(read('[KB]08/22 14:05 123456**789 홍길동 입금취소 15,000 잔액1,219,567')).toMatchObject({
      kind: 'TAKEN_BACK',
      amount: 15_000,
      depositorName: '홍길동',
    });
  });

  it('reports a fault or a flag for a text whose kind, amount or time is unclear', () => {
    for (const text of [
      '',
      '안녕하세요',
      '15,000원',
      '입금 예정 15,000원',
      '15,000원 입금 요청드립니다',
      '출금 15,000 입금 15,000',
    ])
      expect([text, read(text)]).toEqual([text, { fault: 'KIND_UNCLEAR' }]);
    for (const text of [
      '입금',
      '입금 0원',
      '입금 1,50원',
      '입금 15,000원 16,000원 입금 16,000원',
      '입금 2,000,000,001원',
      '입금 99999999999999999999원',
      '입금 -15,0000원',
    ]) {
      expect([text, read(text)]).toEqual([text, { fault: 'AMOUNT_UNCLEAR' }]);
    }
    expect(read('08/22 14:05 홍길동15,000 입금 잔액1,234,567')).toMatchObject({ amount: 15_000, isAmountClear: false });
    expect(read('02/30 14:05 입금 15,000원 홍길동')).toMatchObject({ at: null });
    expect(read('08/22 25:05 입금 15,000원 홍길동')).toMatchObject({ at: null });
  });

  it('uses the latest year that is not in the future', () => {
    const newYear = new Date('2026-01-01T00:01:00+09:00');
    expect(read('12/31 23:59 입금 15,000원 홍길동', newYear)).toMatchObject({
      at: new Date('2025-12-31T23:59:00+09:00'),
    });
    expect(read('01/01 00:01 입금 15,000원 홍길동', new Date('2025-12-31T23:59:30+09:00'))).toMatchObject({
      at: new Date('2026-01-01T00:01:00+09:00'),
    });
  });

  it('never throws, and never finds an amount that is not there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (any) => {
        const found = read(any + '입금');
        if ('fault' in found) return;
        expect(found.amount).toBeGreaterThan(0);
        expect(plainText(any + '입금').replaceAll(',', '')).toContain(String(found.amount));
      }),
    );
  });
});

describe('a bank’s CSV file', () => {
  const HEAD =
    '계좌번호,110-123-456789\n조회기간,2026-08-01\n거래일시,적요,보낸분/받는분,출금액(원),입금액(원),잔액(원)\n';
  it('is read below its header rows, with quoted cells; a formula is only text', () => {
    const rows = readDepositCsv(
      `${HEAD}2026.08.22 14:05:33,타행,"홍,길동 ""A""",0,"15,000","1,234,567"\r\n2026-08-22 14:06,타행,=HYPERLINK("http://x"),,15000,1249567\n2026-08-22 14:07,출금,나,5000,,1244567\n2026-08-22 14:08,타행,다,,=1+1,5\n,,,,,\n`,
      TIME_ZONE,
    );
    expect(
      rows?.map(
        (it) =>
          it.reading && [
            it.reading.kind,
            it.reading.amount,
            it.reading.depositorName,
            it.reading.balance,
            it.reading.accountEnd,
          ],
      ),
    ).toEqual([
      ['DEPOSIT', 15_000, '홍,길동 "A"', 1_234_567, '6789'],
      ['DEPOSIT', 15_000, '=HYPERLINK("http://x")', 1_249_567, '6789'],
      ['WITHDRAWAL', 5000, '나', 1_244_567, '6789'],
      null,
    ]);
    expect(rows?.map((it) => it.line)).toEqual([4, 5, 6, 7]);
    expect(rows?.[0]?.reading?.at).toEqual(at1405);
  });

  it('reads date and time from two columns, and tabs; returns null without a header row or with too many rows', () => {
    const [row] =
      readDepositCsv(
        '거래일자\t거래시간\t맡기신금액\t찾으신금액\t거래후잔액\t기재내용\n20260822\t14:05:00\t15,000\t0\t1,234,567\t홍길동',
        TIME_ZONE,
      ) ?? [];
    expect(row?.reading).toMatchObject({ amount: 15_000, depositorName: '홍길동', at: at1405 });
    for (const none of ['', 'a,b,c\n1,2,3', '거래일시,출금액\n1,2']) expect(readDepositCsv(none, TIME_ZONE)).toBeNull();
    expect(readDepositCsv(HEAD + '2026-08-22 14:05,,가,,1,1\n'.repeat(2001), TIME_ZONE)).toBeNull();
  });
});

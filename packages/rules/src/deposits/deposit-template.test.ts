import { describe, expect, it } from 'vitest';
import { makeTemplateOf, readDepositMessage } from '../index.ts';

const receivedAt = new Date('2026-11-20T14:12:00+09:00');
const context = { receivedAt, timeZone: 'Asia/Seoul' };
const taughtBy = (text: string, name: string | null, kind: 'DEPOSIT' | 'WITHDRAWAL' = 'DEPOSIT') => {
  const template = makeTemplateOf(text, name, receivedAt, context.timeZone);
  if (template === null) throw new Error('no template');
  return [{ id: 'rule', template, kind }];
};

describe('a shape of messages that a person taught (PY-3)', () => {
  const message = (name: string, amount = '14,000', balance = '1,189,248') =>
    `iM뱅크 11/20 14:11\n50813*03093\n입금 ${amount}\n잔액 ${balance}\n토스${name}`;

  it('reads the name at the place where the person found it, in other messages of the same shape', () => {
    const templates = taughtBy(message('김하늘'), '김하늘');
    expect(templates[0]?.template).toBe('iM뱅크 0 0 0 입금 0 잔액 0 토스{name}');
    expect(readDepositMessage(message('이구름5', '9,000', '12'), { ...context, templates })).toMatchObject({
      kind: 'DEPOSIT',
      amount: 9000,
      balance: 12,
      depositorName: '이구름5',
      templateId: 'rule',
    });
    expect(readDepositMessage('우리 11/20 14:11 입금 14,000원 김하늘', { ...context, templates })).toMatchObject({
      depositorName: '김하늘',
      templateId: null,
    });
  });

  it('keeps no other part that could be a name, and decides about a kind that no word says', () => {
    const text = '2026/11/20 14:11:32\n입금 14000원\nsky-room-11\n김하늘\n136001053762\n신협\n20261120';
    expect(taughtBy(text, '김하늘')[0]?.template).toBe('0 0 입금 0원 {text} {name} 0 신협 0');
    const unclear = '하늘은행 이체 14,000원 김하늘 11/20 14:11';
    expect(readDepositMessage(text, context)).toMatchObject({ depositorName: null });
    const templates = taughtBy(unclear, '김하늘');
    expect(readDepositMessage(unclear, context)).toEqual({ fault: 'KIND_UNCLEAR' });
    expect(readDepositMessage(unclear.replace('김하늘', '최바다'), { ...context, templates })).toMatchObject({
      kind: 'DEPOSIT',
      amount: 14_000,
      depositorName: '최바다',
    });
  });

  it('refuses a shape that says too little, and a name that is not in the text', () => {
    expect(makeTemplateOf('14,000 김하늘', '김하늘', receivedAt, context.timeZone)).toBeNull();
    expect(makeTemplateOf(message('김하늘'), '박구름', receivedAt, context.timeZone)).toBeNull();
  });

  it('takes a text of 4,096 signs in less than a second, also one that a stranger wrote to be slow', () => {
    const templates = taughtBy('하늘은행 이체 14,000원 김하늘 님 감사 11/20', '김하늘');
    const started = performance.now();
    for (const text of ['하늘은행 이체 '.repeat(500), '0 '.repeat(2048), '하늘은행 이체 1원 ' + '가 '.repeat(2000)])
      readDepositMessage(text, { ...context, templates });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

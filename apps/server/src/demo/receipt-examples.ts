import { setTimeout as sleep } from 'node:timers/promises';
import type { CashReceiptsOfStay } from '@munjigi/contract';
import type { FreeStay } from './channel-example.ts';
import type { HeadOffice } from './head-office.ts';

interface Example {
  readonly guestName: string;
  readonly purpose: 'INCOME' | 'EXPENSE';
  readonly number: string;
  readonly isRefunded?: true;
}

const ATTEMPT_MS = 100;
const MOST_ATTEMPTS = 100;

/** A number with the ending that the virtual provider does not know is refused (CR-9). */
const EXAMPLES: readonly Example[] = [
  { guestName: '소득님', purpose: 'INCOME', number: '010-0000-9111' },
  { guestName: '회사님', purpose: 'EXPENSE', number: '120-81-47521' },
  { guestName: '환불님', purpose: 'INCOME', number: '010-0000-9112', isRefunded: true },
  { guestName: '거절님', purpose: 'INCOME', number: '010-9113-0000' },
];

/** Cash receipts that are issued, cancelled by a refund, and refused (CR-14). */
export async function addDemoReceipts(office: HeadOffice, storeId: string, stays: readonly FreeStay[]): Promise<void> {
  await office.ask('POST', `/store/${storeId}/cash-receipt-settings`, {
    issuer: 'TOSS',
    isSelfIssueOn: true,
    thresholdAmount: 100_000,
    deadlineDays: 5,
    version: 0,
  });
  for (const [index, example] of EXAMPLES.entries()) {
    const stay = stays[index];
    if (stay !== undefined) await addReceipt(office, stay, example, index);
  }
}

async function addReceipt(office: HeadOffice, stay: FreeStay, example: Example, index: number): Promise<void> {
  const { guestName, purpose, number, isRefunded } = example;
  const { id, priceAmount } = await office.ask<{ id: string; priceAmount: number }>('POST', '/reservation', {
    ...stay,
    guestName,
    guestPhone: `010-0000-912${index}`,
    headCount: 2,
  });
  if (priceAmount === 0) return;
  await office.ask('POST', `/reservation/${id}/cash-receipt`, { purpose, number });
  const payment = await office.ask<{ id: string; version: number }>('POST', '/payment', {
    reservationId: id,
    method: 'CASH',
    amount: priceAmount,
  });
  if (!isRefunded) return;
  await waitForIssue(office, id);
  await office.ask('POST', `/payment/${payment.id}/refund`, { version: payment.version, reason: '손님 요청' });
}

/** A refund before the issue needs no cancellation (CR-5), so the example waits, but not for ever. */
async function waitForIssue(office: HeadOffice, reservationId: string): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { receipts } = await office.ask<CashReceiptsOfStay>('GET', `/reservation/${reservationId}/cash-receipt`);
    if (receipts.some(({ state }) => state === 'ISSUED')) return;
    await sleep(ATTEMPT_MS);
  }
}

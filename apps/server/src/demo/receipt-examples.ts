import type { FreeStay } from './channel-example.ts';
import type { HeadOffice } from './head-office.ts';

interface Example {
  readonly guestName: string;
  readonly purpose: 'INCOME' | 'EXPENSE';
  readonly number: string;
  readonly isRefunded?: true;
}

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
  if (isRefunded)
    await office.ask('POST', `/payment/${payment.id}/refund`, { version: payment.version, reason: '손님 요청' });
}

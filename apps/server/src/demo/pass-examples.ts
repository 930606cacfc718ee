import type { HeadOffice } from './head-office.ts';

/** What the store sells, with a pass of each kind and an unclaimed gift (PS-1, PS-2, PS-7). */
export async function addDemoPasses(office: HeadOffice, storeId: string): Promise<void> {
  const offer = async (terms: Readonly<Record<string, unknown>>) =>
    (await office.ask<{ id: string }>('POST', '/pass-offer', { storeId, roomIds: [], ...terms })).id;
  const hours = await offer({ name: '10시간권', unit: 'MINUTES', units: 600, priceAmount: 90_000, validDays: 90 });
  const credit = await offer({
    name: '20만원 충전권',
    unit: 'WON',
    units: 220_000,
    priceAmount: 200_000,
    validDays: 365,
  });
  const sales = [
    { offerId: hours, guestName: '단골님', guestPhone: '010-0000-9106', method: 'CARD' },
    { offerId: credit, guestName: '동아리', guestPhone: '010-0000-9107', method: 'TRANSFER' },
    { offerId: hours, guestName: '선물님', guestPhone: '010-0000-9108', method: 'CARD', isGift: true },
  ];
  for (const sale of sales) await office.ask('POST', '/pass', sale);
}

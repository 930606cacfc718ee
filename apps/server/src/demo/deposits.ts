import { groupDigits, likenessOf, maskName } from '@munjigi/rules';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import { storeActor } from '../db/index.ts';
import { listStoreKeys } from '../modules/stores/index.ts';
import { signInToHeadOffice } from './head-office.ts';
import { seededRandom } from './random.ts';
import { WORLD } from './world.ts';

const MINUTE_MS = 60_000;
const MOST_AUTOMATIC_WON = 200_000;
/** Names of payers that differ from the guest's name. */
const OTHERS = ['한솔상사', '엄마', '별빛모임'] as const;

interface Unpaid {
  readonly name: string;
  /** The due amount in won. */
  readonly due: number;
}

/**
 * Adds transfers of the last hours to each store, reported by the phone on its counter: some match automatically, and
 * three need a person. Does nothing in a store that has deposits.
 */
export async function addDemoDeposits(app: App, now: Date): Promise<void> {
  const stores = await listStoreKeys(app.db);
  for (const product of WORLD) {
    const office = await signInToHeadOffice(app, product);
    if (!office) continue;
    const { items } = await office.ask<{ items: { id: string; timeZone: string }[] }>('GET', '/store?limit=200');
    for (const [number, store] of items.entries()) {
      const existing = await office.ask<{ total: number }>('GET', `/deposit?limit=1&storeId=${store.id}`);
      const productId = stores.find(({ storeId }) => storeId === store.id)?.productId;
      if (existing.total > 0 || productId === undefined) continue;
      const unpaid = await findUnpaid(app, { productId, storeId: store.id, now });
      if (unpaid.length === 0) continue;
      const { token } = await office.ask<{ token: string }>('POST', '/deposit-relay', {
        storeId: store.id,
        name: '카운터 휴대폰',
        mostAutomaticAmount: MOST_AUTOMATIC_WON,
      });
      for (const text of textsOf(unpaid, { now, number, timeZone: store.timeZone }))
        await relay(app, { slug: product.slug, token, text });
    }
    await office.signOut();
  }
}

/** Upcoming reservations that are not fully paid and whose guest's name is unique, soonest first. */
async function findUnpaid(
  app: App,
  { productId, storeId, now }: { productId: string; storeId: string; now: Date },
): Promise<Unpaid[]> {
  const rows = await app.db.withActor(storeActor(productId, storeId), (tx) =>
    tx
      .selectFrom('reservations')
      .select(['guest_name', 'price_amount', 'paid_amount', 'waived_amount', 'created_at', 'starts_at', 'state'])
      .where('store_id', '=', storeId)
      .where('kind', '=', 'GUEST')
      .where('starts_at', '>=', new Date(now.getTime() - 8 * 24 * 60 * MINUTE_MS))
      .where(sql<boolean>`price_amount > paid_amount + waived_amount`)
      .orderBy('starts_at')
      .execute(),
  );
  const isAlone = (name: string) =>
    rows.filter((row) => likenessOf(name, row.guest_name) !== 'NONE' || likenessOf(row.guest_name, name) !== 'NONE')
      .length === 1;
  return rows
    .filter(
      (row) =>
        row.state === 'CONFIRMED' &&
        row.starts_at > now &&
        row.created_at.getTime() < now.getTime() - 240 * MINUTE_MS &&
        isAlone(row.guest_name),
    )
    .map((row) => ({ name: row.guest_name, due: row.price_amount - row.paid_amount - row.waived_amount }))
    .filter((item) => item.due > 5000 && item.due <= MOST_AUTOMATIC_WON)
    .slice(0, 6);
}

/** Texts in a bank's format. Those at positions 3 to 5 need a person's decision. */
function textsOf(
  unpaid: readonly Unpaid[],
  { now, number, timeZone }: { now: Date; number: number; timeZone: string },
): string[] {
  const random = seededRandom(31_000 + number);
  let [minutes, balance] = [random.int(190, 230), random.int(200, 900) * 10_000];
  return unpaid.map(({ name, due }, place) => {
    minutes -= random.int(11, 34);
    const [from, amount] =
      place === 3
        ? [maskName(name), due]
        : place === 4
          ? [name, due - 5000]
          : place === 5
            ? [random.pick(OTHERS), due]
            : [name, due];
    balance += amount;
    return `[Web발신][KB]${clockText(new Date(now.getTime() - minutes * MINUTE_MS), timeZone)} 123456**789 ${from} 전자금융입금 ${groupDigits(amount)} 잔액${groupDigits(balance)}`;
  });
}

/** A date and time such as `11/21 15:04`. */
function clockText(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('month')}/${of('day')} ${of('hour')}:${of('minute')}`;
}

async function relay(app: App, { slug, token, text }: { slug: string; token: string; text: string }): Promise<void> {
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/v2/${slug}/deposit/relay`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain; charset=utf-8' },
    payload: text,
  });
  if (response.statusCode !== 200) throw new Error(`A transfer of the demo was refused: ${response.body}`);
}

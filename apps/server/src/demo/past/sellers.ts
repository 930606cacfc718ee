import { PRIVACY_TEMPLATE } from '@munjigi/texts/privacy-policy';
import type { Tx } from '../../db/index.ts';

/** Where the stores of the demo are, and the numbers of their mail-order registrations. All numbers are invented. */
const PLACES: Readonly<Record<string, { latitude: number; longitude: number; mailOrder: string | null }>> = {
  'playroom/gangnam': { latitude: 37.5001, longitude: 127.0364, mailOrder: '2024-서울강남-01520' },
  'playroom/hongdae': { latitude: 37.5563, longitude: 126.9236, mailOrder: '2025-서울마포-01760' },
  'playroom/seomyeon': { latitude: 35.1577, longitude: 129.0592, mailOrder: null },
  'studyroom/sinchon': { latitude: 37.5585, longitude: 126.9368, mailOrder: null },
};

interface DemoSeller {
  readonly productId: string;
  readonly storeId: string;
  readonly mqttPrefix: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly owner: string;
  readonly now: Date;
}

/** Writes who sells the stays of a store, where it is, and the privacy policy of its chain; later edits stay. */
export async function seedSeller(tx: Tx, demo: DemoSeller): Promise<void> {
  const { productId, storeId, mqttPrefix, now } = demo;
  const place = PLACES[mqttPrefix];
  if (place === undefined) throw new Error(`The demo has no place of ${mqttPrefix}`);
  const of = { product_id: productId, store_id: storeId, id: storeId };
  const change = { changed_at: now, changed_by_name: demo.owner };
  const { mailOrder, latitude, longitude } = place;
  await tx
    .insertInto('store_sellers')
    .values({
      ...of,
      kind: 'STORE',
      legal_name: `문지기 ${demo.name}`,
      representative: demo.owner,
      mail_order_number: mailOrder ?? '',
      mail_order_exemption: mailOrder === null ? 'SIMPLIFIED_TAXPAYER' : null,
      address: demo.address,
      phone: demo.phone,
      email: `${mqttPrefix.split('/')[1] ?? 'store'}@playroom.example`,
      hosting_provider: '문지기',
      ...change,
    })
    .onConflict((builder) => builder.doNothing())
    .execute();
  await tx
    .insertInto('store_locations')
    .values({ ...of, latitude, longitude })
    .onConflict((builder) => builder.doNothing())
    .execute();
  await tx
    .insertInto('privacy_policies')
    .values({
      product_id: productId,
      version: 1,
      effective_on: '2026-01-01',
      officer_name: '김본부',
      officer_contact: 'privacy@playroom.example',
      processors: JSON.stringify(PRIVACY_TEMPLATE.processors),
      body: PRIVACY_TEMPLATE.kr,
      body_en: PRIVACY_TEMPLATE.en,
      ...change,
    })
    .onConflict((builder) => builder.doNothing())
    .execute();
}

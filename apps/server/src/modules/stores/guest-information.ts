import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, editGuestInformation, GuestInformation, Location } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import {
  hasCapabilityAt,
  invalidInput,
  notFound,
  staleProblem,
  type Person,
  type UnitOfWork,
} from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { keepBookingReady } from './sellers/booking-readiness.ts';
import { findStore, selectStoreForUpdate, toStore, type StoreRow } from './stores.sql.ts';

/** What the page of a guest says about the store (GP-2). */

export async function readGuestInformation(tx: Tx, actor: Person, storeId: string): Promise<GuestInformation> {
  const [row, location] = await Promise.all([findStore(tx, storeId), findLocation(tx, storeId)]);
  if (!row) throw notFound();
  const information = toGuestInformation(row, location);
  return hasCapabilityAt(actor, 'stores:write', storeId) ? information : { ...information, wifiPassword: null };
}

/** Refuses a stale version (AP-4). Removing the network's name removes its password. */
export async function changeGuestInformation(
  work: UnitOfWork,
  storeId: string,
  { version, ...sent }: BodyOf<typeof editGuestInformation>,
): Promise<GuestInformation> {
  const { tx, actor } = work;
  const row = await selectStoreForUpdate(tx, storeId);
  if (!row) throw notFound();
  const before = toGuestInformation(row, await findLocation(tx, storeId));
  if (before.version !== version) throw staleProblem(before);
  const edited: GuestInformation = Object.assign({}, before, sent);
  if (edited.wifiName === '') {
    if (sent.wifiPassword !== undefined && sent.wifiPassword !== '')
      throw invalidInput([{ path: 'wifiName', code: 'required', message: 'A password needs the name of its network' }]);
    edited.wifiPassword = '';
  }
  const save = tx
    .updateTable('stores')
    .set({
      guest_address_en: edited.addressEn,
      guest_directions: edited.directions,
      guest_directions_en: edited.directionsEn,
      guest_map_url: edited.mapUrl,
      guest_house_rules: edited.houseRules,
      guest_house_rules_en: edited.houseRulesEn,
      guest_wifi_name: edited.wifiName,
      guest_wifi_password: edited.wifiPassword ?? '',
      booking_is_open: edited.bookingIsOpen,
      booking_terms: edited.bookingTerms,
      booking_terms_en: edited.bookingTermsEn,
      guest_page_months: edited.pageMonths,
      version: version + 1,
    })
    .where('id', '=', storeId)
    .returningAll();
  const stored = await keepBookingReady(tx, storeId, () => save.executeTakeFirstOrThrow());
  if (!isDeepStrictEqual(before.location, edited.location)) await saveLocation(tx, stored, edited.location);
  const after = toGuestInformation(stored, edited.location);
  await publish(tx, { productId: actor.productId, storeId, name: 'store.changed', data: toStore(stored) });
  await recordChange(work, {
    storeId,
    action: 'store.guest-information-changed',
    subject: { kind: 'store', id: storeId },
    detail: changed(before, after),
  });
  return after;
}

export async function findLocation(tx: Tx, storeId: string): Promise<Location | null> {
  const row = await tx
    .selectFrom('store_locations')
    .select(['latitude', 'longitude'])
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row ?? null;
}

/** The caller has locked the store. */
async function saveLocation(tx: Tx, { product_id: productId, id }: StoreRow, location: Location | null): Promise<void> {
  if (location === null) {
    await tx.deleteFrom('store_locations').where('store_id', '=', id).execute();
    return;
  }
  await tx
    .insertInto('store_locations')
    .values({ product_id: productId, store_id: id, id, ...location })
    .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet(location))
    .execute();
}

function toGuestInformation(row: StoreRow, location: Location | null): GuestInformation {
  return {
    storeId: row.id,
    addressEn: row.guest_address_en,
    directions: row.guest_directions,
    directionsEn: row.guest_directions_en,
    mapUrl: row.guest_map_url,
    location,
    houseRules: row.guest_house_rules,
    houseRulesEn: row.guest_house_rules_en,
    wifiName: row.guest_wifi_name,
    wifiPassword: row.guest_wifi_password,
    bookingIsOpen: row.booking_is_open,
    bookingTerms: row.booking_terms,
    bookingTermsEn: row.booking_terms_en,
    pageMonths: row.guest_page_months,
    version: row.version,
  };
}

const RECORDED = [
  'addressEn',
  'directions',
  'directionsEn',
  'mapUrl',
  'location',
  'houseRules',
  'houseRulesEn',
  'wifiName',
  'bookingIsOpen',
  'bookingTerms',
  'bookingTermsEn',
  'pageMonths',
] as const;

/** The changed fields, before and after. Of the password only that it changed. */
function changed(before: GuestInformation, after: GuestInformation): Readonly<Record<string, unknown>> {
  const fields = RECORDED.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const of = (item: GuestInformation) => Object.fromEntries(fields.map((field) => [field, item[field]]));
  const isPasswordChanged = before.wifiPassword !== after.wifiPassword;
  return { before: of(before), after: of(after), ...(isPasswordChanged && { isWifiPasswordChanged: true }) };
}

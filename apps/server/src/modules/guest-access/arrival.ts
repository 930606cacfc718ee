import type { GuestPage } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { notFound, type FileReply, type GuestCaller } from '../../http/index.ts';
import type { ReservationDoors } from '../access-codes/index.ts';
import type { ReservationRow } from '../reservations/index.ts';
import { permitReadingWifi } from './guest-permissions.ts';

/** How a guest gets in and what applies in the room (GP-2). Every query runs as `munjigi_guest`. */

interface ArrivalRow {
  readonly address_en: string;
  readonly directions: string;
  readonly directions_en: string;
  readonly map_url: string;
  readonly house_rules: string;
  readonly house_rules_en: string;
  readonly wifi_name: string;
  readonly wifi_password: string;
  readonly access_before_minutes: number;
  readonly access_after_minutes: number;
  readonly room_directions: string;
  readonly room_directions_en: string;
  readonly amenities: string[];
  readonly photo: GuestPage['arrival']['photo'];
}

export async function readArrival(tx: Tx, reservationId: string): Promise<ArrivalRow> {
  const { rows } = await sql<ArrivalRow>`
    select s.guest_address_en as address_en, s.guest_directions as directions, s.guest_directions_en as directions_en,
      s.guest_map_url as map_url, s.guest_house_rules as house_rules, s.guest_house_rules_en as house_rules_en,
      s.guest_wifi_name as wifi_name, s.guest_wifi_password as wifi_password, s.access_before_minutes,
        s.access_after_minutes,
      m.guest_directions as room_directions, m.guest_directions_en as room_directions_en, m.amenities,
      (select json_build_object('id', p.id, 'width', p.width, 'height', p.height) from room_photos p
       where p.store_id = m.store_id and p.room_id = m.id order by p.sort_order, p.id limit 1) as photo
    from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id
      join rooms m on m.store_id = r.store_id and m.id = r.room_id
    where r.id = ${reservationId}`.execute(tx);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

interface Stay {
  readonly row: ReservationRow;
  readonly doors: ReservationDoors;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Leaves the Wi-Fi out outside the access window, and what leads into the room after the acts have ended (GT-3). */
export function toArrival(arrival: ArrivalRow, { row, doors, now, expiresAt }: Stay): GuestPage['arrival'] {
  const { isAllowed, until } = permitReadingWifi(row, doors, arrival, now);
  const isOver = now >= expiresAt;
  const hasWifi = arrival.wifi_name !== '' && isAllowed && until !== null;
  return {
    addressEn: arrival.address_en,
    directions: isOver ? '' : arrival.directions,
    directionsEn: isOver ? '' : arrival.directions_en,
    mapUrl: arrival.map_url,
    houseRules: isOver ? '' : arrival.house_rules,
    houseRulesEn: isOver ? '' : arrival.house_rules_en,
    roomDirections: isOver ? '' : arrival.room_directions,
    roomDirectionsEn: isOver ? '' : arrival.room_directions_en,
    amenities: arrival.amenities,
    wifi: hasWifi ? { name: arrival.wifi_name, password: arrival.wifi_password, until } : null,
    photo: arrival.photo,
  };
}

/** A photo of the room of the reservation: the guest sees no other room. A picture never changes. */
export async function readGuestPhoto(tx: Tx, { storeId }: GuestCaller, photoId: string): Promise<FileReply> {
  const photo = await tx
    .selectFrom('room_photos')
    .select('large as bytes')
    .where('store_id', '=', storeId)
    .where('id', '=', photoId)
    .executeTakeFirst();
  if (!photo) throw notFound();
  return {
    type: 'image/webp',
    body: photo.bytes,
    headers: { 'cache-control': 'private, max-age=86400, immutable', vary: 'authorization' },
  };
}

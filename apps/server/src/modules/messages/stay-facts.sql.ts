import type { MessageLanguage } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import type { StayFacts } from './template-values.ts';

/** A reservation as its messages need it, with the settings of its store. */
export interface Stay extends StayFacts {
  readonly productId: string;
  readonly storeId: string;
  readonly reservationId: string;
  readonly state: string;
  readonly guestPhone: string;
  readonly guestEmail: string;
  readonly language: MessageLanguage;
  /** The kinds that the guest refuses (MS-15). */
  readonly refusedKinds: readonly string[];
  readonly phoneMark: Buffer | null;
  readonly createdAt: Date;
  readonly quietFrom: string | null;
  readonly quietUntil: string | null;
  readonly senderPhone: string;
  readonly senderEmail: string;
}

interface Row {
  readonly product_id: string;
  readonly store_id: string;
  readonly id: string;
  readonly state: string;
  readonly code: string;
  readonly guest_name: string;
  readonly guest_phone: string;
  readonly guest_email: string;
  readonly guest_language: string;
  readonly refused_kinds: string[];
  readonly phone_mark: Buffer | null;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly created_at: Date;
  readonly hold_expires_at: Date | null;
  readonly head_count: number;
  readonly price_amount: number;
  readonly paid_amount: number;
  readonly extension_amount: number | null;
  readonly refund_amount: number | null;
  readonly room_name: string;
  readonly store_name: string;
  readonly address: string;
  readonly phone: string;
  readonly time_zone: string;
  readonly access_before_minutes: number;
  readonly has_sender: boolean;
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  readonly sender_phone: string | null;
  readonly sender_email: string | null;
}

/** Reads what holds now for a reservation. Its guest's data is opened. */
export async function readStay(
  tx: Tx,
  of: { readonly store_id: string; readonly reservation_id: string },
  defaults: { readonly quietFrom: string; readonly quietUntil: string },
): Promise<Stay> {
  const { rows } = await sql<Row>`
    select r.product_id, r.store_id, r.id, r.state, r.code, r.guest_name, r.guest_phone, r.guest_email, r.guest_language, r.phone_mark, r.starts_at, r.ends_at, r.created_at, r.hold_expires_at,
      r.head_count, r.price_amount, r.paid_amount, r.extension_amount, r.refund_amount, o.name as room_name, s.name as store_name, s.address, s.phone, s.time_zone,
      s.access_before_minutes, n.id is not null as has_sender, n.quiet_from, n.quiet_until, n.sender_phone, n.sender_email,
      array(select distinct u.kind from message_opt_outs u where u.product_id = r.product_id and u.phone_mark = r.phone_mark) as refused_kinds
    from reservations r
    join rooms o on o.store_id = r.store_id and o.id = r.room_id
    join stores s on s.product_id = r.product_id and s.id = r.store_id
    left join message_senders n on n.store_id = r.store_id
    where r.store_id = ${of.store_id} and r.id = ${of.reservation_id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A message names a reservation that its store does not have');
  return toStay(row, defaults);
}

function toStay(row: Row, defaults: { readonly quietFrom: string; readonly quietUntil: string }): Stay {
  return {
    productId: row.product_id,
    storeId: row.store_id,
    reservationId: row.id,
    state: row.state,
    guestName: row.guest_name,
    guestPhone: row.guest_phone,
    guestEmail: row.guest_email,
    language: row.guest_language as MessageLanguage,
    refusedKinds: row.refused_kinds,
    phoneMark: row.phone_mark,
    storeName: row.store_name,
    storeAddress: row.address,
    storePhone: row.phone,
    timeZone: row.time_zone,
    roomName: row.room_name,
    code: row.code,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    createdAt: row.created_at,
    accessFrom: new Date(row.starts_at.getTime() - row.access_before_minutes * 60_000),
    headCount: row.head_count,
    priceAmount: row.price_amount,
    paidAmount: row.paid_amount,
    extensionAmount: row.extension_amount ?? 0,
    holdExpiresAt: row.hold_expires_at,
    refundAmount: row.refund_amount ?? 0,
    quietFrom: row.has_sender ? row.quiet_from : defaults.quietFrom,
    quietUntil: row.has_sender ? row.quiet_until : defaults.quietUntil,
    senderPhone: row.sender_phone ?? '',
    senderEmail: row.sender_email ?? '',
  };
}

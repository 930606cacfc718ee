import type { MessageLanguage } from '@munjigi/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { phoneMarksOf } from '../../reservations/index.ts';
import type { StayFacts } from './template-values.ts';

/** A reservation as its messages need it, with the settings of its store. */
export interface Stay extends StayFacts {
  readonly productId: string;
  readonly storeId: string;
  readonly reservationId: string;
  readonly roomId: string;
  readonly state: string;
  readonly guestPhone: string;
  readonly guestEmail: string;
  readonly language: MessageLanguage;
  /** The kinds that the guest refuses (MS-15). */
  readonly refusedKinds: readonly string[];
  /** The keyed hash of the phone with the newest key. */
  readonly phoneMark: Buffer | null;
  /** Its keyed hashes with all keys: a row of another table has one of them (PD-3). */
  readonly phoneMarks: readonly Buffer[];
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
  readonly room_id: string;
  readonly state: string;
  readonly code: string;
  readonly guest_name: string;
  readonly guest_phone: string;
  readonly guest_email: string;
  readonly guest_language: MessageLanguage;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly created_at: Date;
  readonly hold_expires_at: Date | null;
  readonly head_count: number;
  readonly price_amount: number;
  readonly paid_amount: number;
  readonly waived_amount: number;
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
    select r.product_id, r.store_id, r.id, r.room_id, r.state, r.code, r.guest_name, r.guest_phone, r.guest_email,
      r.guest_language, r.starts_at, r.ends_at, r.created_at, r.hold_expires_at,
      r.head_count, r.price_amount, r.paid_amount, r.waived_amount, r.extension_amount, r.refund_amount,
        o.name as room_name, s.name as store_name, s.address, s.phone, s.time_zone,
      s.access_before_minutes, n.id is not null as has_sender, n.quiet_from, n.quiet_until, n.sender_phone,
        n.sender_email
    from reservations r
    join rooms o on o.store_id = r.store_id and o.id = r.room_id
    join stores s on s.product_id = r.product_id and s.id = r.store_id
    left join message_senders n on n.store_id = r.store_id
    where r.store_id = ${of.store_id} and r.id = ${of.reservation_id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A message names a reservation that its store does not have');
  const phoneMarks = phoneMarksOf(tx, row.guest_phone);
  const refusedKinds = await findRefusedKinds(tx, { productId: row.product_id, reservationId: row.id, phoneMarks });
  return { ...toStayFacts(row, defaults), refusedKinds, phoneMark: phoneMarks[0] ?? null, phoneMarks };
}

/** A condition on refusals: those of every stay of the phone, and those of this stay alone (MS-15). */
export function holdsFor(reservationId: string) {
  return (eb: ExpressionBuilder<Tables, 'message_opt_outs'>) =>
    eb.or([eb('reservation_id', 'is', null), eb('reservation_id', '=', reservationId)]);
}

/** A refusal can have the keyed hash of another key than the reservation, so the hashes of all keys are compared. */
async function findRefusedKinds(
  tx: Tx,
  { productId, reservationId, phoneMarks }: Pick<Stay, 'productId' | 'reservationId' | 'phoneMarks'>,
): Promise<string[]> {
  if (phoneMarks.length === 0) return [];
  const rows = await tx
    .selectFrom('message_opt_outs')
    .select('kind')
    .distinct()
    .where('product_id', '=', productId)
    .where('phone_mark', 'in', phoneMarks)
    .where(holdsFor(reservationId))
    .execute();
  return rows.map(({ kind }) => kind);
}

function toStayFacts(
  row: Row,
  defaults: { readonly quietFrom: string; readonly quietUntil: string },
): Omit<Stay, 'refusedKinds' | 'phoneMark' | 'phoneMarks'> {
  return {
    productId: row.product_id,
    storeId: row.store_id,
    reservationId: row.id,
    roomId: row.room_id,
    state: row.state,
    guestName: row.guest_name,
    guestPhone: row.guest_phone,
    guestEmail: row.guest_email,
    language: row.guest_language,
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
    waivedAmount: row.waived_amount,
    extensionAmount: row.extension_amount ?? 0,
    holdExpiresAt: row.hold_expires_at,
    refundAmount: row.refund_amount ?? 0,
    quietFrom: row.has_sender ? row.quiet_from : defaults.quietFrom,
    quietUntil: row.has_sender ? row.quiet_until : defaults.quietUntil,
    senderPhone: row.sender_phone ?? '',
    senderEmail: row.sender_email ?? '',
  };
}

import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import type { Person } from '../../http/index.ts';
import { matchStores } from './overview.sql.ts';

export interface SetupRow {
  readonly id: string;
  readonly name: string;
  readonly is_closed: boolean;
  readonly has_hours: boolean;
  readonly has_rooms: boolean;
  readonly has_doors: boolean;
  /** Whether one of its doors was opened through the server and confirmed it. */
  readonly has_opened: boolean;
  readonly has_prices: boolean;
  /** A provider takes payments for the product or the store, or the store has recorded one. */
  readonly has_payment: boolean;
  /** Whether a person other than the caller works for the product. */
  readonly has_people: boolean;
  readonly has_reservation: boolean;
  /** Whether a person has set the on-call rules, also if they are switched off. */
  readonly has_on_call: boolean;
}

/** The stores that the person has access to, or the requested one, with what each has, oldest first. */
export async function findSetups(
  tx: Tx,
  { storeIds, userId }: Person,
  storeId: string | undefined,
): Promise<SetupRow[]> {
  const { rows } = await sql<SetupRow>`
    select s.id, s.name, s.closed_at is not null as is_closed, s.hours <> '[]' as has_hours,
      exists (select from rooms r where r.store_id = s.id and r.archived_at is null) as has_rooms,
      exists (select from device_links l where l.store_id = s.id and l.target_kind = 'DOOR' and l.removed_at is null)
        as has_doors,
      exists (select from device_links l where l.store_id = s.id and l.target_kind = 'DOOR' and l.removed_at is null
        and exists (
        select from device_history h where h.store_id = l.store_id and h.target_id = l.target_id and h.action = 'OPEN'
          and h.status = 'EXECUTED')) as has_opened,
      exists (select from price_policies p where p.store_id = s.id and p.deleted_at is null) as has_prices,
      exists (select from payment_providers p where p.product_id = s.product_id)
        or exists (select from store_merchants m where m.store_id = s.id and m.ended_at is null)
        or exists (select from payments p where p.store_id = s.id) as has_payment,
      exists (select from users u where u.product_id = s.product_id and u.id <> ${userId} and u.state = 'ACTIVE')
        as has_people,
      exists (select from reservations r where r.store_id = s.id and r.kind = 'GUEST') as has_reservation,
      exists (select from on_call_rules o where o.store_id = s.id) as has_on_call
    from stores s where ${matchStores(storeIds, storeId)} order by s.created_at, s.id`.execute(tx);
  return rows;
}

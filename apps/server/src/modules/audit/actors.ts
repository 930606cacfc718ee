import type { AuditActor, listAuditActors, ReplyOf } from '@munjigi/contract';
import { sql } from 'kysely';
import { readInOrder, type Tx } from '../../db/index.ts';

const MOST = 500;

/**
 * Lists the persons and API keys of the log, each with the label of their newest row. A skip scan over the index reads
 * no other rows. Guests are left out: each reservation has its own, and the filter finds them by the reservation.
 */
export async function listActors(tx: Tx): Promise<ReplyOf<typeof listAuditActors>> {
  readInOrder(tx);
  const { rows } = await sql<AuditActor>`
    with recursive found (id, place) as (
      (select actor_id, 1 from audit_log
       where product_id = (select actor_product()) and actor_id is not null and actor_kind <> 'GUEST'
       order by actor_id limit 1)
      union all
      select (select l.actor_id from audit_log l
              where l.product_id = (select actor_product()) and l.actor_id > found.id and l.actor_kind <> 'GUEST'
              order by l.actor_id limit 1), place + 1
      from found where found.id is not null and place < ${sql.lit(MOST)}
    )
    select f.id, newest.kind, newest.label from found f cross join lateral (
      select l.actor_kind as kind, l.actor_label as label from audit_log l
      where l.product_id = (select actor_product()) and l.actor_id = f.id order by l.at desc, l.seq desc limit 1) newest
    where f.id is not null`.execute(tx);
  const items = rows.sort((a, b) => a.label.localeCompare(b.label, 'ko') || (a.id < b.id ? -1 : 1));
  return { total: items.length, items };
}

import type { Door } from '@munjigi/contract';
import { statement, storeActor } from '../../../db/index.ts';
import type { StoreKey } from '../../stores/index.ts';
import type { DeviceDeps } from '../commands/deps.ts';
import { selectLinkForUpdate } from '../commands/devices.sql.ts';

/** How often a member could not be read between two instants, with the last text that the device sent. */
export interface OddCount {
  readonly member: string;
  readonly text: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** The link of a device that sent odd members. */
export interface OddLink {
  readonly store: StoreKey;
  readonly linkId: string;
}

/** A device has few members; more are names that a stranger made up. */
export const MOST_ODD_PER_LINK = 20;

/** Adds the counts to the odd members of a link, at most 20, and publishes its door or device. */
export async function saveOddMembers(
  { db, watcher }: DeviceDeps,
  { store: { productId, storeId }, linkId }: OddLink,
  counts: readonly OddCount[],
): Promise<void> {
  await db.withActor(storeActor(productId, storeId), async (tx) => {
    const link = await selectLinkForUpdate(tx, { storeId, linkId });
    if (!link || link.removed_at !== null) return;
    for (const { member, text, count, firstAt, lastAt } of counts) {
      await tx.executeQuery(statement`
        insert into device_odd_members as present
          (product_id, store_id, link_id, member, text, count, first_at, last_at)
        select ${productId}::uuid, ${storeId}::uuid, ${linkId}::uuid, ${member}, ${text}, ${count}::bigint,
          ${firstAt}::timestamptz, ${lastAt}::timestamptz
        where (select count(*) from device_odd_members o where o.store_id = ${storeId} and o.link_id = ${linkId}
          and o.member <> ${member}) < ${MOST_ODD_PER_LINK}
        on conflict (store_id, link_id, member)
          do update set text = excluded.text, count = present.count + excluded.count, last_at = excluded.last_at`);
    }
    await watcher.linkChanged(tx, link);
  });
}

/** The column `odd_members` of a query with the link `l`: `OddMemberRow[]`, the newest first. */
export const ODD_MEMBERS_COLUMN = `coalesce((
    select jsonb_agg(jsonb_build_object('member', o.member, 'text', o.text, 'count', o.count, 'lastAt', o.last_at)
      order by o.last_at desc, o.member)
    from device_odd_members o where o.store_id = l.store_id and o.link_id = l.id), '[]') as odd_members`;

export interface OddMemberRow {
  readonly member: string;
  readonly text: string;
  readonly count: number;
  /** As PostgreSQL prints it in JSON. */
  readonly lastAt: string;
}

export function toOddMembers(rows: readonly OddMemberRow[]): Door['oddMembers'] {
  return rows.map((row) => ({ ...row, lastAt: new Date(row.lastAt).toISOString() }));
}

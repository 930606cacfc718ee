import { statement, type Actor, type Database } from '../../db/index.ts';
import type { ChainPlace } from './chain.ts';

/** A stored row; `detail` as text, because its numbers can be more precise than those of JavaScript. */
export interface StoredRow {
  readonly seq: number;
  readonly id: string;
  readonly at: Date;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly actor_label: string;
  readonly address: string | null;
  readonly store_id: string | null;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string | null;
  readonly detail: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

export function readChain(
  db: Database,
  actor: Actor,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<StoredRow[]> {
  return db.doAtOnce(
    actor,
    statement<StoredRow>`
    select seq, id, at, actor_kind, actor_id, actor_label, address, store_id, action, subject_kind, subject_id,
      detail::text as detail, previous_hash, hash
    from audit_log where product_id = (select actor_product()) and seq > ${after} order by seq limit ${limit}`,
  );
}

export interface ChainEnd {
  readonly head: ChainPlace | null;
  /** Whether the head and its row have the same previous hash. A head without one counts as equal. */
  readonly isHeadOfItsRow: boolean;
  /** The number of the last row; `null` for an empty log. */
  readonly lastSeq: number | null;
}

/** Reads the head and the last row in one statement. */
export async function readEndOfChain(db: Database, actor: Actor): Promise<ChainEnd> {
  const [row] = await db.doAtOnce(
    actor,
    statement<{ seq: number | null; hash: Buffer | null; is_of_its_row: boolean | null; last_seq: number | null }>`
    select h.seq, h.hash, l.previous_hash = h.previous_hash as is_of_its_row,
      (select max(n.seq) from audit_log n where n.product_id = (select actor_product())) as last_seq
    from (select) as one left join audit_heads h on h.product_id = (select actor_product()) left join audit_log l
      on l.product_id = h.product_id and l.seq = h.seq`,
  );
  const head = row?.hash == null || row.seq === null ? null : { seq: row.seq, hash: row.hash };
  return { head, isHeadOfItsRow: row?.is_of_its_row !== false, lastSeq: row?.last_seq ?? null };
}

/** Whether the stored detail and the parsed one are equal as jsonb. */
export async function areEqualDetails(db: Database, actor: Actor, stored: string, read: string): Promise<boolean> {
  const [row] = await db.doAtOnce(
    actor,
    statement<{ is_equal: boolean }>`select ${stored}::jsonb = ${read}::jsonb as is_equal`,
  );
  return row?.is_equal === true;
}

import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { statement, writeBehind, type Tx } from '../../db/index.ts';

export interface AuditEntry {
  readonly productId: string;
  readonly storeId: string | null;
  readonly at: Date;
  readonly actor: { readonly kind: 'PERSON' | 'CHANNEL' | 'SYSTEM'; readonly id: string | null; readonly label: string; readonly address: string | null };
  /** Verb and noun: `door.opened`, `session.started`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string | null };
  /** What changed, before → after; never a password, a code or a guest's data. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Appends to the product's chain, in one statement that nobody waits for: it fails with the transaction. Appends of one
 * product wait for each other from here to the commit, so call it late. Resolves at once.
 */
export async function record(tx: Tx, entry: AuditEntry): Promise<void> {
  const id = uuidv7();
  const detail = JSON.stringify(entry.detail);
  // The place in the chain is known to the database alone; the text around it is made here, where it is verified.
  const [before, after] = aroundSeq({ ...entry, id, detail: JSON.parse(detail) });
  const { productId, actor, subject } = entry;
  writeBehind(
    tx,
    statement`
    with head as (
      insert into audit_heads as head (product_id, seq, hash, previous_hash)
      values (${productId}, 1, sha256(${GENESIS}::bytea || convert_to(${before}::text || '1' || ${after}::text, 'UTF8')), ${GENESIS})
      on conflict (product_id) do update
        set seq = head.seq + 1, previous_hash = head.hash,
            hash = sha256(head.hash || convert_to(${before}::text || (head.seq + 1)::text || ${after}::text, 'UTF8'))
      returning seq, hash, previous_hash)
    insert into audit_log
      (product_id, seq, id, at, actor_kind, actor_id, actor_label, address, store_id, action, subject_kind, subject_id, detail, previous_hash, hash)
    select ${productId}, head.seq, ${id}, ${entry.at}, ${actor.kind}, ${actor.id}, ${actor.label}, ${actor.address}, ${entry.storeId},
           ${entry.action}, ${subject.kind}, ${subject.id}, ${detail}, head.previous_hash, head.hash
    from head`,
  );
}

/** What the first row of a product has before it. */
export const GENESIS: Buffer = Buffer.alloc(32);

type Row = AuditEntry & { readonly id: string };

/** SHA-256 over the hash before and the row in one fixed order. */
export function hashOf(previous: Buffer, row: Row & { readonly seq: number }): Buffer {
  const [before, after] = aroundSeq(row);
  return createHash('sha256').update(previous).update(`${before}${row.seq}${after}`).digest();
}

/** The row as a JSON array, up to its place in the chain and from there on; `detail` with its keys sorted, as jsonb forgets their order. */
function aroundSeq(row: Row): readonly [string, string] {
  const rest = [
    row.id, row.at.toISOString(), row.actor.kind, row.actor.id, row.actor.label, row.actor.address,
    row.storeId, row.action, row.subject.kind, row.subject.id, sorted(row.detail),
  ];
  return [`[${JSON.stringify(row.productId)},`, `,${JSON.stringify(rest).slice(1)}`];
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

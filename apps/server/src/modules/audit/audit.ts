import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';

export interface AuditEntry {
  readonly productId: string;
  readonly storeId: string | null;
  readonly at: Date;
  readonly actor: { readonly kind: 'PERSON' | 'SYSTEM'; readonly id: string | null; readonly label: string; readonly address: string | null };
  /** Verb and noun: `door.opened`, `session.started`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string | null };
  /** What changed, before → after; never a password, a code or a guest's data. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Appends to the product's chain. Appends of one product wait for each other from here to the commit, so call it late. */
export async function record(tx: Tx, entry: AuditEntry): Promise<void> {
  const { rows } = await sql<{ seq: number; hash: Buffer }>`
    insert into audit_heads as head (product_id, seq, hash) values (${entry.productId}, 0, ${Buffer.alloc(32)})
    on conflict (product_id) do update set seq = head.seq returning seq, hash`.execute(tx);
  const head = rows[0];
  if (!head) throw new Error('The audit chain of the product cannot be reached');
  const row = { ...entry, id: uuidv7(), seq: head.seq + 1 };
  const hash = hashOf(head.hash, row);
  await tx
    .with('head', (db) => db.updateTable('audit_heads').set({ seq: row.seq, hash }).where('product_id', '=', entry.productId))
    .insertInto('audit_log')
    .values({
      product_id: entry.productId,
      seq: row.seq,
      id: row.id,
      at: entry.at,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      actor_label: entry.actor.label,
      address: entry.actor.address,
      store_id: entry.storeId,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      detail: JSON.stringify(entry.detail),
      previous_hash: head.hash,
      hash,
    })
    .execute();
}

/** SHA-256 over the hash before and the row in one fixed order; `detail` with its keys sorted, as jsonb forgets their order. */
export function hashOf(previous: Buffer, row: AuditEntry & { readonly id: string; readonly seq: number }): Buffer {
  const fixed = [
    row.productId, row.seq, row.id, row.at.toISOString(), row.actor.kind, row.actor.id, row.actor.label, row.actor.address,
    row.storeId, row.action, row.subject.kind, row.subject.id, sorted(row.detail),
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(fixed)).digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

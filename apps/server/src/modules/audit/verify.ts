import type { Tx } from '../../db/index.ts';
import { GENESIS, hashOf } from './audit.ts';

export interface AuditFault {
  readonly seq: number;
  readonly what: 'MISSING' | 'CHANGED' | 'HEAD_DIFFERS';
}

const PAGE = 1000;

/** Walks the product's chain from its first row; resolves with the first fault, or `null` when every row is as it was written. */
export async function verifyAuditLog(tx: Tx, productId: string): Promise<AuditFault | null> {
  let expected = 1;
  let previous = GENESIS;
  for (;;) {
    const rows = await tx
      .selectFrom('audit_log')
      .selectAll()
      .where('product_id', '=', productId)
      .where('seq', '>=', expected)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      if (row.seq !== expected) return { seq: expected, what: 'MISSING' };
      const hash = hashOf(previous, {
        productId: row.product_id,
        storeId: row.store_id,
        at: row.at,
        actor: { kind: row.actor_kind as 'PERSON', id: row.actor_id, label: row.actor_label, address: row.address },
        action: row.action,
        subject: { kind: row.subject_kind, id: row.subject_id },
        detail: row.detail as Record<string, unknown>,
        id: row.id,
        seq: row.seq,
      });
      if (!hash.equals(row.hash) || !previous.equals(row.previous_hash)) return { seq: row.seq, what: 'CHANGED' };
      previous = row.hash;
      expected += 1;
    }
    if (rows.length < PAGE) break;
  }
  const head = await tx.selectFrom('audit_heads').select(['seq', 'hash']).where('product_id', '=', productId).executeTakeFirst();
  const isWhole = head ? head.seq === expected - 1 && head.hash.equals(previous) : expected === 1;
  return isWhole ? null : { seq: expected, what: 'HEAD_DIFFERS' };
}

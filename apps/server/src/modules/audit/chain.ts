import { createHash } from 'node:crypto';

/** The previous hash of the first row of a product. */
export const GENESIS: Buffer = Buffer.alloc(32);

/** A position in a chain and the hash of its row. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: Buffer;
}

/** The hashed content of a row: everything. */
export interface ChainRow {
  readonly productId: string;
  readonly id: string;
  readonly at: Date;
  readonly actor: {
    readonly kind: string;
    readonly id: string | null;
    readonly label: string;
    readonly address: string | null;
  };
  readonly storeId: string | null;
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string | null };
  readonly detail: unknown;
}

/** SHA-256 over the previous hash and the row in a fixed order. */
export function hashAuditRow(previous: Buffer, row: ChainRow & { readonly seq: number }): Buffer {
  const [before, after] = aroundSeq(row);
  return createHash('sha256').update(previous).update(`${before}${row.seq}${after}`).digest();
}

/**
 * The row as a JSON array, split before and after its position in the chain. The keys of `detail` are sorted, because
 * jsonb does not keep their order.
 */
export function aroundSeq(row: ChainRow): readonly [string, string] {
  const rest = [
    row.id,
    row.at.toISOString(),
    row.actor.kind,
    row.actor.id,
    row.actor.label,
    row.actor.address,
    row.storeId,
    row.action,
    row.subject.kind,
    row.subject.id,
    sorted(row.detail),
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

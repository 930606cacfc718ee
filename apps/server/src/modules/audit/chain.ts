import { createHash } from 'node:crypto';

/** What the first row of a product has before it. */
export const GENESIS: Buffer = Buffer.alloc(32);

/** How far a chain is known to be whole, and the hash there. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: Buffer;
}

/** A row, as far as its hash holds it: all of it. */
export interface ChainRow {
  readonly productId: string;
  readonly id: string;
  readonly at: Date;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly label: string; readonly address: string | null };
  readonly storeId: string | null;
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string | null };
  readonly detail: unknown;
}

/** SHA-256 over the hash before and the row in one fixed order. */
export function hashOf(previous: Buffer, row: ChainRow & { readonly seq: number }): Buffer {
  const [before, after] = aroundSeq(row);
  return createHash('sha256').update(previous).update(`${before}${row.seq}${after}`).digest();
}

/** The row as a JSON array, up to its place in the chain and from there on; `detail` with its keys sorted, as jsonb forgets their order. */
export function aroundSeq(row: ChainRow): readonly [string, string] {
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

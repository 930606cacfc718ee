import type { AuditVerification } from '@munjigi/contract';
import type { Actor, Database } from '../../db/index.ts';
import { GENESIS, hashAuditRow, type ChainPlace } from './chain.ts';
import { areEqualDetails, readChain, readEndOfChain, type StoredRow } from './chain.sql.ts';

export type AuditFault = NonNullable<AuditVerification['fault']>;

export const BEGINNING: ChainPlace = { seq: 0, hash: GENESIS };

export interface Walk {
  readonly from?: ChainPlace;
  /** Known positions from outside the log: a log that was truncated or rewritten differs from them. */
  readonly anchors?: readonly ChainPlace[];
  /** Stops after about this many rows. */
  readonly most?: number;
  readonly pageSize?: number;
  readonly onPage?: (seq: number) => void;
}

export interface Walked {
  /** The last valid row. */
  readonly end: ChainPlace;
  readonly fault: AuditFault | null;
  /** False when the walk stopped at `most`. */
  readonly isAtEnd: boolean;
}

const PAGE = 1000;
/** Reads rows before the first one too, because they are also a fault. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** Reads all rows of a product, like a person of head office. */
export function toVerifierActor(productId: string): Actor {
  return {
    kind: 'person',
    userId: productId,
    sessionId: productId,
    name: 'verify-audit',
    productId,
    roles: ['ADMIN'],
    storeIds: 'all',
    address: '',
  };
}

/**
 * Verifies the hashes of a product's chain row by row, without blocking writers. Each page is a short transaction, and
 * the next page is read while this one is verified.
 */
export async function verifyChain(db: Database, productId: string, walk: Walk = {}): Promise<Walked> {
  const { from = BEGINNING, anchors = [], most = Number.POSITIVE_INFINITY, pageSize = PAGE, onPage } = walk;
  const actor = toVerifierActor(productId);
  const read = (after: ChainPlace) => {
    const page = readChain(db, actor, { after: after.seq === 0 ? BEFORE_ALL : after.seq, limit: pageSize });
    // The caller that awaits the page handles the error; this prevents an unhandled rejection.
    page.catch(() => undefined);
    return page;
  };
  let end = from;
  let looked = 0;
  for (let page = await read(from); ;) {
    const last = page.at(-1);
    if (last === undefined) {
      const rest = await verifyEnd(db, actor, end, anchors);
      if (rest !== 'more') return { end, fault: rest, isAtEnd: true };
      page = await read(end);
      continue;
    }
    const next = read({ seq: last.seq, hash: last.hash });
    for (const row of page) {
      const fault = await faultOf({ db, actor, productId }, end, row);
      if (fault) return { end, fault, isAtEnd: true };
      end = { seq: row.seq, hash: row.hash };
    }
    const differing = anchors.find((anchor) =>
      page.some((row) => row.seq === anchor.seq && !row.hash.equals(anchor.hash)),
    );
    if (differing) return { end, fault: { seq: differing.seq, what: 'ANCHOR_DIFFERS' }, isAtEnd: true };
    onPage?.(end.seq);
    looked += page.length;
    if (looked >= most) return { end, fault: null, isAtEnd: false };
    page = await next;
  }
}

/** The chain of a product, and the actor that reads it. */
interface ChainReader {
  readonly db: Database;
  readonly actor: Actor;
  readonly productId: string;
}

async function faultOf(
  { db, actor, productId }: ChainReader,
  before: ChainPlace,
  row: StoredRow,
): Promise<AuditFault | null> {
  if (row.seq > before.seq + 1) return { seq: before.seq + 1, what: 'MISSING' };
  const changed: AuditFault = { seq: row.seq, what: 'CHANGED' };
  // PostgreSQL's `infinity` is no Date.
  if (row.seq <= before.seq || !(row.at instanceof Date) || Number.isNaN(row.at.getTime())) return changed;
  const detail = JSON.parse(row.detail) as unknown;
  const hash = hashAuditRow(before.hash, {
    productId,
    id: row.id,
    seq: row.seq,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label, address: row.address },
    storeId: row.store_id,
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    detail,
  });
  if (!hash.equals(row.hash) || !before.hash.equals(row.previous_hash)) return changed;
  // Digits beyond the precision of a JavaScript number would be lost, and the hash would still match.
  const isExact =
    !/[\d.]{16}/.test(row.detail) || (await areEqualDetails(db, actor, row.detail, JSON.stringify(detail)));
  return isExact ? null : changed;
}

/** Called when there are no rows after `end`. `more`: rows were appended meanwhile. */
async function verifyEnd(
  db: Database,
  actor: Actor,
  end: ChainPlace,
  anchors: readonly ChainPlace[],
): Promise<AuditFault | null | 'more'> {
  const { head, isHeadOfItsRow, lastSeq } = await readEndOfChain(db, actor);
  if (head !== null && lastSeq !== null && head.seq === lastSeq && lastSeq > end.seq) return 'more';
  const cutOff = anchors.find((anchor) => anchor.seq > end.seq);
  if (cutOff) return { seq: cutOff.seq, what: 'ANCHOR_DIFFERS' };
  const isWhole =
    head === null
      ? end.seq === 0 && lastSeq === null
      : head.seq === end.seq && lastSeq === end.seq && head.hash.equals(end.hash) && isHeadOfItsRow;
  return isWhole ? null : { seq: end.seq + 1, what: 'HEAD_DIFFERS' };
}

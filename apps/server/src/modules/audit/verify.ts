import type { AuditVerification } from '@munjigi/contract';
import type { Actor, Database } from '../../db/index.ts';
import { GENESIS, hashOf, type ChainPlace } from './chain.ts';
import { areEqualDetails, readChain, readEndOfChain, type StoredRow } from './chain.sql.ts';

export type AuditFault = NonNullable<AuditVerification['fault']>;

export const BEGINNING: ChainPlace = { seq: 0, hash: GENESIS };

export interface Walk {
  readonly from?: ChainPlace;
  /** What the chain was known to be, from elsewhere: a log that was cut off or written anew differs from it. */
  readonly anchors?: readonly ChainPlace[];
  /** About so many rows are looked at, then it stops. */
  readonly most?: number;
  readonly pageSize?: number;
  readonly onPage?: (seq: number) => void;
}

export interface Walked {
  /** The last row that is as it was written. */
  readonly end: ChainPlace;
  readonly fault: AuditFault | null;
  /** All was looked at. */
  readonly isAtEnd: boolean;
}

const PAGE = 1000;
/** A row before the first is as wrong as any. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** All of a product's rows, as a person of head office sees them. */
export function readerOf(productId: string): Actor {
  return { kind: 'person', userId: productId, sessionId: productId, name: 'verify-audit', productId, roles: ['ADMIN'], storeIds: 'all', address: '' };
}

/**
 * Reckons the hashes of a product's chain again, row by row; whoever records meanwhile is not in the way. Each page is a short
 * transaction, and the next one is read while this one is reckoned.
 */
export async function verifyChain(db: Database, productId: string, walk: Walk = {}): Promise<Walked> {
  const { from = BEGINNING, anchors = [], most = Number.POSITIVE_INFINITY, pageSize = PAGE, onPage } = walk;
  const actor = readerOf(productId);
  const read = (after: ChainPlace) => {
    const page = readChain(db, actor, { after: after.seq === 0 ? BEFORE_ALL : after.seq, limit: pageSize });
    // It fails where it is waited for, and not before.
    page.catch(() => undefined);
    return page;
  };
  let end = from;
  let looked = 0;
  for (let page = await read(from); ; ) {
    const last = page.at(-1);
    if (last === undefined) {
      const rest = await judgeEnd(db, actor, end, anchors);
      if (rest !== 'more') return { end, fault: rest, isAtEnd: true };
      page = await read(end);
      continue;
    }
    const next = read({ seq: last.seq, hash: last.hash });
    for (const row of page) {
      const fault = await faultOf(db, actor, productId, end, row);
      if (fault) return { end, fault, isAtEnd: true };
      end = { seq: row.seq, hash: row.hash };
    }
    const differing = anchors.find((anchor) => page.some((row) => row.seq === anchor.seq && !row.hash.equals(anchor.hash)));
    if (differing) return { end, fault: { seq: differing.seq, what: 'ANCHOR_DIFFERS' }, isAtEnd: true };
    onPage?.(end.seq);
    looked += page.length;
    if (looked >= most) return { end, fault: null, isAtEnd: false };
    page = await next;
  }
}

async function faultOf(db: Database, actor: Actor, productId: string, before: ChainPlace, row: StoredRow): Promise<AuditFault | null> {
  if (row.seq > before.seq + 1) return { seq: before.seq + 1, what: 'MISSING' };
  const changed: AuditFault = { seq: row.seq, what: 'CHANGED' };
  // `infinity` is no Date.
  if (row.seq <= before.seq || !(row.at instanceof Date) || Number.isNaN(row.at.getTime())) return changed;
  const detail = JSON.parse(row.detail) as unknown;
  const hash = hashOf(before.hash, {
    productId, id: row.id, seq: row.seq, at: row.at, actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label, address: row.address },
    storeId: row.store_id, action: row.action, subject: { kind: row.subject_kind, id: row.subject_id }, detail,
  });
  if (!hash.equals(row.hash) || !before.hash.equals(row.previous_hash)) return changed;
  // Digits beyond those of a JavaScript number would be read as another number, and hash as that.
  const isExact = !/[\d.]{16}/.test(row.detail) || (await areEqualDetails(db, actor, row.detail, JSON.stringify(detail)));
  return isExact ? null : changed;
}

/** There are no rows after `end`. `more`: some were recorded just now. */
async function judgeEnd(db: Database, actor: Actor, end: ChainPlace, anchors: readonly ChainPlace[]): Promise<AuditFault | null | 'more'> {
  const { head, isHeadOfItsRow, lastSeq } = await readEndOfChain(db, actor);
  if (head !== null && lastSeq !== null && head.seq === lastSeq && lastSeq > end.seq) return 'more';
  const cutOff = anchors.find((anchor) => anchor.seq > end.seq);
  if (cutOff) return { seq: cutOff.seq, what: 'ANCHOR_DIFFERS' };
  const isWhole = head === null ? end.seq === 0 && lastSeq === null : head.seq === end.seq && lastSeq === end.seq && head.hash.equals(end.hash) && isHeadOfItsRow;
  return isWhole ? null : { seq: end.seq + 1, what: 'HEAD_DIFFERS' };
}

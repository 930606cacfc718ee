import { groupDigits } from '@munjigi/rules';
import { ConfigError } from '../config/config-error.ts';
import { SYSTEM } from '../db/index.ts';
import { verifyChain } from '../modules/audit/index.ts';
import { listProducts } from '../modules/stores/index.ts';
import { withDatabase } from './with-database.ts';

/** An anchor as `verify-audit` prints it: `slug:seq:hash`. */
const anchorText = /^([a-z][a-z0-9-]{1,38}):([1-9]\d{0,14}):([0-9a-f]{64})$/;
const REPORT_EVERY_MS = 2000;

interface AuditQuestion {
  /** Slugs of the products to verify; empty: all. */
  readonly products: readonly string[];
  /** Anchors that earlier runs printed, as `slug:seq:hash`. */
  readonly expected: readonly string[];
}

/**
 * Re-verifies the hash chain of the audit logs. Returns 1 when a row was changed, removed or inserted, or an expected
 * anchor is missing.
 */
export async function describeAudit(url: string, { products, expected }: AuditQuestion): Promise<number> {
  const anchors = expected.map((text) => {
    const [, slug, seq, hash] = anchorText.exec(text) ?? [];
    if (slug === undefined || hash === undefined)
      throw new ConfigError(`--expect ${text}: this is not PRODUCT:ROW:HASH as verify-audit prints it`);
    return { slug, seq: Number(seq), hash: Buffer.from(hash, 'hex') };
  });
  return withDatabase(url, async (db) => {
    const all = await db.withActor(SYSTEM, listProducts);
    for (const slug of [...products, ...anchors.map((anchor) => anchor.slug)])
      if (!all.some((item) => item.slug === slug)) throw new ConfigError(`There is no product ${slug}`);
    if (all.length === 0) console.log('0 products: there is no audit log to verify');
    let code = 0;
    for (const { id, slug } of all.filter((item) => products.length === 0 || products.includes(item.slug))) {
      const began = performance.now();
      let lastReportAt = began;
      const { end, fault } = await verifyChain(db, id, {
        anchors: anchors.filter((anchor) => anchor.slug === slug),
        onPage: (seq) => {
          if (performance.now() - lastReportAt < REPORT_EVERY_MS) return;
          lastReportAt = performance.now();
          console.error(`${slug}: ${groupDigits(seq)} rows so far`);
        },
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      if (fault) {
        code = 1;
        console.log(`✗ ${slug}: row ${fault.seq} ${FAULTS[fault.what]} (${fault.what})`);
      } else {
        console.log(`✓ ${slug}: ${groupDigits(end.seq)} rows, each as it was written (${seconds} s)`);
        if (end.seq > 0)
          console.log(
            `  keep elsewhere and give back next time: --expect ${slug}:${end.seq}:${end.hash.toString('hex')}`,
          );
      }
    }
    return code;
  });
}

const FAULTS = {
  MISSING: 'is missing',
  CHANGED: 'is not as it was written, or does not belong there',
  HEAD_DIFFERS:
    'should come next or last, but the end of the chain says otherwise: rows were taken off the end or added to it',
  ANCHOR_DIFFERS: 'is not the one that was expected: the log was cut off or written anew',
} as const;

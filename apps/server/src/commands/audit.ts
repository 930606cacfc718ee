import { SYSTEM, type Actor } from '../db/index.ts';
import { verifyAuditLog } from '../modules/audit/index.ts';
import { listProducts } from '../modules/stores/index.ts';
import { withDatabase } from './with-database.ts';

/** Walks every product's audit log; 1 when a row was changed, taken out or put in. */
export async function describeAudit(url: string): Promise<number> {
  return withDatabase(url, async (db) => {
    const products = await db.withActor(SYSTEM, listProducts);
    let code = 0;
    for (const product of products) {
      const reader: Actor = { kind: 'person', userId: product.id, sessionId: product.id, name: 'verify-audit', productId: product.id, roles: ['ADMIN'], storeIds: 'all', address: '' };
      const fault = await db.withActor(reader, (tx) => verifyAuditLog(tx, product.id));
      console.log(fault ? `${product.slug}: row ${fault.seq} — ${fault.what}` : `${product.slug}: every row is as it was written`);
      if (fault) code = 1;
    }
    return code;
  });
}

import { personalOf, type Tx } from '../db/index.ts';

/**
 * Reads the replies that are kept under an idempotency key, decrypted. A search in the rows themselves finds nothing,
 * because the column is sealed.
 */
export async function readKeptReplies(tx: Tx, key: string): Promise<string[]> {
  const rows = await tx.selectFrom('idempotency_keys').select('reply').where('key', '=', key).execute();
  return rows.flatMap(({ reply }) => (reply === null ? [] : [personalOf(tx).open(reply)]));
}

import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';

/** The latest code of a phone at any store of the product. */
export interface PhoneCodeRow {
  readonly store_id: string;
  readonly id: string;
  readonly code_hash: Buffer;
  readonly expires_at: Date;
  readonly attempts: number;
  readonly proven_at: Date | null;
  readonly used_at: Date | null;
}

/** Lets the requests about a phone, an address or a store run one after the other until the transaction ends. */
export async function lockMark(tx: Tx, mark: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${mark.readBigInt64BE(0).toString()}::bigint)`.execute(tx);
}

export async function findLatestCode(tx: Tx, phoneMark: Buffer): Promise<PhoneCodeRow | null> {
  const row = await tx
    .selectFrom('phone_codes')
    .select(['store_id', 'id', 'code_hash', 'expires_at', 'attempts', 'proven_at', 'used_at'])
    .where('phone_mark', '=', phoneMark)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

interface NewCode {
  readonly productId: string;
  readonly storeId: string;
  readonly id: string;
  readonly phoneMark: Buffer;
  readonly addressMark: Buffer;
  readonly rangeMark: Buffer;
  readonly codeHash: Buffer;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  await tx
    .insertInto('phone_codes')
    .values({
      product_id: code.productId,
      store_id: code.storeId,
      id: code.id,
      phone_mark: code.phoneMark,
      address_mark: code.addressMark,
      range_mark: code.rangeMark,
      code_hash: code.codeHash,
      sent_at: code.sentAt,
      expires_at: code.expiresAt,
    })
    .execute();
}

/** Changes a code of the store of the transaction. */
export async function changeCode(
  tx: Tx,
  { store_id: storeId, id }: Pick<PhoneCodeRow, 'store_id' | 'id'>,
  change: { readonly attempts?: number; readonly proven_at?: Date; readonly used_at?: Date },
): Promise<void> {
  await tx.updateTable('phone_codes').set(change).where('store_id', '=', storeId).where('id', '=', id).execute();
}

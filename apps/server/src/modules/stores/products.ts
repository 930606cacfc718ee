import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';

/** Returns the id of the product; creates the product if it does not exist. */
export async function ensureProduct(
  tx: Tx,
  { slug, name, at }: { slug: string; name: string; at: Date },
): Promise<string> {
  await tx
    .insertInto('products')
    .values({ id: uuidv7(), slug, name, created_at: at })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  return (await tx.selectFrom('products').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
}

export async function listProducts(tx: Tx): Promise<{ id: string; slug: string }[]> {
  return tx.selectFrom('products').select(['id', 'slug']).orderBy('slug').execute();
}

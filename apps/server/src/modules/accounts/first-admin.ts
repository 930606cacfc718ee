import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';

interface NewAdmin {
  readonly productId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly at: Date;
}

/** Makes an ADMIN where nobody is who could approve one (RN-3). `false`: the e-mail already has an account. */
export async function addFirstAdmin(tx: Tx, it: NewAdmin): Promise<boolean> {
  const taken = await tx.selectFrom('users').select('id').where(sql`lower(email)`, '=', it.email.toLowerCase()).executeTakeFirst();
  if (taken) return false;
  await tx
    .insertInto('users')
    .values({ id: uuidv7(), product_id: it.productId, email: it.email, name: it.name, password_hash: it.passwordHash, roles: ['ADMIN'], created_at: it.at })
    .execute();
  return true;
}

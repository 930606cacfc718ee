import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { storeActor, SYSTEM, type Database } from '../../../db/index.ts';
import { recordAudit, systemAuditActor } from '../../audit/index.ts';
import { NO_STORE } from './sign-in.ts';
import { publishUserChange } from '../people/users.sql.ts';

interface NewAdmin {
  readonly productId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly at: Date;
}

/** Whether the server has an account of any kind. Without one, signing in is impossible. */
export async function hasAccounts(db: Database): Promise<boolean> {
  return (
    (await db.withActor(SYSTEM, (tx) => tx.selectFrom('users').select('id').limit(1).executeTakeFirst())) !== undefined
  );
}

/**
 * Creates an ADMIN from the command line without an approval (RN-3) and records it in the audit log. `false`: the
 * e-mail already has an account.
 */
export async function addAdminByCommand(db: Database, admin: NewAdmin): Promise<boolean> {
  const existing = await db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', admin.email.toLowerCase())
      .executeTakeFirst(),
  );
  if (existing) return false;
  const { productId, at } = admin;
  const id = uuidv7();
  await db.withActor(storeActor(productId, NO_STORE), async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id,
        product_id: productId,
        email: admin.email,
        name: admin.name,
        password_hash: admin.passwordHash,
        roles: ['ADMIN'],
        created_at: at,
      })
      .execute();
    await publishUserChange(tx, { productId, userId: id });
    await recordAudit(tx, {
      productId,
      storeId: null,
      at,
      actor: systemAuditActor('munjigi create-admin'),
      action: 'user.admin-created',
      subject: { kind: 'user', id },
      detail: { roles: ['ADMIN'] },
    });
  });
  return true;
}

import { sql } from 'kysely';
import { storeActor, SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { recordAudit, systemAuditActor } from '../../audit/index.ts';
import { NO_STORE } from './sign-in.ts';
import { endSessions } from '../people/users.sql.ts';

/** Accounts of the demo have a published password, so a server without DEMO=1 refuses them (decision 047). */

interface DemoAccount {
  readonly id: string;
  readonly product_id: string;
  readonly email: string;
  readonly name: string;
}

/** Counts the active demo accounts. */
export async function countDemoAccounts(db: Database): Promise<number> {
  return (await findDemoAccounts(db)).length;
}

/**
 * Ends their remaining sessions when a server starts without DEMO=1. Browsers that subscribed in these sessions get no
 * more push messages.
 */
export async function endDemoSessions(db: Database, now: Date): Promise<number> {
  let ended = 0;
  for (const account of await findDemoAccounts(db)) {
    ended += await db.withActor(storeActor(account.product_id, NO_STORE), (tx) =>
      endSessions(tx, account.id, { now, reason: 'DEMO_OFF' }),
    );
  }
  return ended;
}

interface DisabledDemo {
  readonly disabled: readonly string[];
  /** The last ADMIN of each product. */
  readonly active: readonly string[];
}

/**
 * Disables them, except the last ADMIN of a product, which the database protects: the product needs another ADMIN
 * first.
 */
export async function disableDemoAccounts(db: Database, now: Date): Promise<DisabledDemo> {
  const disabled: string[] = [];
  const active: string[] = [];
  for (const account of await findDemoAccounts(db)) {
    const isDone = await db
      .withActor(storeActor(account.product_id, NO_STORE), (tx) => disableOne(tx, account, now))
      .catch((error: unknown) => {
        if (error instanceof Error && 'constraint' in error && error.constraint === 'users_last_admin') return false;
        throw error;
      });
    (isDone ? disabled : active).push(account.email);
  }
  return { disabled, active: active };
}

async function disableOne(tx: Tx, { id, product_id: productId }: DemoAccount, now: Date): Promise<true> {
  await endSessions(tx, id, { now, reason: 'DEMO_OFF' });
  await tx
    .updateTable('users')
    .set({ state: 'DISABLED', decided_at: now, decision: 'munjigi disable-demo-accounts', version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  await recordAudit(tx, {
    productId,
    storeId: null,
    at: now,
    actor: systemAuditActor('munjigi disable-demo-accounts'),
    action: 'user.disabled',
    subject: { kind: 'user', id },
    detail: { reason: 'munjigi disable-demo-accounts' },
  });
  return true;
}

async function findDemoAccounts(db: Database): Promise<DemoAccount[]> {
  return db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('users')
      .select(['id', 'product_id', 'email', 'name'])
      .where('is_demo', '=', true)
      .where('state', '=', 'ACTIVE')
      .orderBy('email')
      .execute(),
  );
}

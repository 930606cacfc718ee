import type {
  BodyOf,
  createDeviceAccount,
  ParamsOf,
  readBrokerAccess,
  ReplyOf,
  StoreBrokerAccount,
} from '@munjigi/contract';
import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { statement, SYSTEM, type Database, type Tables, type Tx } from '../../db/index.ts';
import { notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import type { DeviceBroker } from '../../mqtt/index.ts';
import { recordChange } from '../audit/index.ts';
import { selectStoreForUpdate } from '../stores/index.ts';

/** Accounts of the devices of a store at the embedded broker (DR-80, decision 108). */

export interface DeviceAccountDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly broker: DeviceBroker;
}

/** The most accounts of a store that are not revoked. */
const MOST_ACCOUNTS = 200;
const SHOWN = 200;

type AccountRow = Omit<Selectable<Tables['device_accounts']>, 'password_hash'>;
const COLUMNS = [
  'product_id',
  'store_id',
  'id',
  'name',
  'user_name',
  'created_at',
  'created_by',
  'created_by_name',
  'revoked_at',
] as const satisfies readonly (keyof AccountRow)[];

/** Lets the embedded broker find the accounts that people created. A closed store has none. */
export function acceptDeviceAccounts({ db, broker }: Pick<DeviceAccountDeps, 'db' | 'broker'>): void {
  broker.accounts?.accept(async (userName, passwordHash) => {
    const [found] = await db.doAtOnce(
      SYSTEM,
      statement<{ mqtt_prefix: string }>`
      select s.mqtt_prefix from device_accounts a join stores s on s.product_id = a.product_id and s.id = a.store_id
      where a.user_name = ${userName} and a.password_hash = ${passwordHash} and a.revoked_at is null
        and s.closed_at is null`,
    );
    return found?.mqtt_prefix ?? null;
  });
}

export async function readBroker(
  { broker }: DeviceAccountDeps,
  tx: Tx,
  storeId: string,
): Promise<ReplyOf<typeof readBrokerAccess>> {
  const store = await tx.selectFrom('stores').select(['mqtt_prefix']).where('id', '=', storeId).executeTakeFirst();
  if (!store) throw notFound();
  const rows = await tx
    .selectFrom('device_accounts')
    .select(COLUMNS)
    .where('store_id', '=', storeId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  const { host, port, isEncrypted, isLoopback } = broker;
  const isEmbedded = broker.accounts !== null;
  return {
    storeId,
    host,
    port,
    isEncrypted,
    isLoopback,
    isEmbedded,
    topicPrefix: store.mqtt_prefix,
    accounts: rows.map(toStoreBrokerAccount),
  };
}

/** Creates an account with a random password, which only this reply contains. */
export async function addDeviceAccount(
  { broker }: DeviceAccountDeps,
  work: UnitOfWork,
  { storeId, name }: BodyOf<typeof createDeviceAccount> & Pick<ParamsOf<typeof readBrokerAccess>, 'storeId'>,
): Promise<StoreBrokerAccount & { password: string }> {
  const { tx, clock, actor } = work;
  if (!(await selectStoreForUpdate(tx, storeId))) throw notFound();
  if (broker.accounts === null) throw new Problem('BROKER_ELSEWHERE');
  const { count } = await tx
    .selectFrom('device_accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('store_id', '=', storeId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= MOST_ACCOUNTS) throw new Problem('TOO_MANY_DEVICE_ACCOUNTS');
  const password = randomBytes(24).toString('base64url');
  const row: AccountRow = {
    product_id: actor.productId,
    store_id: storeId,
    id: uuidv7(),
    name,
    user_name: `device-${randomBytes(6).toString('hex')}`,
    created_at: clock.now(),
    created_by: actor.userId,
    created_by_name: actor.name,
    revoked_at: null,
  };
  await tx
    .insertInto('device_accounts')
    .values({ ...row, password_hash: createHash('sha256').update(password).digest() })
    .execute();
  await recordChange(work, {
    storeId,
    action: 'device-account.created',
    subject: { kind: 'device-account', id: row.id },
    detail: { name, userName: row.user_name },
  });
  return { ...toStoreBrokerAccount(row), password };
}

/** Revokes an account. The caller ends its connections after the commit. Throws NOT_FOUND for a revoked one. */
export async function endDeviceAccount(work: UnitOfWork, accountId: string): Promise<StoreBrokerAccount> {
  const { tx, clock } = work;
  const row = await tx
    .updateTable('device_accounts')
    .set({ revoked_at: clock.now() })
    .where('id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (!row) throw notFound();
  await recordChange(work, {
    storeId: row.store_id,
    action: 'device-account.revoked',
    subject: { kind: 'device-account', id: row.id },
    detail: { name: row.name, userName: row.user_name },
  });
  return toStoreBrokerAccount(row);
}

function toStoreBrokerAccount(row: AccountRow): StoreBrokerAccount {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    userName: row.user_name,
    createdAt: row.created_at.toISOString(),
    createdByName: row.created_by_name,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}

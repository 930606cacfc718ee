import type {
  listRightChanges,
  listUsers,
  QueryOf,
  RightChange,
  RoleGrant,
  SignInSession,
  User,
  UserDetail,
  Locale,
} from '@munjigi/contract';
import { maskPhone } from '@munjigi/rules';
import { sql, type RawBuilder } from 'kysely';
import { countRows, orderOf, type GrowingTotal, type Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';

type Role = RoleGrant['role'];

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly state: User['state'];
  readonly roles: Role[];
  readonly role_ends: Readonly<Partial<Record<Role, string>>>;
  readonly stores: { id: string; name: string }[];
  readonly phone: string;
  readonly requested_store: string;
  readonly locale: Locale;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly decision: string;
  readonly last_sign_in_at: Date | null;
  readonly is_invited: boolean;
  readonly has_second_factor: boolean;
  readonly version: number;
}

const COLUMNS = sql`
  u.id, u.name, u.email, u.state, u.roles, u.role_ends, u.phone, u.requested_store, u.locale, u.created_at,
    u.decided_at, u.decision, u.version,
  coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name, s.id)
            from user_stores us join stores s on s.id = us.store_id where us.user_id = u.id), '[]') as stores,
  (select max(created_at) from sessions where user_id = u.id) as last_sign_in_at,
  u.state = 'ACTIVE' and u.decided_at = u.created_at and not exists (select from sessions s where s.user_id = u.id)
    and not exists (select from password_resets r where r.user_id = u.id and r.used_at is not null) as is_invited,
  exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor`;
const ORDERS: Readonly<Record<QueryOf<typeof listUsers>['sort'], RawBuilder<unknown>>> = {
  newest: sql`u.created_at desc, u.id desc`,
  oldest: sql`u.created_at, u.id`,
  name: sql`u.name, u.id`,
  email: sql`lower(u.email)`,
};

/** A page of people. Row-level security limits it to the product. */
export async function findUsers(
  tx: Tx,
  { page, limit, sort, q, state, role }: QueryOf<typeof listUsers>,
  now: Date,
): Promise<GrowingTotal & { items: User[] }> {
  const sought = q?.toLowerCase() ?? null;
  const found = sql`
    from users u
    where (${state ?? null}::text is null or u.state = ${state ?? null}
      or (${state ?? null} = 'DECIDED' and u.state <> 'PENDING'))
      and (${role ?? null}::text is null or ${role ?? null} = any (roles_at(u.roles, u.role_ends, ${now})))
      and (${sought}::text is null or position(${sought} in lower(u.name || ' ' || u.email || ' ' || u.requested_store))
        > 0)`;
  const [counted, listed] = await Promise.all([
    countRows(tx, sql`${found} order by ${ORDERS[sort]}`),
    sql<UserRow>`select ${COLUMNS} ${found} order by ${ORDERS[sort]} limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { ...counted, items: listed.rows.map(toUser) };
}

export async function findUserRow(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${COLUMNS} from users u where u.id = ${userId}`.execute(tx);
  return rows[0];
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    state: row.state,
    roles: grantsOf(row),
    stores: row.stores,
    requestedStore: row.requested_store,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decision: row.decision,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    ...(row.is_invited && { isInvited: true }),
    version: row.version,
  };
}

/** The roles of a person with their ends. */
export function grantsOf({ roles, role_ends: ends }: Pick<UserRow, 'roles' | 'role_ends'>): RoleGrant[] {
  return roles.map((role) => ({ role, until: ends[role] ?? null }));
}

export async function readUserDetail(tx: Tx, row: UserRow, now: Date): Promise<UserDetail> {
  return {
    ...toUser(row),
    phoneMasked: maskPhone(row.phone),
    hasSecondFactor: row.has_second_factor,
    sessions: await findSessions(tx, row, now),
  };
}

const MOST_SESSIONS = 50;

/** Live sessions first, then the most recent. A right that has ended also ended the sessions that started before it. */
export async function findSessions(
  tx: Tx,
  { id, state, roles, role_ends: ends }: Pick<UserRow, 'id' | 'state' | 'roles' | 'role_ends'>,
  now: Date,
): Promise<SignInSession[]> {
  const passed = Object.values(ends)
    .map((end) => new Date(end))
    .filter((end) => end <= now);
  const lastEnd = passed.length === 0 ? null : new Date(Math.max(...passed.map((end) => end.getTime())));
  const { rows } = await sql<{
    id: string;
    address: string;
    user_agent: string;
    created_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    is_live: boolean;
  }>`
    select * from (
      select id, address, user_agent, created_at, expires_at,
             coalesce(ended_at, case when ${lastEnd}::timestamptz > created_at
               then least(expires_at, ${lastEnd}::timestamptz) end,
                      case when idle_ends_at <= ${now} then least(expires_at, idle_ends_at) end) as ended_at,
             ended_at is null and expires_at > ${now} and ${state} = 'ACTIVE'
               and coalesce(${lastEnd}::timestamptz <= created_at, true)
               and coalesce(idle_ends_at > ${now}, true) as is_live
      from (select s.*, case when s.ended_at is null and s.expires_at > ${now}
                             then idle_end(s.id, s.created_at, u.product_id,
                               roles_at(${roles}::text[], ${JSON.stringify(ends)}::jsonb, ${now})) end as idle_ends_at
            from sessions s join users u on u.id = s.user_id where s.user_id = ${id}) as its) as told
    order by is_live desc, created_at desc limit ${MOST_SESSIONS}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    isLive: row.is_live,
  }));
}

export async function findRightChanges(
  tx: Tx,
  userId: string,
  { page, limit, sort }: QueryOf<typeof listRightChanges>,
): Promise<GrowingTotal & { items: RightChange[] }> {
  const [count, { rows }] = await Promise.all([
    countRows(tx, sql`from right_changes where user_id = ${userId} order by id desc`),
    sql<Omit<RightChange, 'at' | 'until' | 'storeName'> & { at: Date; until: Date | null; store_name: string | null }>`
      select c.id, c.at, c.by_name as by, c.change, c.state, c.role, c.until, s.name as store_name
      from right_changes c left join stores s on s.id = c.given_store_id
      where c.user_id = ${userId} order by ${orderOf(sort, { at: 'c.at' }, 'c.id', sql`c.id desc`)}
        limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return {
    ...count,
    items: rows.map(({ store_name: storeName, ...row }) => ({
      ...row,
      at: row.at.toISOString(),
      until: row.until?.toISOString() ?? null,
      storeName,
    })),
  };
}

/** Locks the person's row until the transaction ends, so that changes of one person are serialised. */
export async function selectPersonForUpdate(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

interface Ending {
  readonly only?: string;
  readonly except?: string;
  readonly now: Date;
  readonly reason: string;
}

/** Ends live sessions of the person: one, all, or all but one. Returns how many. */
export async function endSessions(tx: Tx, userId: string, { only, except, now, reason }: Ending): Promise<number> {
  await selectPersonForUpdate(tx, userId);
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute();
  if (only === undefined) await forgetThoseOver(tx, userId, { now, reason, ...(except !== undefined && { except }) });
  return ended.length;
}

/** Also marks sessions that expired or went idle, so that their browsers get no more push messages. */
async function forgetThoseOver(tx: Tx, userId: string, { except, now, reason }: Ending): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ end_reason: reason })
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb.and([eb('ended_at', 'is', null), eb('end_reason', 'is', null), eb('expires_at', '<=', now)]),
        eb('end_reason', '=', 'IDLE'),
      ]),
    )
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute();
}

/** Publishes the change of an account to open screens. */
export function publishUserChange(
  tx: Tx,
  { productId, userId }: { readonly productId: string; readonly userId: string },
): Promise<void> {
  return publish(tx, { productId, storeId: null, name: 'users.changed', data: { userId } });
}

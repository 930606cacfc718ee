import type { BodyOf, readSignUp, ReplyOf, signUp } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../clock.ts';
import { storeActor, SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { invalidInput, limiterKeyOf, Problem } from '../../../http/index.ts';
import { recordAudit, systemAuditActor } from '../../audit/index.ts';
import { refuseFaultyPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { recordRepeatedSignUp } from './repeated-sign-ups.ts';
import { NO_STORE } from './sign-in.ts';
import { publishUserChange } from '../people/users.sql.ts';

const HOUR_MS = 3600_000;
const LIMITS = [
  { most: 10, withinMs: HOUR_MS },
  { most: 30, withinMs: 24 * HOUR_MS },
] as const;
/** The limit of open requests per product. */
const MOST_WAITING = 500;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
}

type Chain = NonNullable<ReplyOf<typeof readSignUp>['product']> & { readonly id: string };

/** Finds the named chain; without a name, the only chain of this server. */
export async function findChain(db: Database, slug: string | undefined): Promise<Chain | null> {
  const found = await db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('products')
      .select(['id', 'slug', 'name'])
      .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
      .limit(2)
      .execute(),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Creates a request for an account (AU-4). The answer and the work are the same for an e-mail that is taken, and the
 * first request for it stays unchanged. A declined request may be repeated.
 */
export async function requestAccount(
  deps: Deps,
  { address, ...input }: BodyOf<typeof signUp> & { readonly address: string },
): Promise<{ isWaiting: true }> {
  const { db, clock } = deps;
  const chain = await findChain(db, input.product);
  if (!chain) throw invalidInput([{ path: 'product', code: 'PRODUCT_UNKNOWN', message: 'there is no such chain' }]);
  await refuseFaultyPassword('password', input.password, [
    input.email,
    input.name,
    chain.slug,
    chain.name,
    input.storeName,
    'munjigi',
  ]);
  const now = clock.now();
  await db.withActor(SYSTEM, (tx) => countSignUp(tx, chain.id, limiterKeyOf(address), now));
  const passwordHash = await hashPassword(input.password);
  await db.withActor(storeActor(chain.id, NO_STORE), async (tx) => {
    const inserted = await insertRequest(tx, { chain, input, passwordHash, now });
    if (inserted === undefined) await recordRepeatedSignUp(tx, deps.secret, input, now);
    const userId = inserted ?? null;
    await publishUserChange(tx, { productId: chain.id, userId: userId ?? NO_STORE });
    await recordAudit(tx, {
      productId: chain.id,
      storeId: null,
      at: now,
      actor: systemAuditActor('sign-up', { address }),
      action: userId === null ? 'sign-up.repeated' : 'sign-up.requested',
      subject: { kind: 'user', id: userId },
      detail: {},
    });
  });
  return { isWaiting: true };
}

/**
 * Refuses when the address has sent too many requests or the product has too many open ones. An advisory lock
 * serialises the requests of an address.
 */
async function countSignUp(tx: Tx, productId: string, address: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${address}, 33))`.execute(tx);
  for (const { most, withinMs } of LIMITS) {
    const since = new Date(now.getTime() - withinMs);
    const { rows } = await sql<{ count: number; first: Date | null }>`
      select count(*) as count, min(at) as first from (
        select at from sign_up_attempts where address = ${address} and at > ${since} order by at desc limit ${most})
          as latest`.execute(tx);
    const [counted] = rows;
    if (counted?.first && counted.count >= most) throw tooMany(counted.first.getTime() + withinMs - now.getTime());
  }
  const { waiting } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('product_id', '=', productId)
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  if (waiting >= MOST_WAITING) throw tooMany(HOUR_MS);
  await tx.insertInto('sign_up_attempts').values({ id: uuidv7(), address, at: now }).execute();
}

function tooMany(ms: number): Problem {
  return new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) });
}

interface Request {
  readonly chain: Chain;
  readonly input: BodyOf<typeof signUp>;
  readonly passwordHash: string;
  readonly now: Date;
}

/** Returns `undefined` when the e-mail has an account or a pending request. */
async function insertRequest(tx: Tx, { chain, input, passwordHash, now }: Request): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into users as u (id, product_id, email, name, password_hash, roles, state, phone, requested_store,
      created_at)
    values (${uuidv7()}, ${chain.id}, ${input.email}, ${input.name}, ${passwordHash}, '{}', 'PENDING', ${input.phone},
      ${input.storeName}, ${now})
    on conflict (lower(email)) do update
      set name = excluded.name, email = excluded.email, password_hash = excluded.password_hash, state = 'PENDING',
        phone = excluded.phone,
          requested_store = excluded.requested_store, created_at = excluded.created_at, decided_at = null,
            decision = '', version = u.version + 1
      where u.state = 'DECLINED' and u.product_id = excluded.product_id
    returning id`.execute(tx);
  return rows[0]?.id;
}

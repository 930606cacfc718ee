import { reachOf, type OnCallChannel, type OnCallPerson, type Role } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tx } from '../../db/index.ts';
import { notFound, type Person } from '../../http/index.ts';
import { findBrowsersOfPeople } from '../push/index.ts';

export interface OnCallUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly locale: string;
  readonly roles: Role[];
}

interface StoreNow {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
}

/** Finds the active people with access to the store by their roles now, by name. */
export async function findPeople(tx: Tx, { productId, storeId, now }: StoreNow): Promise<OnCallUser[]> {
  const { rows } = await sql<OnCallUser & { isOfStore: boolean }>`
    select u.id, u.name, u.email, u.phone, u.locale, roles_at(u.roles, u.role_ends, ${now}) as roles,
      exists (select from user_stores us where us.user_id = u.id and us.store_id = ${storeId}) as "isOfStore"
    from users u where u.product_id = ${productId} and u.state = 'ACTIVE' order by u.name, u.id`.execute(tx);
  return rows
    .filter(({ roles, isOfStore }) => {
      const reach = reachOf(roles, 'on-call:read');
      return reach === 'all' || (reach === 'own' && isOfStore);
    })
    .map(({ id, name, email, phone, locale, roles }) => ({ id, name, email, phone, locale, roles }));
}

/** Lists the people who can be on call, and what reaches them now (OC-3). Throws NOT_FOUND for an unseen store. */
export async function listPeople(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  actor: Person,
  storeId: string,
): Promise<{ items: OnCallPerson[] }> {
  const store = await db.withActor(actor, (tx) =>
    tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst(),
  );
  if (!store) throw notFound();
  const now = clock.now();
  // A person sees only their own browsers, so the store reads whether the others have one.
  const { people, browsers } = await db.withActor(storeActor(actor.productId, storeId), async (tx) => {
    const found = await findPeople(tx, { productId: actor.productId, storeId, now });
    return {
      people: found,
      browsers: await findBrowsersOfPeople(
        tx,
        now,
        found.map(({ id }) => id),
      ),
    };
  });
  const withPush = new Set(browsers.filter(({ kinds }) => kinds.includes('ON_CALL')).map(({ user_id: id }) => id));
  return {
    items: people.map((person) => ({
      userId: person.id,
      name: person.name,
      roles: person.roles,
      channels: channelsOf(person, withPush.has(person.id)),
    })),
  };
}

function channelsOf({ phone, email }: OnCallUser, hasPush: boolean): OnCallChannel[] {
  return [
    ...(hasPush ? (['PUSH'] as const) : []),
    ...(/\d/.test(phone) ? (['SMS'] as const) : []),
    ...(email === '' ? [] : (['EMAIL'] as const)),
  ];
}

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { limiterKeyOf } from '../../../http/index.ts';
import { keyFor } from '../../../sealing/sealing.ts';
import { queueNewDeviceMail } from './account-mails.ts';

/** A device is known to an account that has signed in from it within so many days (AU-11). */
const TRUST_MS = 90 * 24 * 3600_000;
/** A person who has the password could otherwise fill the mailbox of its owner. */
const MOST_WARNINGS = 5;
const HOUR_MS = 3600_000;

export interface DeviceOfSignIn {
  /** The random name of the browser; an older browser or a program sends none. */
  readonly device?: string | undefined;
  readonly userAgent: string;
  readonly address: string;
}

interface DeviceUse extends DeviceOfSignIn {
  readonly userId: string;
  readonly productId: string;
  readonly now: Date;
}

/**
 * Records the device of a sign-in, and queues an e-mail for a device that the account does not know. The first device of an
 * account and demo accounts cause none. Runs as a system actor.
 */
export async function recordDevice(tx: Tx, secret: string, use: DeviceUse): Promise<void> {
  const { userId, productId, userAgent, address, now } = use;
  const hash = hashOfDevice(secret, use);
  const since = new Date(now.getTime() - TRUST_MS);
  const { rows } = await sql<{ devices: number; is_known: boolean | null }>`
    with saved as (
      insert into known_devices (user_id, device_hash, last_used_at) values (${userId}, ${hash}, ${now})
      on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at)
    select count(*) as devices, bool_or(device_hash = ${hash} and last_used_at > ${since}) as is_known
    from known_devices where user_id = ${userId}`.execute(tx);
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', '<>', hash)
    .where('last_used_at', '<=', since)
    .execute();
  const [before] = rows;
  if (!before || before.devices === 0 || before.is_known === true) return;
  const person = await tx
    .selectFrom('users')
    .select(['name', 'locale', 'is_demo'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (person.is_demo || (await countWarnings(tx, use)) >= MOST_WARNINGS) return;
  // Two sign-ins at once cause one e-mail.
  const dedupeKey = `NEW_DEVICE:${userId}:${hash.toString('base64url')}:${now.toISOString().slice(0, 10)}`;
  const { name, locale } = person;
  await queueNewDeviceMail(tx, { productId, userId, name, locale, userAgent, address, dedupeKey, now });
}

async function countWarnings(tx: Tx, { userId, productId, now }: DeviceUse): Promise<number> {
  const { count } = await tx
    .selectFrom('staff_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'NEW_DEVICE')
    .where('queued_at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  return count;
}

/** Keyed, and of one account: a row does not show which browser it is, nor that two accounts share one. */
function hashOfDevice(secret: string, { userId, device, userAgent, address }: DeviceUse): Buffer {
  const name = device === undefined ? `agent\n${userAgent}\n${limiterKeyOf(address)}` : `name\n${device}`;
  return createHmac('sha256', keyFor(secret, 'munjigi known devices')).update(`${userId}\n${name}`).digest();
}

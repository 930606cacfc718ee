import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { keyFor, sealWith, type Seal, type SealedSample } from '../../sealing/sealing.ts';

/**
 * The VAPID key pair that identifies the sender to push services (RFC 8292), in base64url. A subscription of a browser
 * is bound to it.
 */
export interface Pair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export const CURVE = 'prime256v1';
const PLACE = 'push';

/**
 * Encrypts the private key and the addresses and keys of browsers, so that the database alone is not enough to send
 * messages.
 */
export function pushSeal(serverSecret: string): Seal {
  return sealWith(keyFor(serverSecret, 'munjigi push'));
}

/** The key of the hash by which the address of a browser is found. */
export function markKey(serverSecret: string): Buffer {
  return keyFor(serverSecret, 'munjigi push: which browser');
}

export function sealedPush(serverSecret: string): SealedSample {
  return {
    what: 'the key of browser push',
    rows: `select '${PLACE}' as place, private_key as sealed from push_keys`,
    remedy: 'Set TOKEN_SECRET to the old one; with this one a new key is made, and people have to switch push on again',
    seal: pushSeal(serverSecret),
  };
}

/**
 * Reads the pair of the installation and creates it on first use, once under concurrency. If it cannot be decrypted
 * with the current secret, a new pair replaces it and all subscriptions are deleted.
 */
export async function readPair(tx: Tx, { clock, seal }: { readonly clock: Clock; readonly seal: Seal }): Promise<Pair> {
  const before = await find(tx, seal);
  if (before) return before;
  const ecdh = createECDH(CURVE);
  const pair = {
    public_key: ecdh.generateKeys('base64url'),
    private_key: seal.seal(ecdh.getPrivateKey().toString('base64url').padStart(43, 'A'), PLACE),
    made_at: clock.now(),
  };
  await tx
    .insertInto('push_keys')
    .values(pair)
    .onConflict((builder) => builder.column('only_row').doNothing())
    .execute();
  await sql`select from push_keys for update`.execute(tx);
  const stored = await find(tx, seal);
  if (stored) return stored;
  await tx.deleteFrom('push_subscriptions').execute();
  await tx.updateTable('push_keys').set(pair).execute();
  const renewed = await find(tx, seal);
  if (!renewed) throw new Error('The key of browser push cannot be opened');
  return renewed;
}

async function find(tx: Tx, seal: Seal): Promise<Pair | null> {
  const row = await tx.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst();
  const privateKey = row && seal.open(row.private_key, PLACE);
  return row && privateKey ? { publicKey: row.public_key, privateKey } : null;
}

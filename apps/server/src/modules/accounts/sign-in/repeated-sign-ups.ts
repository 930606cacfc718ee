import { createHmac } from 'node:crypto';
import type { Tx } from '../../../db/index.ts';
import { normalisePassword } from './password-rules.ts';
import { hashOfEmail } from './sign-in-attempts.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * A proof that a sign-in uses the password of a sign-up whose e-mail was taken. An HMAC: cheap to compute, and useless
 * without the secret.
 */
export function proofOfRepeat(secret: string, { email, password }: Credentials): Buffer {
  return createHmac('sha256', secret)
    .update(`repeated sign-up\n${email.toLowerCase()}\n${normalisePassword(password)}`)
    .digest();
}

export async function recordRepeatedSignUp(tx: Tx, secret: string, credentials: Credentials, now: Date): Promise<void> {
  await tx
    .insertInto('repeated_sign_ups')
    .values({ email_hash: hashOfEmail(secret, credentials.email), proof: proofOfRepeat(secret, credentials), at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

import { hash, verify } from '@node-rs/argon2';
import { normalisePassword } from './password-rules.ts';

/** Argon2id (its number is 2) at OWASP's first recommendation: 19 MiB, two passes, one lane. About 20 ms on a small machine. */
const COST = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(normalisePassword(password), COST);
}

let nobodysHash: Promise<string> | undefined;

/** Takes the same time whether or not there is such an account (AU-2): without one, a hash that nothing matches is tried. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  nobodysHash ??= hashPassword(`nobody-${Math.random()}`);
  const isRight = await verify(storedHash ?? (await nobodysHash), normalisePassword(password));
  return isRight && storedHash !== null;
}

import { hash, verify } from '@node-rs/argon2';
import { normalisePassword } from './password-rules.ts';

/**
 * Argon2id (algorithm 2) with the first recommendation of OWASP: 19 MiB, two passes, one lane. About 20 ms on a small
 * machine.
 */
const COST = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(normalisePassword(password), COST);
}

let nobodysHash: Promise<string> | undefined;

/**
 * Takes the same time whether or not the account exists (AU-2): without an account it verifies a hash that nothing
 * matches.
 */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  nobodysHash ??= hashPassword(`nobody-${Math.random()}`);
  const isRight = await verify(storedHash ?? (await nobodysHash), normalisePassword(password));
  return isRight && storedHash !== null;
}

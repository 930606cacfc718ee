import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `ask` until it returns a value; fails with what it waited for. It is patient, because a busy machine is no
 * fault of the tested code.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 30_000,
): Promise<T> {
  for (const endsAt = Date.now() + timeoutMs; Date.now() < endsAt; await sleep(15)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
}

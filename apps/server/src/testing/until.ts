import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until there is an answer; fails with what it waited for. Patient, because a busy machine is no fault of what is tested. */
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

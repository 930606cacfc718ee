import type { CurrentUser } from '@munjigi/contract';

declare global {
  interface Window {
    /** The page's head asks who is signed in before any of this code has arrived (index.html). */
    munjigiEarlyUser?: Promise<Response> | undefined;
  }
}

/** The answer to the question of the page's head, once; `null` when it did not ask or was refused: then ask properly. */
export async function takeEarlyUser(): Promise<CurrentUser | null> {
  const asked = window.munjigiEarlyUser;
  if (asked === undefined) return null;
  window.munjigiEarlyUser = undefined;
  try {
    const reply = await asked;
    return reply.ok ? ((await reply.json()) as CurrentUser) : null;
  } catch (error) {
    console.warn('The early question was not answered', error);
    return null;
  }
}

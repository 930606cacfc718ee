import type { CurrentUser } from '@munjigi/contract';

declare global {
  interface Window {
    /**
     * The request for the signed-in person that the page's head sends before any of this code has arrived (index.html).
     */
    munjigiEarlyUser?: Promise<Response> | undefined;
  }
}

/**
 * The answer to the request of the page's head, once; `null` when it was not sent or was refused: then send a normal
 * call.
 */
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

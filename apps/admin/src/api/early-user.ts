import type { CurrentUser } from '@munjigi/contract';

declare global {
  interface Window {
    /**
     * The request for the signed-in person that the head of the page (index.html) sends before any of this code has
     * loaded.
     */
    munjigiEarlyUser?: Promise<Response> | undefined;
  }
}

/**
 * The answer to the request of the page's head, once; `null` if it was not sent or was refused, so that the caller
 * sends a normal call.
 */
export async function takeEarlyUser(): Promise<CurrentUser | null> {
  const early = window.munjigiEarlyUser;
  if (early === undefined) return null;
  window.munjigiEarlyUser = undefined;
  try {
    const reply = await early;
    return reply.ok ? ((await reply.json()) as CurrentUser) : null;
  } catch (error) {
    console.warn('The early question was not answered', error);
    return null;
  }
}

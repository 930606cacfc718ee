import { call } from '../api/call.ts';
import { setSession } from '../api/session.ts';

/** Ends the session on the server and here. When the server cannot be told, the token is forgotten all the same. */
export async function signOut(checkUserSession: () => Promise<void>): Promise<void> {
  try {
    await call('POST /api/v2/auth/logout', { body: {} });
  } catch (error) {
    console.error(error);
  }
  setSession(null);
  await checkUserSession();
  // "Refresh the page" (reference 4): nothing that was loaded for the person stays in memory.
  window.location.reload();
}

import { call } from '../api/call.ts';
import { closeSession } from '../api/session.ts';
import { PUSH_KEY } from '../features/notifications/desktop.ts';

/** Ends the session on the server and here. Forgets the token even when the call to the server fails. */
export async function signOut(checkUserSession: () => Promise<void>): Promise<void> {
  await forgetPush();
  try {
    await closeSession(() => call('POST /api/v2/auth/logout', { body: {} }));
  } catch (error) {
    console.error(error);
  }
  await checkUserSession();
  // "Refresh the page" (reference 4): no data of the person stays in memory.
  window.location.reload();
}

/** Unsubscribes this browser from push; the server unsubscribes when the session ends. */
async function forgetPush(): Promise<void> {
  if (localStorage.getItem(PUSH_KEY) === null) return;
  try {
    const { dropPushSubscription } = await import('../features/notifications/push/push-subscription.ts');
    await dropPushSubscription();
  } catch (error) {
    console.warn('This browser could not be unsubscribed from push', error);
  }
}

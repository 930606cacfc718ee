import { isOnServer } from './is-on-server.ts';

const KEY = 'guest-pays-at-once';

/** Lets the page of a reservation begin with its payment: the guest has tapped on paying already (BK-14). */
export function requestDirectPayment(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch (error) {
    // Without this storage the guest taps on paying once more.
    console.warn(error);
  }
}

/** Whether the page begins with its payment, which the server does not render. */
export function beginsWithPayment(): boolean {
  try {
    return sessionStorage.getItem(KEY) === location.pathname;
  } catch {
    // `takeDirectPayment` reports it.
    return false;
  }
}

/** Whether the page begins with its payment, once: a reload or the back button does not open it again. */
export function claimDirectPayment(): boolean {
  if (isOnServer) return false;
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path !== null && path === location.pathname;
  } catch (error) {
    console.warn(error);
    return false;
  }
}

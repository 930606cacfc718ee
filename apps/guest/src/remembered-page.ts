import type { GuestPage } from '@munjigi/contract';

/**
 * The last page, in the storage of the tab: a phone that reloads the tab in a stairwell without a connection still
 * shows it (GP-6). It ends with the tab, and no other site and no other tab reads it.
 */
const KEY = 'guest-page';

interface Remembered {
  readonly token: string;
  readonly page: GuestPage;
  /** The clock of the phone when the page arrived; only differences to it are used. */
  readonly savedAt: number;
}

export function rememberPage(token: string, page: GuestPage): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ token, page, savedAt: Date.now() } satisfies Remembered));
  } catch (error) {
    // A full storage, or one that the in-app browser forbids: the page works without it.
    console.warn(error);
  }
}

/** The page of this link that the tab showed last, with the present time of the server. */
export function recallPage(token: string): { readonly page: GuestPage; readonly now: number } | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Remembered | null;
    if (kept?.token !== token) return null;
    return { page: kept.page, now: Date.parse(kept.page.now) + Math.max(0, Date.now() - kept.savedAt) };
  } catch (error) {
    console.warn(error);
    return null;
  }
}

export function forgetPage(): void {
  try {
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem('guest-token');
  } catch (error) {
    console.warn(error);
  }
}

import type { StayPage } from './stay-page.ts';

/**
 * The last page, in the storage of the tab: a phone that reloads the tab in a stairwell without a connection still
 * shows it (GP-6). The number grows when an older page would not have what this one shows. It ends with the tab, and no other site and no other tab reads it.
 */
const KEY = 'guest-page-4';
/** Read by the script of the document (index.html). */
const TOKEN_KEY = 'guest-token';

interface Remembered {
  readonly token: string;
  readonly page: StayPage;
  /** The clock of the phone when the page arrived; only differences to it are used. */
  readonly savedAt: number;
}

export function rememberPage(token: string, page: StayPage): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ token, page, savedAt: Date.now() } satisfies Remembered));
  } catch (error) {
    // A full storage, or one that the in-app browser forbids: the page works without it.
    console.warn(error);
  }
}

/** The page of this link that the tab showed last, with the present time of the server. */
export function recallPage(token: string): { readonly page: StayPage; readonly now: number } | null {
  try {
    const remembered = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Remembered | null;
    if (remembered?.token !== token) return null;
    const { page, savedAt } = remembered;
    const now = Date.parse(page.now) + Math.max(0, Date.now() - savedAt);
    return { page: dropEndedSecrets(page, now), now };
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Without the Wi-Fi and the codes whose window has ended meanwhile. */
function dropEndedSecrets(page: StayPage, now: number): StayPage {
  const { wifi } = page.arrival;
  return {
    ...page,
    arrival: { ...page.arrival, wifi: wifi !== null && now < Date.parse(wifi.until) ? wifi : null },
    codes: page.codes.map((code) =>
      now < Date.parse(code.closesAt) ? code : { ...code, state: 'ENDED' as const, code: null },
    ),
  };
}

/**
 * Keeps the token for the return from the page of the provider, whose address does not contain it. False: the browser
 * forbids the storage, and the guest would return to a page without the reservation.
 */
export function rememberToken(token: string): boolean {
  try {
    sessionStorage.setItem(TOKEN_KEY, token);
    return true;
  } catch (error) {
    console.warn(error);
    return false;
  }
}

export function forgetPage(): void {
  try {
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(TOKEN_KEY);
  } catch (error) {
    console.warn(error);
  }
}

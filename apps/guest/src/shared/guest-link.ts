/**
 * The link of a guest who continues to book again at the same store (RG-7). The address of the booking page has no token, so
 * the tab keeps it.
 */
const keyOf = (storeId: string) => `guest-link-${storeId}`;

export function keepGuestLink(storeId: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(storeId), token);
  } catch (error) {
    // Without it the guest confirms the phone with a code.
    console.warn(error);
  }
}

/** The token of the link that this tab came from. `null`: none. */
export function recallGuestLink(storeId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(storeId));
  } catch (error) {
    console.warn(error);
    return null;
  }
}

export function forgetGuestLink(storeId: string): void {
  try {
    sessionStorage.removeItem(keyOf(storeId));
  } catch (error) {
    console.warn(error);
  }
}

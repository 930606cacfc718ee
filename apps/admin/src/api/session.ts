/** Where the access token is stored (reference 9): session storage, so it ends with the tab. */
export const TOKEN_STORAGE_KEY = 'jwt_access_token';
export const SIGN_IN_PATH = '/auth/jwt/sign-in';

/** setTimeout overflows past this many milliseconds (24.8 days) and would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The sign-in address that brings a person back to `path` (with its query) afterwards. */
export function signInPathFor(path: string): string {
  return `${SIGN_IN_PATH}?${new URLSearchParams({ returnTo: path }).toString()}`;
}

let expiryTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Decodes the claims of a token without verification: only the server decides whether it is genuine. Throws if it is
 * not a token.
 */
export function decodeToken(token: string): Record<string, unknown> {
  const [, payload, ...rest] = token.split('.');
  if (payload === undefined || rest.length > 1) throw new Error('Invalid token!');
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof claims !== 'object' || claims === null) throw new Error('Invalid token!');
  return claims as Record<string, unknown>;
}

/** Valid only with an `exp` claim (seconds) that lies in the future (reference 5). */
export function isValidToken(token: string | null, nowMs: number = Date.now()): token is string {
  if (token === null || token === '') return false;
  try {
    const { exp } = decodeToken(token);
    return typeof exp === 'number' && exp * 1000 > nowMs;
  } catch (error) {
    console.warn('The stored access token cannot be read', error);
    return false;
  }
}

/** The token to send with a call, or `null` if none is stored or it is not valid any more. */
export function accessToken(): string | null {
  const stored = sessionStorage.getItem(TOKEN_STORAGE_KEY);
  return isValidToken(stored) ? stored : null;
}

/**
 * Stores the token and watches its expiry, or deletes it (`null`). Throws 'Invalid access token!' without storing it if
 * it has no `exp`.
 */
export function setSession(token: string | null): void {
  clearTimeout(expiryTimer);
  if (token === null) {
    sessionStorage.removeItem(TOKEN_STORAGE_KEY);
    return;
  }
  const { exp } = decodeToken(token);
  if (typeof exp !== 'number') throw new Error('Invalid access token!');
  sessionStorage.setItem(TOKEN_STORAGE_KEY, token);
  watchExpiry(exp * 1000);
}

function watchExpiry(expiresAtMs: number): void {
  const leftMs = expiresAtMs - Date.now();
  if (leftMs > LONGEST_TIMER_MS) {
    expiryTimer = setTimeout(() => watchExpiry(expiresAtMs), LONGEST_TIMER_MS);
    return;
  }
  expiryTimer = setTimeout(
    () => {
      window.alert('Token expired!');
      setSession(null);
      const { pathname, search } = window.location;
      window.location.href = pathname.startsWith('/auth/') ? SIGN_IN_PATH : signInPathFor(pathname + search);
    },
    Math.max(0, leftMs),
  );
}

let end: unknown = null;

/** The problem that ended the previous session, for the sign-in page; `null` without one. */
export function readSessionEnd(): unknown {
  return end;
}

export function rememberSessionEnd(problem: unknown): void {
  end = problem;
}

const endings = new Set<() => void>();

/** Calls `listener` when the server says that this session has ended. Returns the function that unsubscribes. */
export function onSessionEnded(listener: () => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

/** Event of `window`: another session has replaced the current one, and all data of the old session is gone. */
export const SESSION_REPLACED = 'munjigi-session-replaced';

/** The number of calls under way that end the session themselves. */
let ending = 0;
let hasSessionEnded = false;

/** The server refused the credential: the listeners of `onSessionEnded` check the session again. */
export function reportSessionEnded(): void {
  if (ending > 0) {
    hasSessionEnded = true;
    return;
  }
  for (const listener of endings) listener();
}

/**
 * Requests another token and stores it. The old session ends at the server before the new token arrives here. A report
 * of that end (by the event stream or another call) is delayed until it is known whether there is a new token.
 */
export async function replaceSession(ask: () => Promise<string>): Promise<void> {
  ending += 1;
  try {
    setSession(await ask());
    window.dispatchEvent(new Event(SESSION_REPLACED));
  } finally {
    ending -= 1;
    if (ending === 0 && hasSessionEnded) {
      hasSessionEnded = false;
      reportSessionEnded();
    }
  }
}

/** Aborts the requests of the present session when it is signed out. */
let requests = new AbortController();

/** The signal of the requests that belong to the present session. */
export function sessionSignal(): AbortSignal {
  return requests.signal;
}

/**
 * Ends the session at the server by `endAtServer`, and forgets the token even when that call fails. Drops reports of the end
 * that arrive meanwhile. Other requests under way are aborted and none starts, because the server would refuse them.
 */
export async function closeSession(endAtServer: () => Promise<unknown>): Promise<void> {
  ending += 1;
  const others = requests;
  requests = new AbortController();
  try {
    const ended = endAtServer();
    requests = new AbortController();
    others.abort();
    requests.abort();
    await ended;
  } finally {
    requests = new AbortController();
    setSession(null);
    ending -= 1;
    hasSessionEnded = false;
  }
}

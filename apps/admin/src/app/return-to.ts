/** The default path after signing in (reference 2). */
export const REDIRECT_PATH = '/dashboard';

/** The address for setting up a second factor first, which leads on to `returnTo`. */
export function secondFactorPathFor(returnTo: string | null): string {
  return `/auth/jwt/second-factor${returnTo === null ? '' : `?${new URLSearchParams({ returnTo }).toString()}`}`;
}

/** Returns a path of this application, or the default one: never another site or a script (AU-7). */
export function safeReturnTo(returnTo: string | null, origin: string = window.location.origin): string {
  if (returnTo === null || !/^\/(?![/\\])/.test(returnTo) || /[\u0000-\u001f\u007f\\]/.test(returnTo))
    return REDIRECT_PATH;
  if (!URL.canParse(returnTo, origin)) return REDIRECT_PATH;
  const url = new URL(returnTo, origin);
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : REDIRECT_PATH;
}

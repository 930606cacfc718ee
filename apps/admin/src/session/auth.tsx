import type { CurrentUser } from '@munjigi/contract';
import { reachOf, type Capability } from '@munjigi/contract/roles';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { call, isProblem } from '../api/call.ts';
import { accessToken, onSessionEnded, setSession } from '../api/session.ts';

/** The reply of `auth/me`, the token, and a role that is `admin` when the server names none (reference 3). */
export type SessionUser = CurrentUser & { readonly accessToken: string; readonly role: string };

export interface AuthContextValue {
  readonly user: SessionUser | null;
  readonly loading: boolean;
  readonly authenticated: boolean;
  readonly unauthenticated: boolean;
  /** Signed in, but a second factor must be set up before anything else (AU-5). */
  readonly mustSetSecondFactor: boolean;
  /** Reads the stored token again and asks the server for its person. Never rejects. */
  readonly checkUserSession: () => Promise<void>;
}

const AuthContext = createContext<AuthContextValue | null>(null);

interface AuthProviderProps {
  /** The session if it was loaded before the first render; a visitor's is `null`. */
  readonly first?: Session | null | undefined;
  readonly children: ReactNode;
}

/** Holds the signed-in person: loading at first, then a person or none. */
export function AuthProvider({ first, children }: AuthProviderProps) {
  const [state, setState] = useState<Session & { loading: boolean }>(
    // Without a token there is nothing to wait for: a visitor sees the sign-in page at once.
    () => (first ? { ...first, loading: false } : { ...SIGNED_OUT, loading: accessToken() !== null }),
  );
  const isLoaded = Boolean(first);

  const checkUserSession = useCallback(async () => setState({ ...(await loadSession()), loading: false }), []);

  useEffect(() => {
    // The effect starts the first check, which ends later, so no state is set while the effect runs.
    if (!isLoaded) queueMicrotask(() => void checkUserSession());
    return onSessionEnded(() => void checkUserSession());
  }, [checkUserSession, isLoaded]);

  const value = useMemo<AuthContextValue>(
    () => ({
      ...state,
      checkUserSession,
      authenticated: !state.loading && state.user !== null,
      unauthenticated: !state.loading && state.user === null,
    }),
    [state, checkUserSession],
  );
  return <AuthContext value={value}>{children}</AuthContext>;
}

export interface Session {
  readonly user: SessionUser | null;
  readonly mustSetSecondFactor: boolean;
}
const SIGNED_OUT: Session = { user: null, mustSetSecondFactor: false };

/** The person of the stored token, asked at the server. Never rejects. */
export async function loadSession(): Promise<Session> {
  const token = accessToken();
  try {
    if (token === null) {
      setSession(null);
      return SIGNED_OUT;
    }
    setSession(token);
    const user = await call('GET /api/v2/auth/me');
    return { user: { role: 'admin', ...user, accessToken: token }, mustSetSecondFactor: false };
  } catch (error) {
    if (isProblem(error) && error.code === 'SECOND_FACTOR_REQUIRED') return { user: null, mustSetSecondFactor: true };
    // Deletes a token that the server refuses; otherwise every call with it would be refused.
    if (isProblem(error) && error.status === 401 && accessToken() === token) setSession(null);
    console.error(error);
    return SIGNED_OUT;
  }
}

export function useAuthContext(): AuthContextValue {
  const value = use(AuthContext);
  if (value === null) throw new Error('useAuthContext: Context must be used inside AuthProvider');
  return value;
}

/** Whether the person has the capability. The server decides; this only hides buttons that would be refused. */
export function useCan(): (capability: Capability) => boolean {
  const roles = useAuthContext().user?.roles ?? [];
  return (capability) => reachOf(roles, capability) !== null;
}

/** The slug of the person's product, the `{product}` of every path. Only for signed-in screens. */
export function useProduct(): string {
  const product = useAuthContext().user?.products[0]?.slug;
  if (product === undefined) throw new Error('useProduct: needs a signed-in person with a product');
  return product;
}

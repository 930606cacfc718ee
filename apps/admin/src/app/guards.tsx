import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { useAuthContext } from './auth.tsx';
import { safeReturnTo, signInPathFor } from './return-to.ts';

/** Lets signed-in people through; everybody else goes to sign-in and comes back to this very address. */
export function AuthGuard() {
  const { loading, authenticated } = useAuthContext();
  const { pathname, search } = useLocation();
  if (loading) return <LoadingScreen />;
  return authenticated ? <Outlet /> : <Navigate replace to={signInPathFor(pathname + search)} />;
}

/** Lets visitors through; who is signed in goes where `returnTo` says. */
export function GuestGuard() {
  const { loading, authenticated } = useAuthContext();
  const [params] = useSearchParams();
  if (loading) return <LoadingScreen />;
  return authenticated ? <Navigate replace to={safeReturnTo(params.get('returnTo'))} /> : <Outlet />;
}

import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router';
import { LoadingScreen } from '../ui/states/loading-screen.tsx';
import { signInPathFor } from '../api/session.ts';
import { useAuthContext } from '../session/auth.tsx';
import { safeReturnTo, secondFactorPathFor } from './return-to.ts';

/** Lets signed-in people through; sends other visitors to sign-in, which returns them to this address. */
export function AuthGuard() {
  const { loading, authenticated, mustSetSecondFactor } = useAuthContext();
  const { pathname, search } = useLocation();
  if (loading) return <LoadingScreen />;
  if (mustSetSecondFactor) return <Redirect to={secondFactorPathFor(pathname + search)} />;
  return authenticated ? <Outlet /> : <Redirect to={signInPathFor(pathname + search)} />;
}

/** Lets visitors through; sends signed-in people to the `returnTo` address. */
export function GuestGuard() {
  const { loading, authenticated, mustSetSecondFactor } = useAuthContext();
  const [params] = useSearchParams();
  if (loading) return <LoadingScreen />;
  if (mustSetSecondFactor) return <Redirect to={secondFactorPathFor(params.get('returnTo'))} />;
  return authenticated ? <Redirect to={safeReturnTo(params.get('returnTo'))} /> : <Outlet />;
}

/** Lets people through who must set up a second factor first (AU-5); sends others to their address. */
export function SecondFactorGuard() {
  const { loading, mustSetSecondFactor } = useAuthContext();
  const [params] = useSearchParams();
  if (loading) return <LoadingScreen />;
  return mustSetSecondFactor ? <Outlet /> : <Redirect to={safeReturnTo(params.get('returnTo'))} />;
}

/** Replaces the address, and shows the loader until the code of the page there has loaded. */
export function Redirect({ to }: { readonly to: string }) {
  return (
    <>
      <LoadingScreen />
      <Navigate replace to={to} />
    </>
  );
}

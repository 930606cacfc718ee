import { Component, lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { SignInPage } from '../features/accounts/accounts.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { PlainPage } from '../ui/plain-page.tsx';
import { useAuthContext } from './auth.tsx';

const FullApp = lazy(async () => ({ default: await (await import('./full-app.tsx')).loadFullApp() }));

/**
 * Sign-in as the first page of a visit: without the router, which it does not need. After signing in, the full
 * application starts at the same address and leads on.
 */
export function SignInApp() {
  const { unauthenticated, mustSetSecondFactor } = useAuthContext();
  const [isLeft, setLeft] = useState(false);
  const isVisitor = unauthenticated && !mustSetSecondFactor;
  // Another address within the history of the browser is for the router.
  useEffect(() => {
    const leave = () => setLeft(true);
    window.addEventListener('popstate', leave);
    return () => window.removeEventListener('popstate', leave);
  }, []);
  // The full application stays, because it has its own sign-in page.
  if (!isVisitor && !isLeft) setLeft(true);
  return (
    <CatchErrors>
      {isVisitor && !isLeft ? (
        <SignInPage />
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <FullApp />
        </Suspense>
      )}
    </CatchErrors>
  );
}

/** Shows the error page. React has reported the error to the console. */
class CatchErrors extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null as unknown };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <PlainPage detail={error instanceof Error ? error.message : String(error)} />;
  }
}

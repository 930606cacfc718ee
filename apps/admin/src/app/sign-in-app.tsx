import { Component, lazy, Suspense, useLayoutEffect, useState, type ReactNode } from 'react';
import { SIGN_IN_PATH } from '../api/session.ts';
import { LoadingScreen } from '../ui/states/loading-screen.tsx';
import { describeFailure, PlainPage } from '../ui/states/plain-page.tsx';
import { useAuthContext } from '../session/auth.tsx';
import { SignInScreen } from './screens/sign-in-screen.tsx';

const importFullApp = () => import('./full-app.tsx');
const FullApp = lazy(async () => ({ default: await (await importFullApp()).loadFullApp() }));

/**
 * Sign-in as the first page of a visit: without the router, which it does not need. After signing in, the full
 * application starts at the same address and leads on.
 */
export function SignInApp() {
  const { unauthenticated, mustSetSecondFactor } = useAuthContext();
  const [isLeft, setLeft] = useState(false);
  const isVisitor = unauthenticated && !mustSetSecondFactor;
  // Another address within the history of the browser is for the router, also one that came before this code.
  useLayoutEffect(() => {
    const leave = () => setLeft(true);
    if (window.location.pathname !== SIGN_IN_PATH) leave();
    window.addEventListener('popstate', leave);
    return () => window.removeEventListener('popstate', leave);
  }, []);
  // The full application stays, because it has its own sign-in page.
  if (!isVisitor && !isLeft) setLeft(true);
  return (
    <CatchErrors>
      {isVisitor && !isLeft ? (
        // The full application loads while the person types, beside the signed-in part.
        <div style={{ display: 'contents' }} onInput={prefetchFullApp}>
          <SignInScreen />
        </div>
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <FullApp />
        </Suspense>
      )}
    </CatchErrors>
  );
}

function prefetchFullApp(): void {
  // It is requested again when it is needed, and a failure is shown then.
  importFullApp().catch(console.warn);
}

/** Shows the error page. React has reported the error to the console. */
class CatchErrors extends Component<{ readonly children: ReactNode }, { readonly detail: string | null }> {
  override state = { detail: null };
  static getDerivedStateFromError(error: unknown) {
    return { detail: describeFailure(error) };
  }
  override render() {
    const { detail } = this.state;
    return detail === null ? this.props.children : <PlainPage detail={detail} />;
  }
}

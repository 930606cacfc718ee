import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { RouterLinkContext, type PageLinkProps } from '../ui/page-link.tsx';
import { RouteProgress } from '../ui/states/route-progress.tsx';

/** Wraps every page: the progress bar during route changes, and a scroll to the top after each. */
export function Root() {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <RouterLinkContext value={renderRouterLink}>
      <RouteProgress isActive={state !== 'idle'} />
      <Outlet />
    </RouterLinkContext>
  );
}

function renderRouterLink(props: PageLinkProps) {
  return <Link {...props} />;
}

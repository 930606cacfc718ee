import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { RouterLink } from '../ui/page-link.tsx';
import { RouteProgress } from '../ui/route-progress.tsx';

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
    <RouterLink value={Link}>
      <RouteProgress isActive={state !== 'idle'} />
      <Outlet />
    </RouterLink>
  );
}

import { reachOf } from '@munjigi/contract/roles';
import { Navigate } from 'react-router';
import { OverviewPage } from '../../features/overview/overview-page.tsx';
import { NoPermission } from '../../ui/states/no-permission.tsx';
import { useAuthContext } from '../../session/auth.tsx';

/** `/dashboard`: the overview, or the help desk for those who work there (AC-4). */
export function DashboardHome() {
  const roles = useAuthContext().user?.roles ?? [];
  if (reachOf(roles, 'overview:read') !== null) return <OverviewPage />;
  if (reachOf(roles, 'help-desk:use') !== null) return <Navigate replace to="/dashboard/support" />;
  return <NoPermission capability="overview:read" />;
}

import type { Capability } from '@munjigi/contract/roles';
import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { AuthGuard, GuestGuard, SecondFactorGuard } from './guards.tsx';
import { REDIRECT_PATH } from './return-to.ts';
import { Root } from './root.tsx';

type Screen = () => Promise<ComponentType>;

/** A screen inside the shell that its capability opens (AC-4). */
function page(path: string, needs: Capability, screen: Screen): RouteObject {
  return {
    path,
    lazy: async () => {
      const [{ guarded }, Component] = await Promise.all([import('./screen-guard.tsx'), screen()]);
      return { Component: guarded(needs, Component) };
    },
  };
}

/** A screen made of MUI's parts; both load side by side. */
const inMui = (screen: Screen): Screen => async () => {
  const [mui, Component] = await Promise.all([import('./mui-screen.tsx'), screen()]);
  return mui.inMui(Component);
};

const screens: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./dashboard-home.tsx')).DashboardHome }) },
  { path: 'account', lazy: async () => ({ Component: await inMui(async () => (await import('../features/users/account-page.tsx')).AccountPage)() }) },
  page('room', 'rooms:read', inMui(async () => (await import('../features/rooms/rooms-page.tsx')).RoomsPage)),
  page('room/:id', 'rooms:read', inMui(async () => (await import('./room-screen.tsx')).RoomScreen)),
  page('room/:id/edit', 'rooms:write', inMui(async () => (await import('../features/rooms/room-edit-page.tsx')).RoomEditPage)),
  page('store', 'stores:read', inMui(async () => (await import('./store-screen.tsx')).StoreScreen)),
  page('door', 'doors:read', inMui(async () => (await import('../features/doors/doors-page.tsx')).DoorsPage)),
  page('statistics', 'sales:read', inMui(async () => (await import('../features/sales/sales-page.tsx')).StatisticsPage)),
  page('statistics/settlement', 'sales:read', inMui(async () => (await import('../features/settlement/settlement-page.tsx')).SettlementPage)),
  page('reservation', 'reservations:read', async () => (await import('../features/reservations/reservations-page.tsx')).ReservationsPage),
  page('admin/payments', 'payments:read', inMui(async () => (await import('../features/sales/sales-page.tsx')).PaymentsPage)),
  page('deposit', 'payments:write', inMui(async () => (await import('../features/deposits/deposits-page.tsx')).DepositsPage)),
  page('admin/notification', 'notifications:read', inMui(async () => (await import('../features/notifications/notification-lookup-page.tsx')).NotificationLookupPage)),
  page('admin/device-history', 'device-history:read', inMui(async () => (await import('../features/devices/device-history-page.tsx')).DeviceHistoryPage)),
  page('approval', 'approvals:use', inMui(async () => (await import('../features/approvals/approvals-page.tsx')).ApprovalsPage)),
  page('support', 'help-desk:use', inMui(async () => (await import('../features/help-desk/help-desk-page.tsx')).HelpDeskPage)),
  page('system/users', 'users:read', inMui(async () => (await import('../features/users/users-page.tsx')).UsersPage)),
  page('system/stores', 'stores:oversee', inMui(async () => (await import('../features/stores/list/stores-page.tsx')).StoresPage)),
  page('system/settlement', 'users:read', inMui(async () => (await import('../features/settlement/settlement-page.tsx')).SettlementPage)),
  page('system/integrations', 'api-keys:read', inMui(async () => (await import('../features/integrations/integrations-page.tsx')).IntegrationsPage)),
  page('system/integrations/delivery', 'webhooks:read', inMui(async () => (await import('../features/integrations/deliveries-page.tsx')).DeliveriesPage)),
  page('system/webhooks', 'webhooks:read', inMui(async () => (await import('../features/webhooks/webhooks-page.tsx')).WebhooksPage)),
  page('system/audit', 'audit:read', inMui(async () => (await import('../features/audit/audit-page.tsx')).AuditPage)),
];

/** Every route of the application, in one list. */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: () => null,
      children: [
        { path: '/', element: <Navigate replace to={REDIRECT_PATH} /> },
        {
          path: '/auth/jwt',
          Component: GuestGuard,
          children: [
            { path: 'sign-in', lazy: async () => ({ Component: (await import('../features/accounts/accounts.tsx')).SignInPage }) },
            { path: 'sign-up', lazy: async () => ({ Component: (await import('../features/accounts/sign-up-page.tsx')).SignUpPage }) },
          ],
        },
        {
          path: '/auth/jwt/second-factor',
          Component: SecondFactorGuard,
          children: [{ index: true, lazy: async () => ({ Component: await inMui(async () => (await import('./second-factor-screen.tsx')).SecondFactorScreen)() }) }],
        },
        {
          path: '/dashboard',
          Component: AuthGuard,
          children: [{ lazy: async () => ({ Component: (await import('./dashboard.tsx')).Dashboard }), children: screens }],
        },
        { path: '/404', lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }) },
        { path: '*', element: <Navigate replace to="/404" /> },
      ],
    },
  ]);
}

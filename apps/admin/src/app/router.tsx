import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { AuthGuard, GuestGuard, Redirect, SecondFactorGuard } from './guards.tsx';
import { REDIRECT_PATH } from './return-to.ts';
import { Root } from './root.tsx';
import { SCREEN_RIGHTS, type ScreenPath } from './screen-rights.ts';

type Screen = () => Promise<ComponentType>;

/** Sign-in needs no error boundary inside a shell, so it loads with the screens. */
async function contained(Component: ComponentType): Promise<{ Component: ComponentType }> {
  const { containErrors } = await import('../ui/error-boundary.tsx');
  return { Component: containErrors(Component) };
}

/** A screen inside the shell that its capability opens (AC-4). */
function page(path: ScreenPath, screen: Screen): RouteObject {
  return {
    path,
    lazy: async () => {
      const [{ guarded }, Component] = await Promise.all([import('./screen-guard.tsx'), screen()]);
      return contained(guarded(SCREEN_RIGHTS[path], Component));
    },
  };
}

/** A screen made of MUI's parts; both load side by side. */
const inMui = (screen: Screen): Screen => async () => {
  const [mui, Component] = await Promise.all([import('./mui-screen.tsx'), screen()]);
  return mui.inMui(Component);
};

const screens: RouteObject[] = [
  { index: true, lazy: async () => contained((await import('./dashboard-home.tsx')).DashboardHome) },
  { path: 'account', lazy: async () => contained(await inMui(async () => (await import('./account-screen.tsx')).AccountScreen)()) },
  page('room', inMui(async () => (await import('./rooms-screen.tsx')).RoomsScreen)),
  page('room/:id', inMui(async () => (await import('./room-screen.tsx')).RoomScreen)),
  page('room/:id/edit', inMui(async () => (await import('./room-edit-screen.tsx')).RoomEditScreen)),
  page('store', inMui(async () => (await import('./store-screen.tsx')).StoreScreen)),
  page('door', inMui(async () => (await import('../features/doors/doors-page.tsx')).DoorsPage)),
  page('statistics', inMui(async () => (await import('../features/sales/sales-page.tsx')).StatisticsPage)),
  page('statistics/settlement', inMui(async () => (await import('../features/settlement/settlement-page.tsx')).SettlementPage)),
  page('reservation', async () => (await import('../features/reservations/reservations-page.tsx')).ReservationsPage),
  page('admin/payments', inMui(async () => (await import('../features/sales/sales-page.tsx')).PaymentsPage)),
  page('deposit', inMui(async () => (await import('../features/deposits/deposits-page.tsx')).DepositsPage)),
  page('admin/notification', inMui(async () => (await import('../features/notifications/notification-lookup-page.tsx')).NotificationLookupPage)),
  page('admin/device-history', inMui(async () => (await import('../features/devices/device-history-page.tsx')).DeviceHistoryPage)),
  page('approval', inMui(async () => (await import('../features/approvals/approvals-page.tsx')).ApprovalsPage)),
  page('support', inMui(async () => (await import('../features/help-desk/help-desk-page.tsx')).HelpDeskPage)),
  page('system/users', inMui(async () => (await import('../features/users/users-page.tsx')).UsersPage)),
  page('system/stores', inMui(async () => (await import('../features/stores/list/stores-page.tsx')).StoresPage)),
  page('system/settlement', inMui(async () => (await import('../features/settlement/settlement-page.tsx')).SettlementPage)),
  page('system/integrations', inMui(async () => (await import('../features/integrations/integrations-page.tsx')).IntegrationsPage)),
  page('system/integrations/delivery', inMui(async () => (await import('../features/integrations/deliveries-page.tsx')).DeliveriesPage)),
  page('system/webhooks', inMui(async () => (await import('../features/webhooks/webhooks-page.tsx')).WebhooksPage)),
  page('system/audit', inMui(async () => (await import('../features/audit/audit-page.tsx')).AuditPage)),
];

/** Every route of the application, in one list. */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: () => null,
      children: [
        { path: '/', element: <Redirect to={REDIRECT_PATH} /> },
        {
          path: '/auth/jwt',
          Component: GuestGuard,
          children: [
            { path: 'sign-in', lazy: async () => ({ Component: (await import('../features/accounts/accounts.tsx')).SignInPage }) },
            { path: 'sign-up', lazy: async () => ({ Component: (await import('../features/accounts/visitor-pages.tsx')).SignUpPage }) },
          ],
        },
        // For visitors and for people who are signed in: a link is opened wherever it was received.
        { path: '/reset-password', lazy: async () => ({ Component: (await import('../features/accounts/visitor-pages.tsx')).ResetPasswordPage }) },
        {
          path: '/auth/jwt/second-factor',
          Component: SecondFactorGuard,
          children: [{ index: true, lazy: async () => ({ Component: await inMui(async () => (await import('./second-factor-screen.tsx')).SecondFactorScreen)() }) }],
        },
        {
          path: '/dashboard',
          Component: AuthGuard,
          children: [{ lazy: async () => ({ Component: (await import('./dashboard.tsx')).Dashboard }), children: [{ lazy: async () => ({ ErrorBoundary: (await import('../ui/error-boundary.tsx')).ScreenFailure }), children: screens }] }],
        },
        { path: '/404', lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }) },
        { path: '*', element: <Redirect to="/404" /> },
      ],
    },
  ]);
}

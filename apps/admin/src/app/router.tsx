import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { ErrorPage } from './screens/error-page.tsx';
import { AuthGuard, GuestGuard, Redirect, SecondFactorGuard } from './guards.tsx';
import { REDIRECT_PATH } from './return-to.ts';
import { Root } from './root.tsx';
import { SCREEN_RIGHTS, type ScreenPath } from './screen-rights.ts';

type Screen = () => Promise<ComponentType>;

/** Sign-in needs no error boundary inside a shell, so the boundary loads with the screens. */
async function contained(Component: ComponentType): Promise<{ Component: ComponentType }> {
  const { containErrors } = await import('../ui/states/error-boundary.tsx');
  return { Component: containErrors(Component) };
}

/** A screen inside the shell. Its texts load beside its code. */
async function load(path: string, code: Screen): Promise<ComponentType> {
  const [Component] = await Promise.all([
    code(),
    import('../session/screen-texts.ts').then(({ loadScreenTexts }) => loadScreenTexts(path)),
  ]);
  return Component;
}

/** A screen for every signed-in person. */
const screenForAll = (path: string, code: Screen): RouteObject => ({
  path,
  lazy: async () => contained(await load(path, code)),
});

/** A screen that needs a capability (AC-4). */
function screen(path: ScreenPath, code: Screen): RouteObject {
  return {
    path,
    lazy: async () => {
      const [{ guardScreen }, Component] = await Promise.all([import('./screen-guard.tsx'), load(path, code)]);
      return contained(guardScreen(SCREEN_RIGHTS[path], Component));
    },
  };
}

/** A screen made with MUI; its code and MUI load in parallel. */
const inMui =
  (screen: Screen): Screen =>
  async () => {
    const [mui, Component] = await Promise.all([import('./mui-screen.tsx'), screen()]);
    return mui.withMuiTheme(Component);
  };

/** The pages of a person who is not signed in. */
const visitorPages: RouteObject = {
  path: '/auth/jwt',
  Component: GuestGuard,
  children: [
    {
      path: 'sign-in',
      lazy: async () => ({ Component: (await import('./screens/sign-in-screen.tsx')).SignInScreen }),
    },
    {
      path: 'forgot-password',
      lazy: async () => ({
        Component: (await import('../features/accounts/visitor-pages.tsx')).ForgotPasswordPage,
      }),
    },
    {
      path: 'sign-up',
      lazy: async () => ({ Component: (await import('../features/accounts/visitor-pages.tsx')).SignUpPage }),
    },
  ],
};

const screens: RouteObject[] = [
  { index: true, lazy: async () => contained((await import('./screens/dashboard-home.tsx')).DashboardHome) },
  screenForAll(
    'account',
    inMui(async () => (await import('./screens/account-screen.tsx')).AccountScreen),
  ),
  screen(
    'room',
    inMui(async () => (await import('./screens/rooms-screen.tsx')).RoomsScreen),
  ),
  screen(
    'room/:id',
    inMui(async () => (await import('./screens/room-screen.tsx')).RoomScreen),
  ),
  screen(
    'room/:id/edit',
    inMui(async () => (await import('./screens/room-edit-screen.tsx')).RoomEditScreen),
  ),
  screen(
    'store',
    inMui(async () => (await import('./screens/store-screen.tsx')).StoreScreen),
  ),
  screen(
    'door',
    inMui(async () => (await import('../features/doors/doors-page.tsx')).DoorsPage),
  ),
  screen(
    'statistics',
    inMui(async () => (await import('../features/sales/sales-page.tsx')).StatisticsPage),
  ),
  screen(
    'statistics/settlement',
    inMui(async () => (await import('../features/settlement/settlement-page.tsx')).SettlementPage),
  ),
  screen('reservation', async () => (await import('../features/reservations/reservations-page.tsx')).ReservationsPage),
  screen(
    'admin/payments',
    inMui(async () => (await import('../features/sales/sales-page.tsx')).PaymentsPage),
  ),
  screen(
    'deposit',
    inMui(async () => (await import('../features/deposits/deposits-page.tsx')).DepositsPage),
  ),
  screen(
    'coupon',
    inMui(async () => (await import('../features/coupons/coupons-page.tsx')).CouponsPage),
  ),
  screen(
    'admin/notification',
    inMui(
      async () =>
        (await import('../features/notifications/lookup/notification-lookup-page.tsx')).NotificationLookupPage,
    ),
  ),
  screen(
    'admin/device-history',
    inMui(async () => (await import('../features/devices/device-history-page.tsx')).DeviceHistoryPage),
  ),
  screen(
    'approval',
    inMui(async () => (await import('../features/approvals/approvals-page.tsx')).ApprovalsPage),
  ),
  screen(
    'on-call',
    inMui(async () => (await import('../features/on-call/on-call-page.tsx')).OnCallPage),
  ),
  screen(
    'support',
    inMui(async () => (await import('../features/help-desk/help-desk-screen.tsx')).HelpDeskScreen),
  ),
  screen(
    'system/users',
    inMui(async () => (await import('./screens/users-screen.tsx')).UsersScreen),
  ),
  screen(
    'system/stores',
    inMui(async () => (await import('../features/stores/list/stores-page.tsx')).StoresPage),
  ),
  screen(
    'system/settlement',
    inMui(async () => (await import('../features/settlement/settlement-page.tsx')).SettlementPage),
  ),
  screen(
    'system/integrations',
    inMui(async () => (await import('./screens/integrations-screen.tsx')).IntegrationsScreen),
  ),
  screen(
    'system/integrations/delivery',
    inMui(async () => (await import('../features/webhooks/deliveries-page.tsx')).DeliveriesPage),
  ),
  screen(
    'system/webhooks',
    inMui(async () => (await import('../features/provider-webhooks/webhooks-page.tsx')).WebhooksPage),
  ),
  screen(
    'system/audit',
    inMui(async () => (await import('../features/audit/audit-page.tsx')).AuditPage),
  ),
  screen(
    'system/messages',
    inMui(async () => (await import('../features/messages/messages-page.tsx')).MessagesPage),
  ),
  screen(
    'system/message-templates',
    inMui(async () => (await import('../features/messages/templates/message-templates-page.tsx')).MessageTemplatesPage),
  ),
  screen(
    'system/demo-inbox',
    inMui(async () => (await import('../features/messages/demo-inbox-page.tsx')).DemoInboxPage),
  ),
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
        visitorPages,
        // For visitors and for signed-in people, because a one-time link must open for both.
        {
          path: '/invitation',
          lazy: async () => ({ Component: (await import('../features/accounts/visitor-pages.tsx')).InvitationPage }),
        },
        {
          path: '/reset-password',
          lazy: async () => ({ Component: (await import('../features/accounts/visitor-pages.tsx')).ResetPasswordPage }),
        },
        {
          path: '/auth/jwt/second-factor',
          Component: SecondFactorGuard,
          children: [
            {
              index: true,
              lazy: async () => ({
                Component: await inMui(
                  async () => (await import('./screens/second-factor-screen.tsx')).SecondFactorScreen,
                )(),
              }),
            },
          ],
        },
        {
          path: '/dashboard',
          Component: AuthGuard,
          children: [
            {
              lazy: async () => ({ Component: (await import('./dashboard.tsx')).Dashboard }),
              children: [
                {
                  lazy: async () => ({
                    ErrorBoundary: (await import('../ui/states/error-boundary.tsx')).ScreenFailure,
                  }),
                  children: screens,
                },
              ],
            },
          ],
        },
        {
          path: '/404',
          lazy: async () => ({ Component: (await import('./screens/not-found-page.tsx')).NotFoundPage }),
        },
        { path: '*', element: <Redirect to="/404" /> },
      ],
    },
  ]);
}

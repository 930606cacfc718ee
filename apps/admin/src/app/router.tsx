import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { ErrorPage } from './screens/error-page.tsx';
import { AuthGuard, GuestGuard, Redirect, SecondFactorGuard } from './guards.tsx';
import { REDIRECT_PATH } from './return-to.ts';
import { Root } from './root.tsx';
import type { ScreenDefinition } from '../session/screen-definition.ts';

type Screen = () => Promise<ComponentType>;

const definitions = Object.values(
  import.meta.glob<Readonly<Record<string, readonly ScreenDefinition[]>>>(
    ['../features/*/*.screens.ts', './screens/app.screens.ts'],
    { eager: true },
  ),
).flatMap((file) => Object.values(file).flat());

/** Sign-in needs no error boundary inside a shell, so the boundary loads with the screens. */
async function contained(Component: ComponentType): Promise<{ Component: ComponentType }> {
  const { containErrors } = await import('../ui/states/error-boundary.tsx');
  return { Component: containErrors(Component) };
}

/** A screen inside the shell. Its texts load beside its code; those without the right see which one is missing (AC-4). */
function routeTo({ path, needs, texts, isMui, load }: ScreenDefinition): RouteObject {
  return {
    path,
    lazy: async () => {
      const [guard, Component] = await Promise.all([
        needs !== undefined && import('./screen-guard.tsx'),
        isMui ? inMui(load)() : load(),
        import('../session/screen-texts.ts').then(({ loadScreenTexts }) => loadScreenTexts(texts)),
      ]);
      return contained(guard && needs !== undefined ? guard.guardScreen(needs, Component) : Component);
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
  ...definitions.map(routeTo),
];

/** Every route of the application. Those below `/dashboard` come from the files `*.screens.ts`. */
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

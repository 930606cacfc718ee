import type { CurrentUser } from '@munjigi/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { TOKEN_STORAGE_KEY } from '../api/session.ts';
import { AuthProvider, useAuthContext } from '../session/auth.tsx';
import { startI18n } from '../session/i18n.ts';

export const STORES = [
  { id: '0190aaaa-0000-7000-8000-000000000001', name: '강남점', timeZone: 'Asia/Seoul' },
  { id: '0190aaaa-0000-7000-8000-000000000002', name: '홍대점', timeZone: 'Asia/Seoul' },
] as const;

/**
 * Every namespace of texts. In a browser a part whose texts load late suspends the screen for a moment; in a test that
 * could happen at any line.
 */
const NAMESPACES = Object.keys(import.meta.glob('../locales/*/kr.json')).map((file) =>
  file.replace(/^.*locales\/|\/kr\.json$/g, ''),
);

/** A signed-in person of the product `playroom`. */
export function person(
  role: CurrentUser['roles'][number],
  stores: readonly CurrentUser['stores'][number][] = STORES,
): CurrentUser {
  return {
    id: '0190aaaa-0000-7000-8000-000000000009',
    email: 'person@demo.test',
    name: '김지은',
    roles: [role],
    stores: [...stores],
    products: [{ slug: 'playroom', name: 'Playroom' }],
    locale: 'kr',
    eventPosition: '0123456789ab-0',
  };
}

/** A token that the browser accepts: only `exp` is checked. */
function token(): string {
  const part = (claims: object) =>
    btoa(JSON.stringify(claims)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return `${part({ alg: 'none' })}.${part({ exp: Math.floor(Date.now() / 1000) + 3600 })}.x`;
}

/**
 * Renders a screen as the shell does, in Korean, for the person in the prepared answer of `auth/me`, and waits until
 * that person is loaded. Returns the query cache, which is where the event stream would write.
 */
export async function renderScreen(ui: ReactNode, path = '/'): Promise<{ client: QueryClient; search: () => string }> {
  localStorage.setItem('i18nextLng', 'kr');
  sessionStorage.setItem(TOKEN_STORAGE_KEY, token());
  await startI18n(NAMESPACES);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '*', element: <SignedIn>{ui}</SignedIn> }], { initialEntries: [path] });
  render(
    <AuthProvider>
      <QueryClientProvider client={client}>
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </AuthProvider>,
  );
  await screen.findByTestId('signed-in');
  return { client, search: () => router.state.location.search };
}

function SignedIn({ children }: { readonly children: ReactNode }) {
  return useAuthContext().authenticated ? <div data-testid="signed-in">{children}</div> : null;
}

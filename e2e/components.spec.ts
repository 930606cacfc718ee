import { showComponent } from './support/component-page.ts';
import { expect, test } from './support/fixtures.ts';

test('an avatar without a picture shows its children, else the first letter of its alt text, else the icon of a person', async ({
  page,
  expectError,
}) => {
  expectError(/404|ERR_/);
  await page.route('**/gone.png', (route) => route.fulfill({ status: 404 }));
  await showComponent(
    page,
    `
    import { createRoot } from 'react-dom/client';
    import { Avatar } from '@/ui/avatar.tsx';
    createRoot(document.body).render(<>
      <p id="children"><Avatar src="/gone.png" alt="박점주">YY</Avatar></p>
      <p id="letter"><Avatar src="/gone.png" alt="kim" /></p>
      <p id="person"><Avatar src="/gone.png" alt="" /></p>
      <p id="default"><Avatar src="/gone.png" /></p>
      <p id="picture"><Avatar src="/favicon.svg" /></p>
    </>);`,
  );
  await expect(page.locator('#children')).toHaveText('YY');
  await expect(page.locator('#letter')).toHaveText('K');
  await expect(page.locator('#person svg')).toBeVisible();
  await expect(page.locator('#default')).toHaveText('M');
  await expect(page.getByRole('img', { name: 'My avtar' })).toBeVisible();
});

test('a group of avatars shows at most four avatars', async ({ page }) => {
  await showComponent(
    page,
    `
    import { createRoot } from 'react-dom/client';
    import { AvatarGroup } from '@/ui/avatar.tsx';
    const people = (count) => Array.from({ length: count }, (_, index) => ({ name: String.fromCharCode(65 + index) }));
    createRoot(document.body).render(<><p id="four"><AvatarGroup people={people(4)} /></p><p id="six"><AvatarGroup people={people(6)} /></p></>);`,
  );
  await expect(page.locator('#four .avatar')).toHaveText(['A', 'B', 'C', 'D']);
  await expect(page.locator('#six .avatar')).toHaveText(['A', 'B', 'C', '+3']);
});

test('using the auth context outside its provider throws a developer error', async ({ page, expectError }) => {
  expectError(/useAuthContext/);
  const error = page.waitForEvent('pageerror');
  await showComponent(
    page,
    `
    import { createRoot } from 'react-dom/client';
    import { useAuthContext } from '@/session/auth.tsx';
    function Outside() { useAuthContext(); return null; }
    createRoot(document.body).render(<Outside />);`,
  );
  expect((await error).message).toBe('useAuthContext: Context must be used inside AuthProvider');
});

test('the active link is found regardless of a trailing slash, and external or hash links are never active', async ({
  page,
}) => {
  await showComponent(
    page,
    `
    import { isActivePath } from '@/session/navigation.ts';
    const pairs = [['/dashboard/door/', '/dashboard/door'], ['/dashboard/door', '/dashboard/door/'], ['/dashboard/room/7', '/dashboard/room'],
      ['/dashboard/door', '/dashboard'], ['/dashboard', 'https://x.test/dashboard'], ['/dashboard', '//x.test/dashboard'], ['/dashboard', '#dashboard']];
    document.body.textContent = JSON.stringify(pairs.map(([now, item]) => isActivePath(now, item)));`,
  );
  await expect(page.locator('body')).toHaveText('[true,true,true,false,false,false,false]');
});

test('menu items without roles are shown to everyone, and a group without visible items is hidden', async ({
  page,
}) => {
  await showComponent(
    page,
    `
    import { navigationFor } from '@/session/navigation.ts';
    const item = (title, roles) => ({ title, path: '/' + title, icon: 'door', ...(roles && { roles }) });
    const groups = [{ title: 'one', items: [item('open'), item('admins', ['ADMIN'])] }, { title: 'two', items: [item('more', ['ADMIN', 'SUB_ADMIN'])] }];
    const seen = (roles) => navigationFor(roles, groups).map((group) => [group.title, ...group.items.map((it) => it.title)].join(' '));
    document.body.textContent = JSON.stringify([seen([]), seen(['FRANCHISEE']), seen(['FRANCHISEE', 'SUB_ADMIN']), seen(['ADMIN'])]);`,
  );
  await expect(page.locator('body')).toHaveText(
    JSON.stringify([['one open'], ['one open'], ['one open', 'two more'], ['one open admins', 'two more']]),
  );
});

test('a permission check is true when the person has any of the required roles', async ({ page }) => {
  await showComponent(
    page,
    `
    import { hasAnyRole } from '@munjigi/contract/roles';
    document.body.textContent = JSON.stringify([hasAnyRole(['FRANCHISEE', 'ADMIN'], ['ADMIN', 'SUB_ADMIN']), hasAnyRole(['FRANCHISEE'], ['ADMIN', 'SUB_ADMIN']), hasAnyRole([], ['ADMIN'])]);`,
  );
  await expect(page.locator('body')).toHaveText('[true,false,false]');
});

test('a menu item has a title, a path, an icon, roles, children, a caption, an info and a disabled state', async ({
  page,
}) => {
  await showComponent(
    page,
    `
    import { createRoot } from 'react-dom/client';
    import { createMemoryRouter, RouterProvider } from 'react-router';
    import i18next from 'i18next';
    import { initReactI18next } from 'react-i18next';
    import { AuthProvider } from '@/session/auth.tsx';
    import { NAVIGATION } from '@/session/navigation.ts';
    import { NavList } from '@/app/nav-list.tsx';
    NAVIGATION.splice(0, NAVIGATION.length, { title: 'group', items: [
      { title: 'plain', path: '/component', icon: 'door', caption: 'below', info: '12' },
      { title: 'off', path: '/off', icon: 'door', disabled: true },
      { title: 'away', path: 'https://away.test/component', icon: 'door' },
      { title: 'hash', path: '#component', icon: 'door' },
      { title: 'branch', path: '/branch', icon: 'door', children: [{ title: 'leaf', path: '/leaf', icon: 'door' }] },
      { title: 'hidden', path: '/hidden', icon: 'door', roles: ['ADMIN'] },
    ] });
    await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { navbar: {}, common: {} } } });
    const router = createMemoryRouter([{ path: '*', element: <NavList /> }], { initialEntries: ['/component/'] });
    createRoot(document.body).render(<AuthProvider><RouterProvider router={router} /></AuthProvider>);`,
  );
  const plain = page.getByRole('link', { name: 'plain' });
  await expect(plain).toContainText('below');
  await expect(plain).toContainText('12');
  await expect(plain.locator('svg')).toHaveCount(1);
  await expect(plain).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('[aria-current=page]')).toHaveCount(1);
  await expect(page.getByText('off')).toBeVisible();
  await expect(page.getByRole('link', { name: 'off' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'away' })).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('link', { name: 'leaf' })).toBeHidden();
  await page.getByRole('button', { name: 'branch' }).click();
  await expect(page.getByRole('link', { name: 'leaf' })).toBeVisible();
  await expect(page.getByText('hidden')).toHaveCount(0);
});

test('one function sends GET, POST, PATCH and DELETE with the credential and the body', async ({ page }) => {
  const sent: string[] = [];
  await page.route('**/api/v2/thing', async (route) => {
    sent.push(`${route.request().method()} ${route.request().postData() ?? ''}`);
    await route.fulfill({ json: {} });
  });
  await showComponent(
    page,
    `
    import { call } from '@/api/call.ts';
    await call('GET /api/v2/thing');
    await call('POST /api/v2/thing', { body: { one: 1 } });
    await call('PATCH /api/v2/thing', { body: { two: 2 } });
    await call('DELETE /api/v2/thing');
    document.body.textContent = 'done';`,
  );
  await expect(page.locator('body')).toHaveText('done');
  expect(sent).toEqual(['GET ', 'POST {"one":1}', 'PATCH {"two":2}', 'DELETE ']);
});

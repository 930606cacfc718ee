import { showComponent } from './component-page.ts';
import { expect, test } from './fixtures.ts';

test('an avatar without its picture shows the children, else the first letter of the alt text, else a person', async ({ page, expectError }) => {
  expectError(/404|ERR_/);
  await page.route('**/gone.png', (route) => route.fulfill({ status: 404 }));
  await showComponent(page, `
    import { createRoot } from 'react-dom/client';
    import { Avatar } from '@/ui/avatar.tsx';
    createRoot(document.body).render(<>
      <p id="children"><Avatar src="/gone.png" alt="박점주">YY</Avatar></p>
      <p id="letter"><Avatar src="/gone.png" alt="kim" /></p>
      <p id="person"><Avatar src="/gone.png" alt="" /></p>
      <p id="default"><Avatar src="/gone.png" /></p>
      <p id="picture"><Avatar src="/favicon.svg" /></p>
    </>);`);
  await expect(page.locator('#children')).toHaveText('YY');
  await expect(page.locator('#letter')).toHaveText('K');
  await expect(page.locator('#person svg')).toBeVisible();
  await expect(page.locator('#default')).toHaveText('M');
  await expect(page.getByRole('img', { name: 'My avtar' })).toBeVisible();
});

test('a group of avatars shows at most four', async ({ page }) => {
  await showComponent(page, `
    import { createRoot } from 'react-dom/client';
    import { AvatarGroup } from '@/ui/avatar.tsx';
    const people = (count) => Array.from({ length: count }, (_, index) => ({ name: String.fromCharCode(65 + index) }));
    createRoot(document.body).render(<><p id="four"><AvatarGroup people={people(4)} /></p><p id="six"><AvatarGroup people={people(6)} /></p></>);`);
  await expect(page.locator('#four .avatar')).toHaveText(['A', 'B', 'C', 'D']);
  await expect(page.locator('#six .avatar')).toHaveText(['A', 'B', 'C', '+3']);
});

test('using the auth context outside its provider is a developer error', async ({ page, expectError }) => {
  expectError(/useAuthContext/);
  const error = page.waitForEvent('pageerror');
  await showComponent(page, `
    import { createRoot } from 'react-dom/client';
    import { useAuthContext } from '@/app/auth.tsx';
    function Outside() { useAuthContext(); return null; }
    createRoot(document.body).render(<Outside />);`);
  expect((await error).message).toBe('useAuthContext: Context must be used inside AuthProvider');
});

test('paths are compared without their trailing slash, and external or hash links are never the active one', async ({ page }) => {
  await showComponent(page, `
    import { isActivePath } from '@/app/navigation.ts';
    const pairs = [['/dashboard/door/', '/dashboard/door'], ['/dashboard/door', '/dashboard/door/'], ['/dashboard/room/7', '/dashboard/room'],
      ['/dashboard/door', '/dashboard'], ['/dashboard', 'https://x.test/dashboard'], ['/dashboard', '//x.test/dashboard'], ['/dashboard', '#dashboard']];
    document.body.textContent = JSON.stringify(pairs.map(([now, item]) => isActivePath(now, item)));`);
  await expect(page.locator('body')).toHaveText('[true,true,true,false,false,false,false]');
});

test('items without roles show to everyone, and a group without visible items is hidden', async ({ page }) => {
  await showComponent(page, `
    import { navigationFor } from '@/app/navigation.ts';
    const item = (title, roles) => ({ title, path: '/' + title, icon: 'door', ...(roles && { roles }) });
    const groups = [{ title: 'one', items: [item('open'), item('admins', ['ADMIN'])] }, { title: 'two', items: [item('more', ['ADMIN', 'SUB_ADMIN'])] }];
    const seen = (roles) => navigationFor(roles, groups).map((group) => [group.title, ...group.items.map((it) => it.title)].join(' '));
    document.body.textContent = JSON.stringify([seen([]), seen(['FRANCHISEE']), seen(['FRANCHISEE', 'SUB_ADMIN']), seen(['ADMIN'])]);`);
  await expect(page.locator('body')).toHaveText(
    JSON.stringify([['one open'], ['one open'], ['one open', 'two more'], ['one open admins', 'two more']]),
  );
});

test('a permission check is true when any of the wanted roles is among the person’s', async ({ page }) => {
  await showComponent(page, `
    import { hasAnyRole } from '@munjigi/contract/roles';
    document.body.textContent = JSON.stringify([hasAnyRole(['FRANCHISEE', 'ADMIN'], ['ADMIN', 'SUB_ADMIN']), hasAnyRole(['FRANCHISEE'], ['ADMIN', 'SUB_ADMIN']), hasAnyRole([], ['ADMIN'])]);`);
  await expect(page.locator('body')).toHaveText('[true,false,false]');
});

import { describe, expect, it } from 'vitest';
import { readScreenFiles, readScreenRights } from '../e2e/support/screens/screen-definitions.ts';
import { ALL_SCREENS, PEOPLE, ROLE_OF, routeOf, screensOf } from '../e2e/support/screens/screens-of-roles.ts';
import { ROLES } from '@munjigi/contract/roles';
import { ROOM_ID } from '../e2e/support/screens/screens.ts';
import { readSource } from './sources.ts';

/** Pages outside the dashboard that separate tests reach, because they need a state of the person. */
const REACHED_BY_ACTS = ['/auth/jwt/second-factor'];
/** Parents and redirects of the router, which show nothing themselves. */
const WITHOUT_PAGE = ['/', '*', '/dashboard', '/auth/jwt'];

describe('the screens of `npm run proof -- screens`', () => {
  it('include every screen that needs a capability', async () => {
    const listed = ALL_SCREENS.map(routeOf);
    const rights = await readScreenRights();
    expect(Object.keys(rights).length).toBeGreaterThan(20);
    expect(Object.keys(rights).filter((route) => !listed.includes(route))).toEqual([]);
  });

  it('include every path of the router', async () => {
    const paths = [...readSource('apps/admin/src/app/router.tsx').matchAll(/\bpath: '([^']+)'/g)];
    const defined = (await readScreenFiles()).flatMap(({ screens }) => screens.map(({ path }) => path));
    const routes = [
      ...paths.map(([, path = '']) => path),
      ...defined.map((path) => `/dashboard/${path.replace(':id', ROOM_ID)}`),
    ];
    const listed = ALL_SCREENS.map(({ path }) => path.split('?')[0] ?? '');
    const isListed = (route: string) =>
      listed.some((path) => path === route || path === `/auth/jwt/${route}` || path === `/dashboard/${route}`);
    expect(routes.length).toBeGreaterThan(8);
    expect(
      routes.filter((route) => ![...REACHED_BY_ACTS, ...WITHOUT_PAGE].includes(route) && !isListed(route)),
    ).toEqual([]);
  });

  it('are shown in each role, and name each screen once', () => {
    expect([...new Set(PEOPLE.map((who) => ROLE_OF[who]))].sort()).toEqual([...ROLES].sort());
    const names = ALL_SCREENS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are refused where the role has no right (AC-4)', () => {
    const refused = (who: (typeof PEOPLE)[number]) => screensOf(who, false).map(({ name }) => name);
    expect(refused('admin')).toEqual([]);
    expect(refused('sub')).toEqual(['room-edit']);
    expect(refused('care')).toEqual(expect.arrayContaining(['overview', 'statistics', 'users', 'audit']));
  });
});

import { reachOf, type Role } from '@munjigi/contract/roles';
import { readTexts } from '../../../tools/locale-texts.ts';
import type { Who } from '../people.ts';
import { readMenuEntries, readScreenRights } from './screen-definitions.ts';
import { FURTHER_SCREENS, ROOM_ID, SCREENS } from './screens.ts';

/** Which people of the demo open which screen, derived from the screens of the router and their capabilities (AC-4). */

export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Who opens it; null: a visitor. */
  readonly who: Who | null;
  /** The heading in both languages. */
  readonly kr: string;
  readonly en: string;
}

const SCREEN_RIGHTS = await readScreenRights();
const MENU = await readMenuEntries();

/** `owner` has two stores, `owner2` has one. */
export const ROLE_OF = {
  admin: 'ADMIN',
  sub: 'SUB_ADMIN',
  owner: 'FRANCHISEE',
  owner2: 'FRANCHISEE',
  care: 'CUSTOMER_MANAGER',
} as const satisfies Readonly<Record<Who, Role>>;
export const PEOPLE = Object.keys(ROLE_OF) as Who[];

/** Every screen: the listed ones, and those of the menu that have the name of their entry as heading. */
export const ALL_SCREENS: readonly Screen[] = listAllScreens([...SCREENS, ...FURTHER_SCREENS]);

/** The path below `/dashboard` under which the router lists a screen; `null`: a page outside the dashboard. */
export function routeOf({ path }: { readonly path: string }): string | null {
  const [address = ''] = path.split('?');
  if (!address.startsWith('/dashboard')) return null;
  return address.replace(/^\/dashboard\/?/, '').replace(ROOM_ID, ':id');
}

const addressOfRoute = (screen: Screen) => routeOf(screen) ?? screen.path.split('?')[0];
const ALLOWED_SCREENS = ALL_SCREENS.filter(({ name }) => name !== 'no-permission');
/** One screen of each route: the tabs and views of a screen share its route. */
export const SCREEN_OF_EACH_ROUTE: readonly Screen[] = ALLOWED_SCREENS.filter(
  (screen, index) => ALLOWED_SCREENS.findIndex((other) => addressOfRoute(other) === addressOfRoute(screen)) === index,
);

/** The screens of the dashboard to which the person has the right, or those to which the person has none. */
export function screensOf(who: Who, isAllowed: boolean): Screen[] {
  return ALL_SCREENS.filter((screen) => {
    const route = routeOf(screen);
    return route !== null && screen.name !== 'no-permission' && isAllowedTo(who, route) === isAllowed;
  });
}

/** Customer managers are led from the overview to the help desk. */
function isAllowedTo(who: Who, route: string): boolean {
  if (route === '') return reachOf([ROLE_OF[who]], 'overview:read') !== null;
  const capability = SCREEN_RIGHTS[route];
  return capability === undefined || reachOf([ROLE_OF[who]], capability) !== null;
}

function listAllScreens(listed: readonly Screen[]): readonly Screen[] {
  const words = {
    kr: readTexts('apps/admin/src/locales/navbar/kr.json'),
    en: readTexts('apps/admin/src/locales/navbar/en.json'),
  };
  const routes = new Set(listed.filter(({ name }) => name !== 'no-permission').map(routeOf));
  const others = Object.entries(SCREEN_RIGHTS).flatMap(([route, needs]) => {
    const entry = MENU.find(({ path }) => path === `/dashboard/${route}`);
    if (routes.has(route) || entry === undefined) return [];
    return {
      name: route.split('/').at(-1) ?? route,
      path: entry.path,
      who: PEOPLE.find((who) => reachOf([ROLE_OF[who]], needs) !== null) ?? null,
      kr: words.kr.get(entry.title) ?? '',
      en: words.en.get(entry.title) ?? '',
    };
  });
  return [...listed, ...others];
}

const CHOSEN = (process.env['SCREENS_ONLY'] ?? '').split(',').filter((word) => word !== '');

/** Whether SCREENS_ONLY, such as `owner` or `care:support,rooms`, includes a screen of a person. Without it all are. */
export function isChosen(who: Who | 'visitor', name: string): boolean {
  return CHOSEN.length === 0 || CHOSEN.some((word) => [who, name, `${who}:${name}`].includes(word));
}

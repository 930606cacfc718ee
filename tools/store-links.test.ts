import { expect, it } from 'vitest';
import { filesBelow, isTest, readSource } from './sources.ts';

/** Screens that show the chosen store. A link to one of them without a store would show another store, or all of them. */
const STORE_SCREEN =
  /[`'"](\/dashboard\/(?:room|door|reservation|store|statistics(?:\/settlement)?|deposit|on-call|admin\/(?:payments|notification|device-history)|system\/(?:settlement|users|webhooks)))(\?[^`'"\n]*)?[`'"]/g;

/** Files whose paths are no links of a store, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'session/navigation.ts': 'The menu adds the chosen store.',
  'features/command-palette/palette-entry.ts': 'The palette adds the chosen store.',
  'features/overview/overview-tasks.tsx': 'Each line adds the chosen store; without one it counts all stores.',
  'features/doors/emergency/emergency-bars.tsx': 'The further emergencies are of several stores.',
  'features/help-desk/desk-start.tsx': 'The count of incidents is of all stores.',
  'features/notifications/notification-roles.ts': 'A path that its users complete.',
  'features/reservations/open-reservation.ts': 'A path that its users complete.',
  'features/audit/subject-link.ts': 'The settings of providers belong to the chain.',
  'features/sales/sales-page.tsx': 'All stores stay all stores.',
};

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\//g, '');
}

it('links to the screens of a store name the store (SH-4)', () => {
  const unnamed = filesBelow('apps/admin/src', /\.tsx?$/)
    .filter((file) => !isTest(file) && !file.includes('/testing/'))
    .filter((file) => !Object.keys(OTHERS).some((other) => file.endsWith(other)))
    .flatMap((file) =>
      [...withoutComments(readSource(file)).matchAll(STORE_SCREEN)]
        .filter(([, , query = '']) => !/[?&](?:store|user)=|\$\{/.test(query))
        .map(([text]) => `${file}: ${text}`),
    );
  expect(unnamed).toEqual([]);
});

it('the exceptions exist', () => {
  for (const file of Object.keys(OTHERS)) expect(readSource(`apps/admin/src/${file}`), file).toMatch(/\/dashboard/);
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readImports } from './imports.ts';
import { root } from './sources.ts';

const planted: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'no-cycle': ['apps/server/src/db/one.ts', "import type { Two } from './two.ts';\nexport type One = Two;"],
  'must-resolve': ['apps/server/src/db/lost.ts', "import './nowhere.ts';"],
  'packages-know-no-app': [
    'packages/virtual-devices/src/server.ts',
    "import type { App } from '../../../apps/server/src/app.ts';\nexport type It = App;",
  ],
  'apps-apart': [
    'apps/admin/src/app/peek.ts',
    "import type { App } from '../../../server/src/app.ts';\nexport type It = App;",
  ],
  'contract-imports-zod-only': [
    'packages/contract/src/clock.ts',
    "import { now } from 'clock';\nexport const it = now;",
  ],
  'rules-import-contract-only': [
    'packages/rules/src/file.ts',
    "import { readFileSync } from 'node:fs';\nexport const it = readFileSync;",
  ],
  'packages-by-front-door': [
    'apps/server/src/http/inside.ts',
    "import type { Door } from '../../../../packages/contract/src/devices/doors.ts';\nexport type It = Door;",
  ],
  'production-without-tests': [
    'apps/server/src/http/tested.ts',
    "import { start } from '../testing/start.ts';\nexport const it = start;",
  ],
  'foundation-knows-no-module': [
    'apps/server/src/http/doors.ts',
    "import type { Door } from '../modules/doors/index.ts';\nexport type It = Door;",
  ],
  'foundation-by-front-door': [
    'apps/server/src/modules/audit/inner.ts',
    "import { hidden } from '../../db/hidden.ts';\nexport const it = hidden;",
  ],
  'foundation-by-front-door-among-itself': [
    'apps/server/src/jobs/inner.ts',
    "import { hidden } from '../db/hidden.ts';\nexport const it = hidden;",
  ],
  'module-by-front-door': [
    'apps/server/src/modules/doors/peek.ts',
    "import { hidden } from '../devices/hidden.ts';\nexport const it = hidden;",
  ],
  'module-by-front-door-from-outside': [
    'apps/server/src/list.ts',
    "import { hidden } from './modules/devices/hidden.ts';\nexport const it = hidden;",
  ],
  'modules-know-no-app': [
    'apps/server/src/modules/doors/up.ts',
    "import type { App } from '../../app.ts';\nexport type It = App;",
  ],
  'module-order-devices': [
    'apps/server/src/modules/devices/up.ts',
    "import type { Door } from '../doors/index.ts';\nexport type It = Door;",
  ],
  'folder-of-payments-order-ledger': [
    'apps/server/src/modules/payments/ledger/up.ts',
    "import { refund } from '../refunds/refund.ts';\nexport const it = refund;",
  ],
  'folders-below-payments': [
    'apps/server/src/modules/payments/refunds/up.ts',
    "import { list } from '../list.ts';\nexport const it = list;",
  ],
  'only-devices-speaks-mqtt': [
    'apps/server/src/modules/doors/speak.ts',
    "import { say } from '../../mqtt/index.ts';\nexport const it = say;",
  ],
  'only-db-holds-a-handle': ['apps/server/src/modules/doors/handle.ts', "import pg from 'pg';\nexport const it = pg;"],
  'ui-knows-no-feature': [
    'apps/admin/src/ui/door.ts',
    "import type { Door } from '../features/doors/index.ts';\nexport type It = Door;",
  ],
  'features-know-no-app': [
    'apps/admin/src/features/doors/up.ts',
    "import { routes } from '../../app/router.tsx';\nexport const it = routes;",
  ],
  'session-knows-no-feature': [
    'apps/admin/src/session/up.ts',
    "import type { Door } from '../features/doors/index.ts';\nexport type It = Door;",
  ],
  'feature-order-devices': [
    'apps/admin/src/features/devices/up.ts',
    "import type { Door } from '../doors/index.ts';\nexport type It = Door;",
  ],
  'feature-by-front-door': [
    'apps/admin/src/features/doors/peek.ts',
    "import { hidden } from '../devices/hidden.ts';\nexport const it = hidden;",
  ],
  'guest-pages-apart': [
    'apps/guest/src/book/peek.ts',
    "import { card } from '../reservation/card.ts';\nexport const it = card;",
  ],
  'guest-shared-knows-no-page': [
    'apps/guest/src/shared/up.ts',
    "import { card } from '../reservation/card.ts';\nexport const it = card;",
  ],
  'browser-takes-types-only': [
    'apps/admin/src/api/schemas.ts',
    "import { Door } from '@munjigi/contract';\nexport const it = Door;",
  ],
};

/** The files that the planted files import; they break no rule. */
const ground: Readonly<Record<string, string>> = {
  'apps/server/src/db/two.ts': "import type { One } from './one.ts';\nexport type Two = One;",
  'apps/server/src/app.ts': 'export interface App { a: 1 }',
  'apps/server/src/db/hidden.ts': 'export const hidden = 1;',
  'apps/server/src/testing/start.ts': 'export const start = 1;',
  'apps/server/src/mqtt/index.ts': 'export const say = 1;',
  'apps/server/src/modules/doors/index.ts': 'export interface Door { a: 1 }',
  'apps/server/src/modules/devices/hidden.ts': 'export const hidden = 1;',
  'apps/server/src/modules/payments/refunds/refund.ts': 'export const refund = 1;',
  'apps/server/src/modules/payments/list.ts': 'export const list = 1;',
  'apps/admin/src/app/router.tsx': 'export const routes = 1;',
  'apps/guest/src/reservation/card.ts': 'export const card = 1;',
  'apps/admin/src/features/doors/index.ts': 'export interface Door { a: 1 }',
  'apps/admin/src/features/devices/hidden.ts': 'export const hidden = 1;',
  // Allowed: types of the contract, and its list of roles as a value.
  'apps/admin/src/api/types.ts':
    "import type { Door } from '@munjigi/contract';\nimport { ROLES } from '@munjigi/contract/roles';\nexport type It = Door;\nexport const it = ROLES;",
  'packages/contract/src/index.ts': "export * from './devices/doors.ts';",
  'packages/contract/src/devices/doors.ts': "import { z } from 'zod';\nexport const Door = z;\nexport type Door = 1;",
  'packages/contract/src/accounts/roles.ts': 'export const ROLES = [];',
  'packages/contract/package.json':
    '{"name":"@munjigi/contract","type":"module","exports":{".":"./src/index.ts","./roles":"./src/accounts/roles.ts"}}',
  'node_modules/zod/package.json': '{"name":"zod","type":"module","exports":"./index.js"}',
  'node_modules/zod/index.js': 'export const z = 1;',
  'node_modules/clock/package.json': '{"name":"clock","type":"module","exports":"./index.js"}',
  'node_modules/clock/index.js': 'export const now = 1;',
  'node_modules/pg/package.json': '{"name":"pg","type":"module","exports":"./index.js"}',
  'node_modules/pg/index.js': 'export default 1;',
};

/** That the rules hold in the project is the check «the import rules» of `npm run check`. */
describe('dependency-cruiser with the import rules', () => {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.cache/planted-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const plant = (file: string, text: string) => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };

  it('finds every kind of planted breach, and no other', () => {
    for (const [file, text] of [...Object.entries(ground), ...Object.values(planted)]) plant(file, text);
    mkdirSync(path.join(folder, 'node_modules/@munjigi'), { recursive: true });
    symlinkSync('../../packages/contract', path.join(folder, 'node_modules/@munjigi/contract'));

    const { files, breaches } = readImports(folder);
    // Without a TypeScript version that it supports, dependency-cruiser would see no file and find no breach.
    const written = [...Object.keys(ground), ...Object.values(planted).map(([file]) => file)].filter((file) =>
      /^(apps|packages)\/.*\.tsx?$/.test(file),
    );
    expect(written.filter((file) => !files.includes(file))).toEqual([]);
    const missed = Object.entries(planted).filter(
      ([rule, [from]]) => !breaches.some((it) => it.rule === rule && it.from === from),
    );
    expect(missed.map(([rule]) => rule)).toEqual([]);
    const guilty = new Set(
      Object.values(planted)
        .map(([from]) => from)
        .concat('apps/server/src/db/two.ts'),
    );
    expect(breaches.filter((it) => !guilty.has(it.from))).toEqual([]);
  });
});

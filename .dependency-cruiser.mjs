import { readFileSync } from 'node:fs';

/**
 * Allowed imports: only downwards, and only through a module's `index.ts`; `import type` counts. tools/order.json lists
 * the modules and features, lowest first. Patterns are not nested, because dependency-cruiser refuses nested ones as
 * unsafe.
 */
const order = JSON.parse(readFileSync(new URL('./tools/order.json', import.meta.url), 'utf8'));

const server = '^apps/server/src/';
const admin = '^apps/admin/src/';
const guest = '^apps/guest/src/';
const browser = '^apps/(admin|guest)/src/';
const tests = '\\.test\\.tsx?$';
const foundation = `${server}(http|db|events|mqtt|jobs)/`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** For each name of a list, lowest first: it must not reach the later ones. */
const downwards = (kind, names, base) =>
  names
    .slice(0, -1)
    .map((name, at) =>
      rule(
        `${kind}-order-${name}`,
        `${name} lies below what it imports here: publish an event that the higher ${kind} subscribes to, or serve the route from there.`,
        { path: `${base}${name}/`, pathNot: tests },
        { path: `${base}(${names.slice(at + 1).join('|')})/` },
      ),
    );

/** Inside a large module: its folders lowest first; none of them imports the files beside the folders. */
const insideModules = Object.entries(order.folders).flatMap(([base, names]) => [
  ...downwards(`folder-of-${base.split('/').at(-1)}`, names, `^${base}/`),
  rule(
    `folders-below-${base.split('/').at(-1)}`,
    'The routes and use cases beside the folders lie above them.',
    { path: `^${base}/(${names.join('|')})/`, pathNot: tests },
    { path: `^${base}/[^/]+$` },
  ),
]);

export default {
  forbidden: [
    rule(
      'no-cycle',
      'Two files that need each other are one noun, or a third is missing between them.',
      {},
      { circular: true },
    ),
    rule('must-resolve', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    rule(
      'packages-know-no-app',
      'A package is used by apps and knows none of them.',
      { path: '^packages/' },
      { path: '^apps/' },
    ),
    rule(
      'apps-apart',
      'The apps share the contract and the rules, nothing else.',
      { path: '^apps/([^/]+)/', pathNot: tests },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'contract-imports-zod-only',
      'Both sides carry the contract: nothing but zod and the reading of typed text may come with it.',
      { path: '^packages/contract/src/', pathNot: tests },
      { pathNot: ['^packages/contract/src/', '^packages/typed-text/src/index\\.ts$', 'node_modules/zod/'] },
    ),
    rule(
      'rules-import-contract-only',
      'The rules are arithmetic: no clock, no file, no library.',
      { path: '^packages/rules/src/', pathNot: tests },
      { pathNot: ['^packages/rules/src/', '^packages/contract/src/', '^packages/typed-text/src/index\\.ts$'] },
    ),
    rule(
      'typed-text-imports-nothing',
      'Both sides read typed text: it stands alone.',
      { path: '^packages/typed-text/src/', pathNot: tests },
      { pathNot: ['^packages/typed-text/src/'] },
    ),
    rule(
      'texts-import-types-only',
      'The catalogue of texts is data: of the contract it takes the types of the codes, and nothing else comes with it.',
      { path: '^packages/texts/src/', pathNot: tests },
      { path: '^(?!packages/texts/src/)', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'contract-and-rules-know-no-texts',
      'The contract and the rules name codes; the apps write them in words.',
      { path: '^packages/(?!texts/)' },
      { path: '^packages/texts/' },
    ),
    rule(
      'packages-by-front-door',
      "Import '@munjigi/…', not a file inside it.",
      { path: '^(apps|packages)/([^/]+)/' },
      {
        path: '^packages/[^/]+/',
        pathNot: [
          '^$1/$2/',
          '^packages/[^/]+/src/index\\.ts$',
          '^packages/contract/src/[a-z]+/(roles|approval-rights|message-variables|payment-methods|[a-z]+-values)\\.ts$',
          '^packages/texts/src/[a-z-]+\\.ts$',
          '^packages/rules/src/(time/)?(date-words|durations|qr-code|seeded-random|zone-of-stores)\\.ts$',
        ],
      },
    ),
    rule(
      'production-without-tests',
      'Test code stays out of the product.',
      { path: '^(apps|packages)/', pathNot: [tests, `${server}testing/`] },
      { path: [tests, `${server}testing/`, '^tools/'] },
    ),

    rule(
      'foundation-knows-no-module',
      'http, db, events, mqtt and jobs import no module: hand in from app.ts what they need.',
      { path: foundation, pathNot: tests },
      { path: [`${server}(modules|demo)/`, `${server}(app|main|cli)\\.ts$`, `${server}app-[a-z]+\\.ts$`] },
    ),
    rule(
      'foundation-by-front-door',
      'Import the folder’s index.ts.',
      { path: server, pathNot: [foundation, tests] },
      { path: foundation, pathNot: `${foundation}index\\.ts$` },
    ),
    rule(
      'foundation-by-front-door-among-itself',
      'Import the folder’s index.ts.',
      { path: foundation, pathNot: tests },
      { path: foundation, pathNot: [`${server}$1/`, `${foundation}index\\.ts$`] },
    ),
    rule(
      'module-by-front-door',
      'A module is what its index.ts exports: export it there, or ask whether it should be known at all.',
      { path: `${server}modules/([^/]+)/`, pathNot: tests },
      { path: `${server}modules/`, pathNot: [`${server}modules/$1/`, `${server}modules/[^/]+/index\\.ts$`] },
    ),
    rule(
      'module-by-front-door-from-outside',
      'A module is what its index.ts exports: export it there, or ask whether it should be known at all.',
      { path: server, pathNot: [`${server}modules/`, tests] },
      { path: `${server}modules/`, pathNot: `${server}modules/[^/]+/index\\.ts$` },
    ),
    rule(
      'modules-know-no-app',
      'app.ts lists the modules, they do not know it.',
      { path: `${server}modules/`, pathNot: tests },
      { path: [`${server}(app|main|cli)\\.ts$`, `${server}app-[a-z]+\\.ts$`, `${server}demo/`] },
    ),
    ...downwards('module', order.modules, `${server}modules/`),
    ...insideModules,
    rule(
      'only-devices-speaks-mqtt',
      'devices is the only module that speaks MQTT: ask it for a command.',
      { path: `${server}modules/`, pathNot: [`${server}modules/devices/`, tests] },
      { path: [`${server}mqtt/`, 'node_modules/(mqtt|aedes)/'] },
    ),
    rule(
      'only-db-holds-a-handle',
      'There is no database handle but the transaction that withActor gives.',
      { path: server, pathNot: [`${server}(db|testing)/`, tests] },
      { path: 'node_modules/pg/' },
    ),

    rule(
      'ui-knows-no-feature',
      'ui and api import no feature: hand in what they need as properties.',
      { path: `${admin}(ui|api)/`, pathNot: tests },
      { path: `${admin}(session|app|features)/` },
    ),
    rule(
      'features-know-no-app',
      'app lists the features, they do not know it: what all of them need belongs in session.',
      { path: `${admin}features/`, pathNot: tests },
      { path: `${admin}app/` },
    ),
    rule(
      'session-knows-no-feature',
      'session is the floor of the features: hand in what it needs from app.',
      { path: `${admin}session/`, pathNot: tests },
      { path: `${admin}(app|features)/` },
    ),
    ...downwards('feature', order.features, `${admin}features/`),
    rule(
      'feature-by-front-door',
      'A feature is what its index.ts exports to the others.',
      { path: `${admin}features/([^/]+)/`, pathNot: tests },
      { path: `${admin}features/`, pathNot: [`${admin}features/$1/`, `${admin}features/[^/]+/index\\.ts$`] },
    ),
    rule(
      'guest-pages-apart',
      'What two of the pages for guests need belongs in shared.',
      { path: `${guest}(reservation|receipt|book|display)/`, pathNot: tests },
      { path: `${guest}(reservation|receipt|book|display)/`, pathNot: `${guest}$1/` },
    ),
    rule(
      'guest-shared-knows-no-page',
      'shared is the floor of the pages for guests: hand in what it needs.',
      { path: `${guest}shared/`, pathNot: tests },
      { path: `${guest}(reservation|receipt|book|display)/` },
    ),
    rule(
      'browser-takes-types-only',
      "The contract's schemas would bring zod into the first page: import type, or take '@munjigi/contract/roles', '…/approval-rights', '…/message-variables' or a list of '…/*-values'.",
      { path: browser, pathNot: tests },
      {
        path: '^packages/contract/src/',
        pathNot:
          '^packages/contract/src/[a-z]+/(roles|approval-rights|message-variables|payment-methods|[a-z]+-values)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};

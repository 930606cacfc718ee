/**
 * A feature with one table, one endpoint, one screen and one event: things that guests left behind. It is added to a copy
 * of the repository only, to count the places that a new feature needs outside its own folders.
 */
export const OWN_FOLDERS = [
  'apps/server/src/modules/lost-items/',
  'apps/admin/src/features/lost-items/',
  'apps/admin/src/locales/lost-items/',
];

/** The new files, by path. */
export const NEW_FILES: Readonly<Record<string, string>> = {
  'packages/contract/src/stores/lost-items.ts': `import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';

/** A thing that a guest left in a room. */
export const lostItem = z.object({ id, storeId: id, name: z.string(), foundAt: instant });
export type LostItem = z.infer<typeof lostItem>;

export const listLostItems = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/lost-item',
  summary: 'The last hundred things that guests left behind in a store, newest first',
  access: 'rooms:read',
  query: z.strictObject({ storeId: id }),
  reply: z.object({ items: z.array(lostItem).max(100) }),
});
`,
  'apps/server/src/db/migrations/9001-lost-items.sql': `-- Things that guests left behind.
create table lost_items (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  found_at timestamptz(3) not null,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('lost_items');
comment on table lost_items is 'modules/lost-items: a thing that a guest left in a room';
`,
  'apps/server/src/modules/lost-items/index.ts': `/** Things that guests left behind in rooms. */
export { lostItemRoutes } from './lost-items.routes.ts';
export { addLostItem } from './lost-items.ts';
`,
  'apps/server/src/modules/lost-items/lost-items.routes.ts': `import { listLostItems } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { findLostItems } from './lost-items.ts';

export function lostItemRoutes(): Route[] {
  return [route(listLostItems, ({ tx, query }) => findLostItems(tx, query.storeId))];
}
`,
  'apps/server/src/modules/lost-items/lost-items.ts': `import type { LostItem } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';

/** The last hundred of a store, newest first. */
export async function findLostItems(tx: Tx, storeId: string): Promise<{ items: LostItem[] }> {
  const rows = await tx
    .selectFrom('lost_items')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('found_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
  return {
    items: rows.map(({ id, store_id, name, found_at }) => ({ id, storeId: store_id, name, foundAt: found_at.toISOString() })),
  };
}

/** Adds a thing that was found now, and publishes it. */
export async function addLostItem(
  tx: Tx,
  { productId, storeId, name, now }: { productId: string; storeId: string; name: string; now: Date },
): Promise<void> {
  const row = { product_id: productId, store_id: storeId, id: uuidv7(), name, found_at: now };
  await tx.insertInto('lost_items').values(row).execute();
  await publish(tx, { productId, storeId, name: 'lost-items.changed', data: { storeId } });
}
`,
  'apps/server/src/modules/lost-items/lost-items.test.ts': `import { afterAll, beforeAll, expect, it } from 'vitest';
import { headOffice, listenToEvents, startTestServer, type TestServer } from '../../testing/index.ts';
import { addLostItem } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('lists the things of a store and publishes a new one', async () => {
  const shop = await server.makeShop();
  const admin = await server.signIn(shop, ['ADMIN']);
  const stream = await listenToEvents(server.url, shop.slug, admin.token);
  const storeId = shop.stores[0]?.id ?? '';
  await server.withActor(headOffice(shop.productId), (tx) =>
    addLostItem(tx, { productId: shop.productId, storeId, name: '우산', now: new Date() }),
  );
  expect((await stream.first('lost-items.changed')).data).toEqual({ storeId });
  const { status, body } = await admin.call('GET', \`/\${shop.slug}/lost-item?storeId=\${storeId}\`);
  expect([status, body['items']]).toEqual([200, [expect.objectContaining({ storeId, name: '우산' })]]);
});
`,
  'apps/admin/src/features/lost-items/lost-items.api.ts': `import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export function useLostItems(product: string, storeId: string) {
  return useQuery({
    queryKey: ['lost-items', product, storeId],
    queryFn: ({ signal }) => call('GET /api/v2/{product}/lost-item', { params: { product }, query: { storeId }, signal }),
  });
}
`,
  'apps/admin/src/features/lost-items/lost-items.live.ts': `import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

export const lostItemLive: LiveHandlers = {
  queries: ['lost-items'],
  'lost-items.changed': ({ storeId }, target) => rereadNamed(target, 'lost-items', storeId),
};
`,
  'apps/admin/src/features/lost-items/lost-items.screens.ts': `import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const lostItemScreens: readonly ScreenDefinition[] = [
  {
    path: 'lost-item',
    needs: 'rooms:read',
    texts: ['lost-items'],
    isMui: true,
    load: async () => (await import('./lost-items-page.tsx')).LostItemsPage,
  },
];
`,
  'apps/admin/src/features/lost-items/lost-items-page.tsx': `import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { ListResults, ListSkeleton } from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useLostItems } from './lost-items.api.ts';

/** \`/dashboard/lost-item\`: what guests left behind. */
export function LostItemsPage() {
  const { t } = useTranslation('lost-items');
  const product = useProduct();
  const { storeId, stores } = useStoreChoice();
  const items = useLostItems(product, storeId ?? stores[0]?.id ?? '');
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('lead')} />
      <ListResults query={items} skeleton={<ListSkeleton rows={4} height={40} />}>
        {(page) =>
          page.items.length === 0 ? (
            <EmptyState icon="info" title={t('emptyTitle')} text={t('emptyText')} />
          ) : (
            <ul>
              {page.items.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          )
        }
      </ListResults>
    </Box>
  );
}
`,
  'apps/admin/src/features/lost-items/lost-items-page.test.tsx': `import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { LostItemsPage } from './lost-items-page.tsx';

it('lists what guests left behind', async () => {
  const item = { id: STORES[0].id, storeId: STORES[0].id, name: '우산', foundAt: '2026-11-20T10:00:00.000Z' };
  answerCalls({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    'GET /api/v2/{product}/lost-item': () => ({ items: [item] }),
  });
  await renderScreen(<LostItemsPage />);
  expect(await screen.findByText('우산')).toBeDefined();
});
`,
  'apps/admin/src/locales/lost-items/kr.json': `{
  "title": "분실물",
  "lead": "손님이 두고 간 물건이에요.",
  "emptyTitle": "분실물이 없어요",
  "emptyText": "손님이 두고 간 물건이 여기에 보여요."
}
`,
  'apps/admin/src/locales/lost-items/en.json': `{
  "title": "Lost items",
  "lead": "What guests left behind.",
  "emptyTitle": "No lost items",
  "emptyText": "What guests leave behind appears here."
}
`,
};

interface Edit {
  readonly file: string;
  readonly after: string;
  readonly add: string;
}

/** The lines that a person adds to files that exist. */
export const EDITS: readonly Edit[] = [
  {
    file: 'packages/contract/src/schemas.ts',
    after: "export * from './stores/stores.ts';\n",
    add: "export * from './stores/lost-items.ts';\n",
  },
  {
    file: 'packages/contract/src/events.ts',
    after: 'export const EVENTS = {\n',
    add: "  'lost-items.changed': { sees: 'rooms:read', data: z.object({ storeId: id }) },\n",
  },
  {
    file: 'apps/server/src/db/tables/tables.ts',
    after: '    SettlementTables {\n',
    add: '  lost_items: StoreTableRow & { name: string; found_at: Instant };\n',
  },
  { file: 'tools/order.json', after: '    "modes",\n', add: '    "lost-items",\n' },
  {
    file: 'apps/server/src/app-routes.ts',
    after: "import { helpDeskRoutes } from './modules/help-desk/index.ts';\n",
    add: "import { lostItemRoutes } from './modules/lost-items/index.ts';\n",
  },
  { file: 'apps/server/src/app-routes.ts', after: '    ...addOnRoutes(),\n', add: '    ...lostItemRoutes(),\n' },
  {
    file: 'apps/server/src/testing/rights/expected-rights.ts',
    after: 'export const EXPECTED: Record<keyof typeof ENDPOINTS, Expected> = {\n',
    add: "  listLostItems: { only: ['rooms:read', ...everyRole], names: 'filter', isSilent: true, ask: filtered },\n",
  },
  {
    file: 'apps/admin/src/session/navigation.ts',
    after: "      { title: 'stores', path: '/dashboard/system/stores', icon: 'stores', roles: HEAD_OFFICE },\n",
    add: "      { title: 'lostItems', path: '/dashboard/lost-item', icon: 'info', roles: HEAD_OFFICE },\n",
  },
  {
    file: 'apps/admin/src/session/navigation.test.ts',
    after: "        'stores',\n",
    add: "        'lostItems',\n",
  },
  {
    file: 'apps/admin/src/locales/navbar/kr.json',
    after: '  "room": "플레이룸 관리",\n',
    add: '  "lostItems": "분실물",\n',
  },
  {
    file: 'apps/admin/src/locales/navbar/en.json',
    after: '  "room": "Play-rooms",\n',
    add: '  "lostItems": "Lost items",\n',
  },
];

import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const storesScreens: readonly ScreenDefinition[] = [
  {
    path: 'system/stores',
    needs: 'stores:oversee',
    texts: ['store-list', 'stores', 'form'],
    isMui: true,
    load: async () => (await import('./list/stores-page.tsx')).StoresPage,
  },
  {
    path: 'system/sellers',
    needs: 'stores:oversee',
    texts: ['sellers', 'stores', 'form'],
    isMui: true,
    load: async () => (await import('./sellers/chain-sellers-page.tsx')).ChainSellersPage,
  },
];

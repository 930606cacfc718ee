import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const settlementScreens: readonly ScreenDefinition[] = [
  {
    path: 'statistics/settlement',
    needs: 'sales:read',
    texts: ['settlement', 'payments', 'form'],
    isMui: true,
    load: async () => (await import('./settlement-page.tsx')).SettlementPage,
  },
  {
    path: 'system/settlement',
    needs: 'users:read',
    texts: ['settlement', 'payments', 'form'],
    isMui: true,
    load: async () => (await import('./settlement-page.tsx')).SettlementPage,
  },
];

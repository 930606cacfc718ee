import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const salesScreens: readonly ScreenDefinition[] = [
  {
    path: 'statistics',
    needs: 'sales:read',
    texts: ['sales', 'payments', 'refunds', 'reservations', 'form', 'messages'],
    isMui: true,
    load: async () => (await import('./sales-page.tsx')).StatisticsPage,
  },
  {
    path: 'admin/payments',
    needs: 'payments:read',
    texts: ['sales', 'payments', 'refunds', 'reservations', 'form', 'messages'],
    isMui: true,
    load: async () => (await import('./sales-page.tsx')).PaymentsPage,
  },
];

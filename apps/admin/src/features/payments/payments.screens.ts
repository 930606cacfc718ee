import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const paymentsScreens: readonly ScreenDefinition[] = [
  {
    path: 'cash-receipt',
    needs: 'payments:read',
    texts: ['cash-receipts', 'payments', 'form'],
    isMui: true,
    load: async () => (await import('./cash-receipts-page.tsx')).CashReceiptsPage,
  },
];

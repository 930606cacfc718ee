import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const depositsScreens: readonly ScreenDefinition[] = [
  {
    path: 'deposit',
    needs: 'payments:write',
    texts: ['deposits', 'form'],
    isMui: true,
    load: async () => (await import('./deposits-page.tsx')).DepositsPage,
  },
];

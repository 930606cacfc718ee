import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const passesScreens: readonly ScreenDefinition[] = [
  {
    path: 'pass',
    needs: 'payments:read',
    texts: ['passes', 'payments', 'refunds', 'messages', 'form'],
    isMui: true,
    load: async () => (await import('./passes-page.tsx')).PassesPage,
  },
];

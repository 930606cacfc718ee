import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const helpDeskScreens: readonly ScreenDefinition[] = [
  {
    path: 'support',
    needs: 'help-desk:use',
    texts: ['age-checks', 'help-desk', 'devices', 'doors', 'messages', 'payments', 'reservations', 'form', 'problems'],
    isMui: true,
    load: async () => (await import('./help-desk-screen.tsx')).HelpDeskScreen,
  },
];

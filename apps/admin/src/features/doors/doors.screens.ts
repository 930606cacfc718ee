import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const doorsScreens: readonly ScreenDefinition[] = [
  {
    path: 'door',
    needs: 'doors:read',
    texts: ['doors', 'devices', 'alarms', 'form'],
    isMui: true,
    load: async () => (await import('./doors-page.tsx')).DoorsPage,
  },
];

import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const devicesScreens: readonly ScreenDefinition[] = [
  {
    path: 'admin/device-history',
    needs: 'device-history:read',
    texts: ['devices', 'form'],
    isMui: true,
    load: async () => (await import('./device-history-page.tsx')).DeviceHistoryPage,
  },
];

import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const notificationsScreens: readonly ScreenDefinition[] = [
  {
    path: 'admin/notification',
    needs: 'notifications:read',
    texts: ['notification-lookup', 'devices', 'form'],
    isMui: true,
    load: async () => (await import('./lookup/notification-lookup-page.tsx')).NotificationLookupPage,
  },
];

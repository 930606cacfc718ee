import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const appScreens: readonly ScreenDefinition[] = [
  {
    path: 'account',
    texts: ['account', 'users', 'push', 'second-factor', 'form'],
    isMui: true,
    load: async () => (await import('./account-screen.tsx')).AccountScreen,
  },
  {
    path: 'room',
    needs: 'rooms:read',
    texts: ['rooms', 'stores', 'form'],
    isMui: true,
    load: async () => (await import('./rooms-screen.tsx')).RoomsScreen,
  },
  {
    path: 'room/:id',
    needs: 'rooms:read',
    texts: ['rooms', 'doors', 'devices', 'modes', 'stores', 'form'],
    isMui: true,
    load: async () => (await import('./room-screen.tsx')).RoomScreen,
  },
  {
    path: 'room/:id/edit',
    needs: 'rooms:write',
    texts: ['rooms', 'devices', 'prices', 'stores', 'form'],
    isMui: true,
    load: async () => (await import('./room-edit-screen.tsx')).RoomEditScreen,
  },
  {
    path: 'store',
    needs: 'stores:read',
    texts: ['stores', 'sellers', 'form'],
    isMui: true,
    load: async () => (await import('./store-screen.tsx')).StoreScreen,
  },
  {
    path: 'system/users',
    needs: 'users:read',
    texts: ['users', 'second-factor', 'store-list', 'form'],
    isMui: true,
    load: async () => (await import('./users-screen.tsx')).UsersScreen,
  },
  {
    path: 'system/integrations',
    needs: 'api-keys:read',
    texts: ['integrations', 'channels', 'webhooks', 'calendar-feeds', 'form'],
    isMui: true,
    load: async () => (await import('./integrations-screen.tsx')).IntegrationsScreen,
  },
];

import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const guestProfilesScreens: readonly ScreenDefinition[] = [
  {
    path: 'blocked-guest',
    needs: 'reservations:read',
    texts: ['guest-profiles', 'form'],
    isMui: true,
    load: async () => (await import('./blocked-guests-page.tsx')).BlockedGuestsPage,
  },
];

import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const reservationsScreens: readonly ScreenDefinition[] = [
  {
    path: 'reservation',
    needs: 'reservations:read',
    texts: ['age-checks', 'reservations', 'messages', 'form', 'problems'],
    load: async () => (await import('./reservations-page.tsx')).ReservationsPage,
  },
];

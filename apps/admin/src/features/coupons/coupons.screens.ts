import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const couponsScreens: readonly ScreenDefinition[] = [
  {
    path: 'coupon',
    needs: 'coupons:read',
    texts: ['coupons', 'reservations', 'form'],
    isMui: true,
    load: async () => (await import('./coupons-page.tsx')).CouponsPage,
  },
];

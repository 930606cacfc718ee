import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const webhooksScreens: readonly ScreenDefinition[] = [
  {
    path: 'system/integrations/delivery',
    needs: 'webhooks:read',
    texts: ['webhooks', 'form'],
    isMui: true,
    load: async () => (await import('./deliveries-page.tsx')).DeliveriesPage,
  },
];

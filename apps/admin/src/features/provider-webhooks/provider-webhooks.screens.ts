import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const providerWebhooksScreens: readonly ScreenDefinition[] = [
  {
    path: 'system/webhooks',
    needs: 'webhooks:read',
    texts: ['provider-webhooks', 'age-checks', 'form'],
    isMui: true,
    load: async () => (await import('./webhooks-page.tsx')).WebhooksPage,
  },
];

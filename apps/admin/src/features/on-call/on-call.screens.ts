import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const onCallScreens: readonly ScreenDefinition[] = [
  {
    path: 'on-call',
    needs: 'on-call:read',
    texts: ['on-call', 'messages', 'form'],
    isMui: true,
    load: async () => (await import('./on-call-page.tsx')).OnCallPage,
  },
];

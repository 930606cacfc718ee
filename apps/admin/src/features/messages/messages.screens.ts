import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const messagesScreens: readonly ScreenDefinition[] = [
  {
    path: 'system/messages',
    needs: 'messages:read',
    texts: ['messages', 'form'],
    isMui: true,
    load: async () => (await import('./messages-page.tsx')).MessagesPage,
  },
  {
    path: 'system/message-templates',
    needs: 'messages:read',
    texts: ['messages', 'form'],
    isMui: true,
    load: async () => (await import('./templates/message-templates-page.tsx')).MessageTemplatesPage,
  },
  {
    path: 'system/demo-inbox',
    needs: 'messages:read',
    texts: ['messages'],
    isMui: true,
    load: async () => (await import('./demo-inbox-page.tsx')).DemoInboxPage,
  },
];

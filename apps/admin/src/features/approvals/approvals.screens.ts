import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const approvalsScreens: readonly ScreenDefinition[] = [
  {
    path: 'approval',
    needs: 'approvals:use',
    texts: ['approvals', 'form'],
    isMui: true,
    load: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
  },
];

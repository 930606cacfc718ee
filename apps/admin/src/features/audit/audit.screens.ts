import type { ScreenDefinition } from '../../session/screen-definition.ts';

export const auditScreens: readonly ScreenDefinition[] = [
  {
    path: 'system/audit',
    needs: 'audit:read',
    texts: ['audit', 'form'],
    isMui: true,
    load: async () => (await import('./audit-page.tsx')).AuditPage,
  },
];

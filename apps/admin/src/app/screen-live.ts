import type { LiveHandlers } from '../session/live-handlers.ts';

const files = import.meta.glob<Readonly<Record<string, unknown>>>(
  [
    '../features/**/*.live.ts',
    '!../features/{alarms/alarms,doors/emergency/emergency,notifications/notifications,overview/overview}.live.ts',
  ],
  { eager: true },
);

/**
 * The handlers that `live.ts` loads after the first screen: what the files `*.live.ts` export under a name that ends
 * with `Live`.
 */
export const SCREEN_HANDLERS = Object.values(files).flatMap((file) =>
  Object.entries(file).flatMap(([name, handlers]) => (name.endsWith('Live') ? [handlers as LiveHandlers] : [])),
);

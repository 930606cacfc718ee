import { rereadQueries } from '../../app/live-cache.ts';
import type { LiveHandlers } from '../../app/live-handlers.ts';
import { alarmsKey, putAlarm } from './alarm-cache.ts';

export const alarmLive: LiveHandlers = {
  'alarm.changed': (alarm, { client, product }) => putAlarm(client, product, alarm),
  fresh: ({ client, product }) => rereadQueries(client, { queryKey: alarmsKey(product) }),
};

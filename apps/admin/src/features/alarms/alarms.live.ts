import type { LiveHandlers } from '../../app/live-handlers.ts';
import { putAlarm } from './alarm-cache.ts';

export const alarmLive: LiveHandlers = {
  queries: ['alarms'],
  'alarm.changed': (alarm, { client, product }) => putAlarm(client, product, alarm),
};

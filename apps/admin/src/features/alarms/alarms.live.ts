import type { LiveHandlers } from '../../session/live-handlers.ts';
import { putAlarm } from './alarm-cache.ts';

export const alarmLive: LiveHandlers = {
  queries: ['alarms'],
  'alarm.changed': (alarm, { client, product }) => putAlarm(client, product, alarm),
};

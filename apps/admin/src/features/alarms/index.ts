/** Alarms of doors: the list, and the button that acknowledges one. */
export { isLiveAlarm } from './alarm-cache.ts';
export { useAlarms } from './alarms.api.ts';
export { fetchAlarmRows, LateAlarmRows, loadAlarmRows } from './late-alarm-rows.tsx';

/** Alarms of doors: which are there, and the button that says that somebody has seen one. */
export { useAlarms } from './alarms.api.ts';
export { fetchAlarmRows, LateAlarmRows } from './late-alarm-rows.tsx';

import type { Command } from '@munjigi/contract';
import { dayAfter, startOfDay } from '../../ui/form/store-day.ts';
import type { DeviceHistoryFilter } from './history-filter.ts';

/** Would the server list this command under the filter? For rows that come by the stream. */
export function matchesFilter(command: Command, filter: DeviceHistoryFilter): boolean {
  const at = Date.parse(command.requestedAt);
  return (
    isOrAny(filter.storeId, command.storeId) &&
    isOrAny(filter.roomId, command.roomId) &&
    isOrAny(filter.targetId, command.target.id) &&
    (filter.statuses.length === 0 || filter.statuses.includes(command.status)) &&
    isOrAny(filter.action, command.action) &&
    isOrAny(filter.causeKind, command.cause.kind) &&
    isOrAny(filter.causeId, command.cause.id) &&
    isOrAny(filter.source, command.source) &&
    command.cause.label.toLowerCase().includes(filter.q.toLowerCase()) &&
    (filter.from === null || at >= Date.parse(startOfDay(filter.from, filter.timeZone))) &&
    (filter.to === null || at < Date.parse(startOfDay(dayAfter(filter.to), filter.timeZone)))
  );
}

function isOrAny(filter: string | null, text: string | null): boolean {
  return filter === null || filter === text;
}

import type { Command } from '@munjigi/contract';
import { historyPeriod, type DeviceHistoryFilter } from './history-filter.ts';

/** Would the server list this command under the filter? For rows that come by the stream. */
export function matchesFilter(command: Command, filter: DeviceHistoryFilter): boolean {
  const at = Date.parse(command.requestedAt);
  const { from, to } = historyPeriod(filter);
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
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < Date.parse(to))
  );
}

function isOrAny(filter: string | null, text: string | null): boolean {
  return filter === null || filter === text;
}

import type { Command, OperationSource } from '@munjigi/contract';
import { HISTORY_ACTIONS, type HistoryStatus } from '@munjigi/contract/command-values';
import {
  choiceField,
  dayField,
  filterQuery,
  idField,
  readFilterFields,
  searchField,
  timeField,
  type FilterScope,
  type FilterValues,
} from '../../ui/list/address-filter.ts';
import { dayAfter, instantOfDay, startOfDay } from '../../ui/form/time/store-day.ts';
import { readCursorParam, readPageSize, readWholeNumber } from '../../ui/list/list-position.ts';

export const STATUS_CHOICES: readonly HistoryStatus[] = [
  'EXECUTED',
  'QUEUED',
  'SENT',
  'ACCEPTED',
  'FAILED',
  'TIMED_OUT',
  'EXPIRED',
  'REJECTED_OFFLINE',
  'REPORTED',
];
/** Common statuses that are offered as one choice. */
export const FAILED: readonly HistoryStatus[] = ['FAILED', 'TIMED_OUT', 'EXPIRED', 'REJECTED_OFFLINE'];

type CauseKind = Command['cause']['kind'];
export const CAUSE_CHOICES: readonly CauseKind[] = [
  'PERSON',
  'RESERVATION',
  'GUEST',
  'AUTOMATION',
  'DEVICE',
  'UNKNOWN',
];
export const SOURCE_CHOICES: readonly OperationSource[] = [
  'REMOTE',
  'KEYPAD',
  'RFID',
  'BIOMETRIC',
  'MANUAL',
  'BUTTON',
  'AUTO',
  'SCHEDULE',
  'PROPRIETARY_REMOTE',
  'UNSPECIFIED',
];

/** The fields of the filter by the names of a command's parts. */
export const HISTORY_FILTER_FIELDS = {
  roomId: idField('room'),
  targetId: idField('target'),
  statuses: {
    name: 'status',
    read: (text: string | null): readonly HistoryStatus[] => {
      const named = text?.split(',') ?? [];
      return STATUS_CHOICES.filter((status) => named.includes(status));
    },
  },
  action: choiceField('action', HISTORY_ACTIONS),
  causeKind: choiceField('cause', CAUSE_CHOICES),
  /** A person or a reservation. */
  causeId: idField('by'),
  source: choiceField('source', SOURCE_CHOICES),
  q: searchField('q'),
  from: dayField('from'),
  /** The time of day on the first day; without one the day counts from its beginning. */
  fromTime: timeField('fromTime'),
  to: dayField('to'),
  /** The last minute on the last day, included whole; without one the day counts to its end. */
  toTime: timeField('toTime'),
};

/** The filter of the history. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export type DeviceHistoryFilter = FilterScope & FilterValues<typeof HISTORY_FILTER_FIELDS>;

/** The current position in the list: after a cursor, or for a link without one at a page's number from 0. */
export interface DeviceHistoryPosition {
  readonly page: number;
  readonly after: string | null;
  /** The number of rows before this page, if they were shown. */
  readonly seen: number;
  readonly limit: number;
}

export function readDeviceHistoryFilter(
  params: URLSearchParams,
  storeId: string | null,
  timeZone: string,
): DeviceHistoryFilter {
  return { storeId, timeZone, ...readFilterFields(HISTORY_FILTER_FIELDS, params) };
}

/** The highest page that the server reads by number; a link beyond it starts at the first page. */
const PAGES_REACH = 10_000;

export function readDeviceHistoryPosition(params: URLSearchParams): DeviceHistoryPosition {
  const limit = readPageSize(params);
  const after = readCursorParam(params);
  const page = after === null ? readWholeNumber(params, 'page', PAGES_REACH / limit) : 0;
  return {
    page,
    after,
    limit,
    seen: after === null ? page * limit : readWholeNumber(params, 'seen', Number.MAX_SAFE_INTEGER),
  };
}

/** The query of `device-control/history` for this filter. */
export function historyQuery({ statuses, fromTime, toTime, ...filter }: DeviceHistoryFilter) {
  const period = historyPeriod({ ...filter, fromTime, toTime });
  return {
    ...filterQuery({ ...filter, from: null, to: null }),
    ...period,
    ...(statuses.length > 0 && { status: statuses.join(',') }),
  };
}

/** The instants of the filter's period, which is half-open. A time counts only beside its day. */
export function historyPeriod({
  timeZone,
  from,
  fromTime,
  to,
  toTime,
}: Pick<DeviceHistoryFilter, 'timeZone' | 'from' | 'fromTime' | 'to' | 'toTime'>): { from?: string; to?: string } {
  const end = (day: string) =>
    toTime === null
      ? startOfDay(dayAfter(day), timeZone)
      : new Date(Date.parse(instantOfDay(day, toTime, timeZone)) + 60_000).toISOString();
  return {
    ...(from !== null && {
      from: fromTime === null ? startOfDay(from, timeZone) : instantOfDay(from, fromTime, timeZone),
    }),
    ...(to !== null && { to: end(to) }),
  };
}

import type { Command, HistoryAction, HistoryStatus } from '@munjigi/contract';
import { dayAfter, startOfDay } from './store-day.ts';

export const PAGE_SIZES = [20, 50, 100] as const;

export const STATUS_CHOICES: readonly HistoryStatus[] = [
  'EXECUTED', 'QUEUED', 'SENT', 'ACCEPTED', 'FAILED', 'TIMED_OUT', 'EXPIRED', 'REJECTED_OFFLINE', 'REPORTED',
];
export const ACTION_CHOICES: readonly HistoryAction[] = [
  'OPEN', 'LOCK', 'LOCKED', 'UNLOCKED', 'UNLATCHED', 'JAMMED', 'ONLINE', 'OFFLINE',
];

/** What the history is narrowed to. Days are `YYYY-MM-DD` in the store's zone, both inclusive. */
export interface HistoryFilter {
  readonly storeId: string | null;
  readonly targetId: string | null;
  readonly status: HistoryStatus | null;
  readonly action: HistoryAction | null;
  readonly from: string | null;
  readonly to: string | null;
  /** From 0. */
  readonly page: number;
  readonly limit: number;
}

/** Reads the filter from the address (SH-6). What it cannot understand counts as not given: a link never breaks the screen. */
export function readFilter(params: URLSearchParams, storeId: string | null): HistoryFilter {
  const page = Number(params.get('page') ?? '0');
  const limit = Number(params.get('limit') ?? '20');
  return {
    storeId,
    targetId: match(params.get('target'), /^[0-9a-f-]{36}$/),
    status: STATUS_CHOICES.find((status) => status === params.get('status')) ?? null,
    action: ACTION_CHOICES.find((action) => action === params.get('action')) ?? null,
    from: day(params.get('from')),
    to: day(params.get('to')),
    page: Number.isInteger(page) && page >= 0 && page <= 1_000_000 ? page : 0,
    limit: PAGE_SIZES.find((size) => size === limit) ?? PAGE_SIZES[0],
  };
}

/** The query of `device-control/history` for this filter. The day `to` is included whole: a period is half-open. */
export function historyQuery(filter: HistoryFilter) {
  return {
    page: String(filter.page),
    limit: String(filter.limit),
    ...(filter.storeId !== null && { storeId: filter.storeId }),
    ...(filter.targetId !== null && { targetId: filter.targetId }),
    ...(filter.status !== null && { status: filter.status }),
    ...(filter.action !== null && { action: filter.action }),
    ...(filter.from !== null && { from: startOfDay(filter.from) }),
    ...(filter.to !== null && { to: startOfDay(dayAfter(filter.to)) }),
  };
}

/** Would the server list this command under the filter? For rows that come by the stream. */
export function matchesFilter(command: Command, filter: HistoryFilter): boolean {
  const at = Date.parse(command.requestedAt);
  return (
    (filter.storeId === null || filter.storeId === command.storeId) &&
    (filter.targetId === null || filter.targetId === command.target.id) &&
    (filter.status === null || filter.status === command.status) &&
    (filter.action === null || filter.action === command.action) &&
    (filter.from === null || at >= Date.parse(startOfDay(filter.from))) &&
    (filter.to === null || at < Date.parse(startOfDay(dayAfter(filter.to))))
  );
}

/** Is anything narrowed here (the store is chosen elsewhere)? */
export function isNarrowed(filter: HistoryFilter): boolean {
  return [filter.targetId, filter.status, filter.action, filter.from, filter.to].some((value) => value !== null);
}

function match(text: string | null, pattern: RegExp): string | null {
  return text !== null && pattern.test(text) ? text : null;
}

function day(text: string | null): string | null {
  return match(text, /^\d{4}-\d{2}-\d{2}$/) !== null && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : null;
}

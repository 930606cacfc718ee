import type { Command, HistoryAction, HistoryStatus, OperationSource } from '@munjigi/contract';
import { dayAfter, startOfDay } from '../../ui/form/store-day.ts';

export const PAGE_SIZES = [20, 50, 100] as const;

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
export const ACTION_CHOICES: readonly HistoryAction[] = [
  'OPEN',
  'LOCK',
  'SET',
  'PRESS',
  'LOCKED',
  'UNLOCKED',
  'UNLATCHED',
  'JAMMED',
  'DENIED',
  'CHANGED',
  'PRESSED',
  'ONLINE',
  'OFFLINE',
];
/** Common statuses that are offered as one choice. */
export const FAILED: readonly HistoryStatus[] = ['FAILED', 'TIMED_OUT', 'EXPIRED', 'REJECTED_OFFLINE'];

type CauseKind = Command['cause']['kind'];
export const CAUSE_CHOICES: readonly CauseKind[] = ['PERSON', 'RESERVATION', 'AUTOMATION', 'DEVICE', 'UNKNOWN'];
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

/** The filter of the history. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export interface HistoryFilter {
  readonly storeId: string | null;
  readonly timeZone: string;
  readonly roomId: string | null;
  readonly targetId: string | null;
  readonly statuses: readonly HistoryStatus[];
  readonly action: HistoryAction | null;
  readonly causeKind: CauseKind | null;
  /** A person or a reservation. */
  readonly causeId: string | null;
  readonly source: OperationSource | null;
  readonly q: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The current place in the list: after a cursor, or for a link without one at a page's number from 0. */
export interface HistoryPlace {
  readonly page: number;
  readonly after: string | null;
  /** The number of rows before this page, as far as they were shown. */
  readonly seen: number;
  readonly limit: number;
}

/** The filter's parameters in the address, without the store, which is chosen elsewhere. */
export const FILTER_NAMES = ['room', 'target', 'status', 'action', 'cause', 'by', 'source', 'q', 'from', 'to'] as const;

/**
 * Reads the filter from the address (SH-6). A value that it cannot understand counts as not given, so that a link never
 * breaks the screen.
 */
export function readFilter(params: URLSearchParams, storeId: string | null, timeZone: string): HistoryFilter {
  const one = <T extends string>(name: string, choices: readonly T[]) =>
    choices.find((choice) => choice === params.get(name)) ?? null;
  const id = (name: string) => match(params.get(name), /^[0-9a-f-]{36}$/);
  const named = params.get('status')?.split(',') ?? [];
  return {
    storeId,
    timeZone,
    roomId: id('room'),
    targetId: id('target'),
    statuses: STATUS_CHOICES.filter((status) => named.includes(status)),
    action: one('action', ACTION_CHOICES),
    causeKind: one('cause', CAUSE_CHOICES),
    causeId: id('by'),
    source: one('source', SOURCE_CHOICES),
    q: params.get('q')?.trim().slice(0, 60) ?? '',
    from: day(params.get('from')),
    to: day(params.get('to')),
  };
}

/** The highest page that the server reads by number; a link beyond it starts at the first page. */
const PAGES_REACH = 10_000;

export function readPlace(params: URLSearchParams): HistoryPlace {
  const wanted = Number(params.get('limit') ?? '20');
  const limit = PAGE_SIZES.find((size) => size === wanted) ?? PAGE_SIZES[0];
  const after = match(params.get('after'), /^[\w-]{1,200}$/);
  const page = after === null ? whole(params.get('page'), PAGES_REACH / limit) : 0;
  return {
    page,
    after,
    limit,
    seen: after === null ? page * limit : whole(params.get('seen'), Number.MAX_SAFE_INTEGER),
  };
}

/** The query of `device-control/history` for this filter. The day `to` is included whole: a period is half-open. */
export function historyQuery(filter: HistoryFilter) {
  return {
    ...(filter.storeId !== null && { storeId: filter.storeId }),
    ...(filter.roomId !== null && { roomId: filter.roomId }),
    ...(filter.targetId !== null && { targetId: filter.targetId }),
    ...(filter.statuses.length > 0 && { status: filter.statuses.join(',') }),
    ...(filter.action !== null && { action: filter.action }),
    ...(filter.causeKind !== null && { causeKind: filter.causeKind }),
    ...(filter.causeId !== null && { causeId: filter.causeId }),
    ...(filter.source !== null && { source: filter.source }),
    ...(filter.q !== '' && { q: filter.q }),
    ...(filter.from !== null && { from: startOfDay(filter.from, filter.timeZone) }),
    ...(filter.to !== null && { to: startOfDay(dayAfter(filter.to), filter.timeZone) }),
  };
}

/** Would the server list this command under the filter? For rows that come by the stream. */
export function matchesFilter(command: Command, filter: HistoryFilter): boolean {
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

/** The number of active filters (the store is chosen elsewhere). */
export function countNarrowed({
  roomId,
  targetId,
  statuses,
  action,
  causeKind,
  causeId,
  source,
  q,
  from,
  to,
}: HistoryFilter): number {
  return [roomId, targetId, statuses[0], action, causeKind, causeId, source, q === '' ? null : q, from, to].filter(
    (value) => value !== null && value !== undefined,
  ).length;
}

function isOrAny(wanted: string | null, text: string | null): boolean {
  return wanted === null || wanted === text;
}

function whole(text: string | null, most: number): number {
  const number = Number(text ?? '0');
  return Number.isInteger(number) && number >= 0 && number <= most ? number : 0;
}

function match(text: string | null, pattern: RegExp): string | null {
  return text !== null && pattern.test(text) ? text : null;
}

function day(text: string | null): string | null {
  return match(text, /^\d{4}-\d{2}-\d{2}$/) !== null && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : null;
}

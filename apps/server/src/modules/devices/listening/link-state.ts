import type { Command, DeviceState, LockState } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import type { DeviceDeps, ReceivedReport } from '../commands/deps.ts';
import {
  insertDeviceEvents,
  updateLinks,
  type Cause,
  type LinkRow,
  type NewDeviceEvent,
} from '../commands/devices.sql.ts';
import type { BoundDevice, LockWord, Report } from '../drivers/index.ts';
import {
  CAUSABLE,
  commandOfChange,
  commandOfLockReport,
  isActOfPerson,
  isChangeOf,
  markReached,
  type IssuedCommand,
} from './report-causes.ts';

/** The work on the reports of one device: its new state and history. The transaction holds the lock of its link. */
export interface LinkWork {
  readonly deps: DeviceDeps;
  readonly tx: Tx;
  readonly device: BoundDevice;
  readonly before: LinkRow;
  readonly link: LinkRow;
  /** The recent commands of the device; empty if no report of the batch needs them. */
  readonly commands: readonly IssuedCommand[];
  /** The history rows to write. */
  readonly reported: NewDeviceEvent[];
}

/** The least time between two writes of the last-seen time when nothing else changed. */
const SEEN_EVERY_MS = 10_000;

const LOCK_STATE: Partial<Record<LockWord, LockState>> = {
  LOCKED: 'LOCKED',
  UNLOCKED: 'UNLOCKED',
  UNLATCHED: 'UNLATCHED',
  JAMMED: 'NOT_FULLY_LOCKED',
  NOT_FULLY_LOCKED: 'NOT_FULLY_LOCKED',
  UNKNOWN: 'UNKNOWN',
};
/** The members of a state whose unsolicited change gets a history row. Measurements and levels of a light get none. */
const NEWSWORTHY = [...CAUSABLE, 'isActive'] as const;
/** A momentary lock relocks by itself within the longest opening time of a door (DR-1). */
const LONGEST_OPENING_MS = 600_000;

export async function processReport(work: LinkWork, received: ReceivedReport, cause: Cause | null): Promise<void> {
  const { link, deps, tx } = work;
  const { report, at, isRetained } = received;
  if (!isRetained) {
    link.last_seen_at = at;
    // A device without availability topics is online when it reports.
    if (work.device.availability.count === 0) link.online = 'ONLINE';
  }
  await deps.watcher.reported?.(tx, link, received);
  switch (report.kind) {
    case 'lock':
      return workLockWord(work, report, { at, isRetained, cause });
    case 'state':
      return workState(work, report, { at, cause });
    case 'event':
      return isRetained ? undefined : workEvent(work, report, at);
    case 'availability':
      return workAvailability(work, report, at);
    case 'leaf':
      link.leaf_state = report.state;
      return;
    case 'battery':
      link.battery = report.percent;
      return;
    // Replies were handled before; reports about codes are left to the watcher.
    case 'reply':
    case 'code':
    case 'code-written':
    case 'codes-cleared':
  }
}

interface Circumstances {
  readonly at: Date;
  /** The command that the report answers. */
  readonly cause: Cause | null;
}

async function workLockWord(
  work: LinkWork,
  report: Extract<Report, { kind: 'lock' }>,
  { at, isRetained, cause: answered }: Circumstances & { readonly isRetained: boolean },
): Promise<void> {
  const { deps, link, tx, device, commands } = work;
  const word = report.state;
  const state = LOCK_STATE[word];
  link.is_moving = state === undefined;
  if (state === undefined) return;
  const isNews = state !== link.lock_state && word !== 'UNKNOWN' && word !== 'NOT_FULLY_LOCKED';
  // The first known state of a lock is not an event. A relay reports it in reply to the status query of the server.
  const isFirst = link.lock_state === 'UNKNOWN' && (isRetained || (report.isInferred === true && answered === null));
  link.lock_state = state;
  link.lock_state_source = report.isInferred ? 'INFERRED' : 'REPORTED';
  if (!isNews || isFirst) return;
  const answeredByLock = isActOfPerson(report) ? null : answered;
  const existing = answeredByLock ? null : await deps.watcher.causeOf?.(tx, link, { report, at, isRetained });
  const relocks = device.opensMomentarily || report.source === 'AUTO';
  const cause =
    answeredByLock ??
    (existing
      ? null
      : commandOfLockReport(commands, report, { at, relocksAfterMs: relocks ? LONGEST_OPENING_MS : null }));
  const label = report.user === undefined ? '' : `#${report.user}`;
  pushReport(work, {
    action: word as 'LOCKED' | 'UNLOCKED' | 'UNLATCHED' | 'JAMMED',
    command: cause,
    otherwise: existing ?? { kind: word === 'JAMMED' ? 'DEVICE' : 'UNKNOWN', id: null, label },
    source: report.source ?? 'UNSPECIFIED',
    at,
  });
}

/** Writes what changed with its command. Members that no command can have changed get a row of their own (DH-20). */
function workState(
  work: LinkWork,
  { state: said, unknown = [] }: Extract<Report, { kind: 'state' }>,
  { at, cause: answered }: Circumstances,
): void {
  const { link } = work;
  const before = link.state;
  const kept = Object.entries(before).filter(([key]) => !unknown.includes(key as keyof DeviceState));
  link.state = { ...Object.fromEntries(kept), ...said };
  link.state_source = 'REPORTED';
  // The first known value of a member is not an event.
  const news = NEWSWORTHY.filter(
    (key) => said[key] !== undefined && said[key] !== before[key] && before[key] !== undefined,
  );
  const changes = new Map<Cause | null, (keyof DeviceState)[]>();
  for (const key of news) {
    const command = key === 'isActive' ? answered : commandOfMember(work, { key, value: said[key], at, answered });
    changes.set(command, [...(changes.get(command) ?? []), key]);
  }
  const foreign = news.filter((key) => answered !== null && !changes.get(answered)?.includes(key));
  if (answered) {
    const own = Object.entries(said).filter(([key]) => !foreign.some((other) => other === key));
    pushChange(work, answered, Object.fromEntries(own), at);
  }
  for (const [command, keys] of changes) {
    if (command !== null && command === answered) continue;
    pushChange(work, command, Object.fromEntries(keys.map((key) => [key, said[key]])), at);
  }
}

interface ChangedMember {
  readonly key: (typeof CAUSABLE)[number];
  readonly value: DeviceState['isOn' | 'mode' | 'targetTemperature'];
  readonly at: Date;
  readonly answered: Cause | null;
}

function commandOfMember({ commands }: LinkWork, { key, value, at, answered }: ChangedMember): Cause | null {
  return answered && isChangeOf(answered, key, value) ? answered : commandOfChange(commands, key, value, at);
}

function pushChange(work: LinkWork, command: Cause | null, state: DeviceState, at: Date): void {
  const isOfSensor = work.link.target_kind === 'DEVICE' && state.isActive !== undefined;
  pushReport(work, {
    action: 'CHANGED',
    command,
    otherwise: { kind: isOfSensor ? 'DEVICE' : 'UNKNOWN', id: null, label: '' },
    source: 'UNSPECIFIED',
    state,
    at,
  });
}

interface ReportRow extends Pick<NewDeviceEvent, 'action' | 'source' | 'state' | 'at'> {
  /** The command that caused it. */
  readonly command: Cause | null;
  /** Its cause without a command. */
  readonly otherwise: Command['cause'];
}

function pushReport({ link, reported, commands }: LinkWork, row: ReportRow): void {
  const { command, action, state = null, at } = row;
  reported.push({
    link,
    action,
    state,
    cause: command ? causeOf(command) : row.otherwise,
    source: command ? command.source : row.source,
    commandId: command?.id ?? null,
    at,
  });
  markReached(commands, command?.id ?? null, state ?? action);
}

async function workEvent(
  { deps, link, tx, reported }: LinkWork,
  report: Extract<Report, { kind: 'event' }>,
  at: Date,
): Promise<void> {
  const cause =
    report.user === undefined ? null : await deps.watcher.causeOf?.(tx, link, { report, at, isRetained: false });
  const state = { lastEvent: report.name };
  if (report.action === 'PRESSED') link.state = { ...link.state, ...state };
  reported.push({
    link,
    action: report.action,
    state,
    cause: cause ?? { kind: 'UNKNOWN', id: null, label: '' },
    source: report.source ?? 'BUTTON',
    at,
  });
}

function workAvailability(work: LinkWork, report: Extract<Report, { kind: 'availability' }>, at: Date): void {
  const { link, device, reported } = work;
  const availability = {
    ...link.availability,
    [String(report.index)]: report.isAvailable,
  };
  link.availability = availability;
  const words = Array.from({ length: device.availability.count }, (_, index) => availability[String(index)] === true);
  const { mode } = device.availability;
  const isThere = mode === 'latest' ? report.isAvailable : mode === 'all' ? words.every(Boolean) : words.some(Boolean);
  const online = isThere ? 'ONLINE' : 'OFFLINE';
  link.online = online;
  const published = link.told_online;
  if (published === online) return;
  link.told_online = online;
  // The first availability report of a new device is not an event.
  if (published === 'UNKNOWN') return;
  reported.push({ link, action: online, cause: { kind: 'DEVICE', id: null, label: '' }, source: 'UNSPECIFIED', at });
}

function causeOf(cause: Cause): Command['cause'] {
  return { kind: cause.cause_kind, id: cause.cause_id, label: cause.cause_label };
}

/** Writes the history and the states of all devices and notifies the watcher, in a few statements. */
export async function writeProcessedReports(
  { deps, tx }: Pick<LinkWork, 'deps' | 'tx'>,
  works: readonly LinkWork[],
): Promise<void> {
  // A removed link adds nothing to the history of its former target.
  const isHad = ({ link }: { readonly link: LinkRow }) => link.removed_at === null;
  await insertDeviceEvents(
    tx,
    works.filter(isHad).flatMap((work) => work.reported),
  );
  const changes = works.map((work) => ({ work, ...changesOf(work) }));
  updateLinks(
    tx,
    changes.filter((item) => item.isNew || item.isSeen || item.hasReported).map(({ work }) => work.link),
  );
  const changedLinks = changes
    .filter(({ work, isNew, isSeen }) => isHad(work) && (isNew || isSeen || hasRefusedCode(work)))
    .map(({ work }) => work.link);
  if (changedLinks.length > 0) await deps.watcher.linksChanged(tx, changedLinks);
}

/** A refused code leaves no state at the link, and counts for the alarm of the door (DR-60). */
function hasRefusedCode({ reported }: LinkWork): boolean {
  return reported.some(({ action }) => action === 'DENIED');
}

function changesOf({ before, link }: LinkWork): { isNew: boolean; isSeen: boolean; hasReported: boolean } {
  const isNew =
    (
      [
        'online',
        'told_online',
        'lock_state',
        'lock_state_source',
        'is_moving',
        'leaf_state',
        'battery',
        'state_source',
      ] as const
    ).some((key) => link[key] !== before[key]) || JSON.stringify(link.state) !== JSON.stringify(before.state);
  return {
    isNew,
    isSeen: (link.last_seen_at?.getTime() ?? 0) - (before.last_seen_at?.getTime() ?? 0) >= SEEN_EVERY_MS,
    hasReported: JSON.stringify(link.availability) !== JSON.stringify(before.availability),
  };
}

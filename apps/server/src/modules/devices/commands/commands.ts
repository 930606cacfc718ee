import type { Command, CommandErrorCode, RequestedState } from '@munjigi/contract';
import { storeActor, type Tx } from '../../../db/index.ts';
import type { NewJob } from '../../../jobs/index.ts';
import type { TraceSpan } from '../../../telemetry/tracing.ts';
import { wasThere, verdictAtDeadline, type PendingCommand } from './command-states.ts';
import type { DeviceDeps } from './deps.ts';
import {
  findCommand,
  insertCommand,
  selectCommandForUpdate,
  selectLinkForUpdate,
  buildHistoryRow,
  toDeviceCommand,
  writeTransition,
  type CommandTransition,
  type HistoryRow,
  type LinkRow,
} from './devices.sql.ts';
import {
  bindDriver,
  type BoundDevice,
  type DriverCommand,
  type DriverAction,
  type OutgoingMessage,
} from '../drivers/index.ts';
import { wasListenedToFor } from './lease.sql.ts';
import { expectNewRequestKey } from './stale-rows.sql.ts';

/**
 * A command from its request to its end (DR-2, docs/domain.md 1.7). The server writes it as SENT, together with the job
 * that ends it, and then sends it once. If the process stops in between, the command ends at its deadline and is never
 * sent again.
 */

export const DEADLINE_JOB = 'devices.deadline';
/** How long a command may wait to be sent. A late unlock may let a stranger in, and a button may open a door. */
const EXPIRES_MS: Record<DriverAction, number> = { OPEN: 10_000, LOCK: 60_000, SET: 60_000, PRESS: 10_000 };
/** The opening time of a latch or strike whose door does not set one. */
const OPEN_SECONDS = 5;
const DAY_MS = 24 * 3600_000;

const WORDS: Record<CommandErrorCode, string> = {
  DEVICE_OFFLINE: 'The device is offline',
  BROKER_UNREACHABLE: 'There is no connection to the MQTT broker',
  SUPERSEDED: 'A newer order took its place',
  EXPIRED_UNSENT: 'It could not be sent in time',
  NO_ANSWER: 'The device did not answer in time',
  JAMMED: 'The lock is jammed',
  REFUSED: 'The device answered and did not do it',
  NOT_SUPPORTED: 'The device cannot do this',
  DOOR_LOCKED_DOWN: 'The door is locked down',
  FIRE_RELEASE: 'The door is held open by a fire release',
  SEND_FAILED: 'It could not be sent',
  FORMER_STATE_UNKNOWN: 'The state before is unknown',
};

export function errorOf(code: CommandErrorCode): { code: CommandErrorCode; message: string } {
  return { code, message: WORDS[code] };
}

export interface NewCommand {
  /** Locked by this transaction, so commands to one device are written one after the other. */
  readonly link: LinkRow;
  /**
   * The link was not read in this transaction, which is refused if it has changed (`refuse_stale_rows`). Then the command
   * is written without waiting for any result, and a known request key refuses the transaction too.
   */
  readonly isLinkFromMemory?: boolean;
  readonly action: DriverAction;
  /** With `SET`: the requested state of a device of a room. */
  readonly state?: RequestedState;
  /** With `OPEN`: the seconds until a self-closing device closes; `null`: it stays open until a command to lock. */
  readonly openSeconds?: number | null;
  readonly cause: Command['cause'];
  readonly source: Command['source'];
  readonly reason: string | null;
  /** The idempotency key. A command with the same key within a day resolves with the row of the first one. */
  readonly requestKey: string | null;
  /**
   * Why the command must not be sent, whether or not the device is reachable. It ends as EXPIRED for `EXPIRED_UNSENT`,
   * otherwise as FAILED.
   */
  readonly refusal?: CommandErrorCode | null;
  /** Jobs that are inserted together with the command, unless it is refused. */
  readonly jobs?: (commandId: string, device: BoundDevice) => readonly NewJob[];
}

/**
 * A written command. The caller sends `outgoing` after the commit; `null`: the command was refused, or an earlier
 * request wrote it.
 */
export interface WrittenCommand {
  readonly productId: string;
  readonly command: Command;
  readonly isNew: boolean;
  readonly outgoing: {
    readonly row: HistoryRow;
    /** Each is sent once, in this order. */
    readonly messages: readonly OutgoingMessage[];
    readonly isConfirmed: boolean;
    /** `null` without tracing. */
    readonly span: TraceSpan | null;
  } | null;
}

/** Checks the publish gate and writes the command, as sent or as refused. */
export async function writeCommand(deps: DeviceDeps, tx: Tx, command: NewCommand): Promise<WrittenCommand> {
  const { link } = command;
  const at = deps.clock.now();
  const earlier = await findEarlier(tx, command, at);
  if (earlier) {
    return {
      productId: link.product_id,
      command: toDeviceCommand({ ...earlier, target_name: link.target_name }),
      isNew: false,
      outgoing: null,
    };
  }
  const device = bindDriver(link.driver, link.settings);
  const forbidden = command.refusal ?? null;
  const refusal = forbidden ?? gate(deps, link, device);
  const base = {
    ...buildHistoryRow({ ...command, state: command.state ?? null, at, status: 'SENT' }),
    expires_at: new Date(at.getTime() + EXPIRES_MS[command.action]),
  };
  const requestedState = command.state ?? null;
  const state = requestedState !== null ? JSON.stringify(link.state) : link.is_moving ? 'MOVING' : link.lock_state;
  const isThere = wasThere({ action: command.action, target: requestedState, stateWhenSent: state });
  const wire = toDriverCommand(command);
  const row: HistoryRow = refusal
    ? {
        ...base,
        status: forbidden === 'EXPIRED_UNSENT' ? 'EXPIRED' : forbidden ? 'FAILED' : 'REJECTED_OFFLINE',
        finished_at: at,
        error_code: refusal,
        error_message: WORDS[refusal],
      }
    : {
        ...base,
        sent_at: at,
        state_when_sent: state,
        deadline_at: new Date(
          at.getTime() + (isThere ? Math.min(device.refusalGraceMs, device.timeoutMs) : device.timeoutMs),
        ),
      };
  const span = refusal ? null : (deps.traces?.begin(row, link.driver) ?? null);
  await insertCommand(
    tx,
    row,
    row.deadline_at === null
      ? []
      : [deadlineJob(row, row.deadline_at, span), ...(command.jobs?.(row.id, device) ?? [])],
  );
  if (refusal) deps.counters.commandEnded(link.driver, row);
  return {
    productId: row.product_id,
    command: toDeviceCommand(row),
    isNew: true,
    outgoing: refusal
      ? null
      : { row, messages: device.messages(wire, row.id), isConfirmed: device.confirms(wire), span },
  };
}

function toDriverCommand({ action, state, openSeconds = OPEN_SECONDS }: NewCommand): DriverCommand {
  if (action === 'SET') return { action, state: state ?? {} };
  return action === 'OPEN' ? { action, forSeconds: openSeconds } : { action };
}

/**
 * The broker is connected and the device is online. The command is the newest and has not expired, because this
 * transaction creates it.
 */
function gate(deps: DeviceDeps, link: LinkRow, device: BoundDevice): CommandErrorCode | null {
  if (!deps.mqtt.isConnected()) return 'BROKER_UNREACHABLE';
  // A device without availability topics may be online; one with availability topics must have reported that it is.
  const isThere = link.online === 'ONLINE' || (device.availability.count === 0 && link.online === 'UNKNOWN');
  return isThere ? null : 'DEVICE_OFFLINE';
}

/** Finds the command of an earlier request with the same key. */
async function findEarlier(tx: Tx, { link, requestKey, isLinkFromMemory = false }: NewCommand, now: Date) {
  if (requestKey === null) return undefined;
  const since = new Date(now.getTime() - DAY_MS);
  if (isLinkFromMemory) {
    expectNewRequestKey(tx, link.store_id, requestKey, since);
    return undefined;
  }
  return tx
    .selectFrom('device_history')
    .selectAll()
    .where('store_id', '=', link.store_id)
    .where('request_key', '=', requestKey)
    .where('requested_at', '>', since)
    .executeTakeFirst();
}

/**
 * Sends a committed command and does not wait for the device. The callback gets the final state if it is known at once.
 */
export function sendCommand(
  deps: DeviceDeps,
  { productId, command, outgoing }: WrittenCommand,
  notify: (command: Command) => void,
): void {
  if (!outgoing) return notify(command);
  const which = { productId, storeId: command.storeId, commandId: command.id };
  const notifyIfChanged = (row: Command | null) => (row ? notify(row) : undefined);
  const failed = (error: unknown) =>
    deps.log.error(
      { err: error, commandId: command.id },
      'the end of a command could not be written; its deadline will',
    );

  // The commit may have taken long. An expired command is not sent.
  if (command.expiresAt !== null && deps.clock.now() >= new Date(command.expiresAt)) {
    end(deps, which, { status: 'EXPIRED', error: errorOf('EXPIRED_UNSENT') }).then(notifyIfChanged, failed);
    return;
  }
  deps.pendingCommands.add(outgoing.row);
  const publish = () => Promise.all(outgoing.messages.map(({ topic, payload }) => deps.mqtt.publish(topic, payload)));
  (deps.traces && outgoing.span ? deps.traces.send(outgoing.row, outgoing.span, publish) : publish())
    .then(
      () => (outgoing.isConfirmed ? null : believe(deps, which)),
      (error: unknown) => {
        deps.log.warn({ err: error, commandId: command.id }, 'a command could not be sent');
        return end(deps, which, { status: 'FAILED', error: errorOf('SEND_FAILED') });
      },
    )
    .then(notifyIfChanged)
    .catch(failed);
}

interface Which {
  readonly productId: string;
  readonly storeId: string;
  readonly commandId: string;
}

/** For a device that never reports: the sent state counts as reached and is marked as inferred. */
async function believe(deps: DeviceDeps, which: Which): Promise<Command | null> {
  return work(deps, which, async (tx, row, link) => {
    await tx
      .updateTable('device_links')
      .set(
        link.target_kind === 'DOOR'
          ? {
              lock_state: row.action === 'LOCK' ? 'LOCKED' : 'UNLOCKED',
              lock_state_source: 'INFERRED',
              is_moving: false,
            }
          : {
              state: JSON.stringify({ ...link.state, ...row.state }),
              state_source: 'INFERRED',
            },
      )
      .where('store_id', '=', link.store_id)
      .where('id', '=', link.id)
      .execute();
    const done = await changeCommand(
      deps,
      tx,
      { row, link },
      {
        status: 'EXECUTED',
        at: deps.clock.now(),
        note: 'the device never reports',
      },
    );
    await deps.watcher.linkChanged(tx, link);
    return done;
  });
}

/** The deadline job of each command: ends the command if nothing else has. */
export async function endAtDeadline(deps: DeviceDeps, which: Which): Promise<Command | null> {
  return work(deps, which, async (tx, row, link) => {
    const at = deps.clock.now();
    if (row.deadline_at === null || row.deadline_at > at) return row;
    // A state counts as a confirmation only if a listener has acquired or renewed its lease since the command was sent.
    const isFresh =
      link.online === 'ONLINE' &&
      row.sent_at !== null &&
      (await wasListenedToFor(tx, deps.mqtt.brokerName, at.getTime() - row.sent_at.getTime()));
    const verdict = verdictAtDeadline(toPendingCommand(row), {
      lockState: link.lock_state,
      isMoving: link.is_moving,
      state: link.state,
      isFresh,
    });
    return changeCommand(
      deps,
      tx,
      { row, link },
      {
        status: verdict.status,
        at,
        error: verdict.error === null ? null : errorOf(verdict.error),
      },
    );
  });
}

async function end(deps: DeviceDeps, which: Which, how: Omit<CommandTransition, 'at'>): Promise<Command | null> {
  return work(deps, which, (tx, row, link) => changeCommand(deps, tx, { row, link }, { ...how, at: deps.clock.now() }));
}

/** Runs `act` in one transaction on an unfinished command. Locks the link first, as all work on a device does. */
async function work(
  deps: DeviceDeps,
  which: Which,
  act: (tx: Tx, row: HistoryRow, link: LinkRow) => Promise<HistoryRow>,
): Promise<Command | null> {
  return deps.db.withActor(storeActor(which.productId, which.storeId), async (tx) => {
    const command = await findCommand(tx, which);
    const link = command && (await selectLinkForUpdate(tx, { storeId: which.storeId, linkId: command.link_id }));
    // Read again: the command may have changed while this transaction waited for the lock of the link.
    const row = link && (await selectCommandForUpdate(tx, which));
    if (!row) return null;
    return toDeviceCommand(row.finished_at === null ? await act(tx, row, link) : row);
  });
}

/** Writes one step of a command. At its end, also counts it and notifies the watcher. */
export async function changeCommand(
  deps: Pick<DeviceDeps, 'counters' | 'watcher'>,
  tx: Tx,
  { row, link }: { readonly row: HistoryRow; readonly link: Pick<LinkRow, 'driver'> },
  how: CommandTransition,
): Promise<HistoryRow> {
  const next = await changeUncounted(deps, tx, row, how);
  if (next.finished_at !== null) deps.counters.commandEnded(link.driver, next);
  return next;
}

/** The same without counting, for a transaction that may be refused and run again. */
export async function changeUncounted(
  { watcher }: Pick<DeviceDeps, 'watcher'>,
  tx: Tx,
  row: HistoryRow,
  how: CommandTransition,
): Promise<HistoryRow> {
  const next = await writeTransition(tx, row, how, DEADLINE_JOB);
  if (next.finished_at !== null) await watcher.commandEnded?.(tx, next);
  return next;
}

/** Carries the trace of the command, for a process that receives the answer and did not send it. */
function deadlineJob(row: HistoryRow, dueAt: Date, span: TraceSpan | null): NewJob {
  return {
    kind: DEADLINE_JOB,
    dedupeKey: row.id,
    payload: {
      productId: row.product_id,
      storeId: row.store_id,
      commandId: row.id,
      ...(span && { traceparent: span.traceparent }),
    },
    dueAt,
  };
}

export function toPendingCommand(row: HistoryRow): PendingCommand {
  return {
    id: row.id,
    action: row.action as DriverAction,
    target: row.action === 'SET' ? row.state : null,
    status: row.status as PendingCommand['status'],
    stateWhenSent: row.state_when_sent,
    hasAnswered: row.has_answered,
  };
}

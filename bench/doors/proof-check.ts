import type pg from 'pg';
import { isFinal } from '@munjigi/rules';
import type { CommandStatus } from '@munjigi/contract';
import type { ProofDoor, Reached } from './proof-twins.ts';

/** Compares the stored history with the commands that reached the devices and the replies that people got. */

export interface Stored {
  readonly id: string;
  readonly target_id: string;
  readonly action: 'OPEN' | 'LOCK';
  readonly status: CommandStatus;
  readonly requested_at: Date;
  readonly expires_at: Date;
  readonly sent_at: Date | null;
  readonly finished_at: Date | null;
  readonly state_when_sent: string | null;
}

/** Prints the figures and each fault; the process exits with 1 when there is a fault. */
export async function checkProof(
  database: pg.Pool,
  doors: readonly ProofDoor[],
  failures: readonly string[],
): Promise<void> {
  const rows = await readCommandRows(database);
  const faults = [
    ...failures,
    ...doors.flatMap((door) =>
      checkDoor(
        door,
        rows.filter((row) => row.target_id === door.doorId),
      ),
    ),
    ...rows.flatMap(checkEnd),
  ];
  const { rows: places } = await database.query<{
    door_id: string;
    slot: number | null;
    is_spare: boolean;
    is_gone: boolean;
  }>(
    'select door_id, slot, reservation_id is null as is_spare, gone_at is not null as is_gone from access_code_places',
  );
  const left = places.filter((place) => !place.is_spare && !place.is_gone).length;
  if (left > 0) faults.push(`${left} codes are not withdrawn`);
  const keypads = doors.flatMap((door) => (door.keypad ? [{ ...door, keypad: door.keypad }] : []));
  for (const { name, doorId, keypad } of keypads) {
    const spare = new Set(
      places.filter((place) => place.door_id === doorId && place.is_spare && !place.is_gone).map((place) => place.slot),
    );
    for (const slot of keypad.codes.keys())
      if (!spare.has(slot)) faults.push(`${name} still keeps a code in place ${slot}`);
  }

  const clicks = doors.flatMap((door) => door.clicks);
  const reached = doors.flatMap((door) => door.reached());
  const count = (action: string) => reached.filter((reached) => reached.action === action).length;
  console.log(
    `${clicks.length} clicks, ${clicks.filter((click) => click.answer === null).length} of them cut off; ${rows.length} commands in the history; ${count('OPEN')} unlocks and ${count('LOCK')} locks reached the devices`,
  );
  for (const action of ['OPEN', 'LOCK']) {
    const ends = new Map<string, number>();
    for (const row of rows) if (row.action === action) ends.set(row.status, (ends.get(row.status) ?? 0) + 1);
    console.log(`${action}: ${[...ends].map(([status, count]) => `${status} ${count}`).join(', ')}`);
  }
  const codeCount = places.filter((place) => !place.is_spare).length;
  console.log(
    `${codeCount} codes of reservations in places of locks, which were told ${keypads.reduce((sum, { keypad }) => sum + keypad.orders.length, 0)} times; ${left} are left`,
  );
  for (const fault of faults) console.log(`NOT KEPT: ${fault}`);
  if (faults.length > 0 || count('OPEN') === 0 || codeCount === 0) process.exitCode = 1;
  else
    console.log(
      'no unlock late or twice, no command sent twice, every command at its end, no line of history lost, every code withdrawn',
    );
}

export async function readCommandRows(database: pg.Pool | pg.Client): Promise<Stored[]> {
  const { rows } = await database.query<Stored>(
    `select id, target_id, action, status, requested_at, expires_at, sent_at, finished_at, state_when_sent from device_history where action in ('OPEN', 'LOCK') order by id`,
  );
  return rows;
}

export function checkEnd({ id, status }: Stored): string[] {
  return isFinal(status) ? [] : [`${id} has no end: ${status}`];
}

export function checkDoor(door: ProofDoor, rows: readonly Stored[]): string[] {
  const reached = door.reached();
  const faults: string[] = reached
    .filter((reached) => reached.isRetained)
    .map(() => 'a retained command reached the lock');
  for (const { answer } of door.clicks) {
    const row = answer && rows.find((row) => row.id === answer.id);
    if (answer && !row) faults.push(`${answer.id} was answered and is not in the history`);
    if (answer && row && isFinal(answer.status) && answer.status !== row.status)
      faults.push(`${answer.id} was answered with ${answer.status} and is ${row.status}`);
  }
  faults.push(...(door.namesOrders ? byName(reached, rows) : byTime(door, reached, rows)));
  // For every kind of wire: the lock got no more commands of one action than were recorded as sent.
  for (const action of ['OPEN', 'LOCK'] as const) {
    const [came, sent] = [
      reached.filter((reached) => reached.action === action).length,
      rows.filter((row) => row.action === action && row.sent_at !== null).length,
    ];
    if (came > sent) faults.push(`${came} × ${action} reached the lock and ${sent} were sent`);
  }
  return faults.map((fault) => `${door.name}: ${fault}`);
}

/** The wire names the command, so each message is compared with its own row. */
function byName(reached: readonly Reached[], rows: readonly Stored[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const { orderId, at, action } of reached) {
    const row = rows.find((row) => row.id === orderId);
    if (orderId === null || !row) faults.push(`${orderId} reached the lock and is not in the history`);
    else if (row.sent_at === null) faults.push(`${orderId} was refused and reached the lock`);
    else if (row.action !== action) faults.push(`${orderId} is to ${row.action} and reached the lock as ${action}`);
    else if (at > row.expires_at)
      faults.push(`${orderId} reached the lock ${at.getTime() - row.expires_at.getTime()} ms after its expiry`);
    if (orderId !== null && seen.has(orderId)) faults.push(`${orderId} reached the lock twice`);
    seen.add(orderId ?? '');
  }
  for (const row of rows) {
    if (row.action !== 'OPEN' || row.status !== 'EXECUTED' || seen.has(row.id)) continue;
    // A relay does not say which command it executed. An unsent command may count as executed by the command of the
    // next click, before its deadline.
    const { requested_at: requestedAt, finished_at: endedAt } = row;
    const wasOpened = reached.some(
      (reached) => reached.action === 'OPEN' && reached.at >= requestedAt && endedAt !== null && reached.at <= endedAt,
    );
    // A command is executed too when the lock was open already and still is at the deadline.
    const wasOpen = row.state_when_sent === 'UNLATCHED' || row.state_when_sent === 'UNLOCKED';
    if (!wasOpened && !wasOpen)
      faults.push(`${row.id} is said to be done and nothing reached the lock: ${JSON.stringify(row)}`);
  }
  return faults;
}

/** The wire names no command, so messages between one click and the next belong to the first of them. */
function byTime(door: ProofDoor, reached: readonly Reached[], rows: readonly Stored[]): string[] {
  const faults: string[] = [];
  for (const [index, { from }] of door.clicks.entries()) {
    const to = door.clicks[index + 1]?.from ?? new Date(8.64e15);
    const isWithin = (at: Date) => at >= from && at < to;
    const its = rows.filter((row) => row.action === 'OPEN' && isWithin(row.requested_at));
    const came = reached.filter((reached) => reached.action === 'OPEN' && isWithin(reached.at));
    if (its.length > 1) faults.push(`one click made ${its.length} orders`);
    if (came.length > 1) faults.push(`one click reached the lock ${came.length} times`);
    for (const { at } of came) {
      const [row] = its;
      if (!row) faults.push(`the lock was told at ${at.toISOString()} what is not in the history`);
      else if (row.sent_at === null) faults.push(`${row.id} was refused and reached the lock`);
      else if (at > row.expires_at) faults.push(`${row.id} reached the lock after its expiry`);
    }
  }
  return faults;
}

import type { Command } from '@munjigi/contract';
import { isFinal } from '@munjigi/rules';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRig, readCommands, until, type Server } from '../devices/door-rig.ts';

/**
 * Proves that an unlock is never delivered late, never twice, and never lost (DR-2): in each attempt the server or the
 * broker is killed, or the lock's connection is cut, between the click and the delivery. The lock counts the commands
 * that reach it.
 */

const TRIES = Number(process.env['PROOF_TRIES'] ?? 200);
const MOVE_MS = 15;
/** Covers the expiry of a command, the lock's time to answer, and the job that ends the command. */
const ALL_OVER_MS = 25_000;
const KINDS = ['server killed', 'broker killed', 'broker away', 'lock reconnecting'] as const;
type Kind = (typeof KINDS)[number];

interface Try {
  readonly kind: Kind;
  readonly from: number;
  /** The reply to the click; `null`: no reply arrived. */
  readonly answer: Command | null;
}

const rig = await makeRig();
let servers: [Server, Server] = [await rig.startServer(), await rig.startServer()];
const { doorId, lock } = await rig.makeDoor(servers[0], { name: 'front', moveMs: MOVE_MS });

const tries: Try[] = [];
try {
  const startedAt = Date.now();
  for (let number = 0; number < TRIES; number += 1) {
    const kind = KINDS[number % KINDS.length] ?? 'server killed';
    // The two servers swap places after every kill. The server's view of the lock must match the lock first: on a slow
    // machine its last reports can still be under way.
    await until(isAtRest, 180_000);
    const from = Date.now();
    const clicked = click(servers[0]);
    await sleep(Math.random() * 40);
    await trouble(kind);
    tries.push({ kind, from, answer: await Promise.race([clicked, sleep(15_000, null)]) });
    // A person closes the door manually, so that each try begins with a locked one.
    await sleep(60);
    lock.turn('LOCKED');
    await sleep(MOVE_MS + 60);
    if ((number + 1) % 20 === 0)
      console.log(`${number + 1} of ${TRIES} tries, ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }
  await sleep(ALL_OVER_MS);
  checkCommands(await readCommands(rig, servers[0], doorId));
} finally {
  await rig.stop();
}

async function isAtRest(): Promise<boolean> {
  if (lock.state() !== 'LOCKED') lock.turn('LOCKED');
  const { items } = await rig.call<{ items: { online: string; lockState: string; isMoving: boolean }[] }>(
    servers[0],
    'GET',
    '/door',
  );
  return (
    items.length > 0 && items.every((door) => door.online === 'ONLINE' && door.lockState === 'LOCKED' && !door.isMoving)
  );
}

async function click(server: Server): Promise<Command | null> {
  try {
    return await rig.call<Command>(server, 'POST', '/door/open', { doorId });
  } catch (error) {
    // The server died during the request, as the test intends. A reply with a refusal is an error.
    if (
      error instanceof Error &&
      /socket hang up|ECONNRESET|ECONNREFUSED/.test(`${error.message} ${(error as NodeJS.ErrnoException).code ?? ''}`)
    )
      return null;
    throw error;
  }
}

async function trouble(kind: Kind): Promise<void> {
  switch (kind) {
    case 'server killed': {
      const [killed, other] = servers;
      await killed.kill();
      servers = [other, await rig.startServer()];
      return;
    }
    case 'broker killed':
      await rig.broker.kill();
      await rig.broker.start();
      return;
    case 'broker away':
      await rig.broker.kill();
      await sleep(500 + Math.random() * 1500);
      await rig.broker.start();
      return;
    case 'lock reconnecting':
      await lock.offline(true);
      await sleep(Math.random() * 100);
      await lock.offline(false);
  }
}

function checkCommands(commands: readonly Command[]): void {
  const faults: string[] = [];
  const opens = commands.filter((command) => command.action === 'OPEN');
  const unlocks = lock.received.filter((receivedCommand) => receivedCommand.payload === 'UNLOCK');
  const ends = new Map<string, number>();

  for (const open of opens) {
    ends.set(open.status, (ends.get(open.status) ?? 0) + 1);
    if (!isFinal(open.status)) faults.push(`${open.id} has no end: ${open.status}`);
    // A lock does not say which command it executed. An unsent command may therefore count as executed by the command
    // of the next click, if that comes before its deadline. A command must not be reported as executed when the lock
    // got no command.
    const [askedAt, endedAt] = [Date.parse(open.requestedAt), Date.parse(open.requestedAt) + (open.latencyMs ?? 0)];
    if (open.status === 'EXECUTED' && !unlocks.some(({ at }) => at.getTime() >= askedAt && at.getTime() <= endedAt)) {
      faults.push(`said to be done, and nothing reached the lock: ${JSON.stringify(open)}`);
    }
  }
  for (const { answer } of tries) {
    if (answer && !opens.some((open) => open.id === answer.id))
      faults.push(`${answer.id} was answered and is not in the history`);
  }
  if (unlocks.some((unlock) => unlock.isRetained)) faults.push('a retained command reached the lock');

  // Each attempt has one click, so all commands that reach the lock before the next click belong to it.
  let delivered = 0;
  for (const [index, { from, kind }] of tries.entries()) {
    const to = tries[index + 1]?.from ?? Infinity;
    const its = opens.filter((open) => isWithin(Date.parse(open.requestedAt), from, to));
    const reached = unlocks.filter((unlock) => isWithin(unlock.at.getTime(), from, to));
    delivered += reached.length;
    if (its.length > 1) faults.push(`${kind}: one click made ${its.length} orders`);
    if (reached.length > 1) faults.push(`${kind}: the lock was told ${reached.length} times`);
    for (const message of reached) {
      const command = its[0];
      if (!command) faults.push(`${kind}: the lock was told what is not in the history`);
      else if (command.sentAt === null) faults.push(`${kind}: ${command.id} was refused and reached the lock`);
      else if (command.expiresAt !== null && message.at.getTime() > Date.parse(command.expiresAt))
        faults.push(`${kind}: ${command.id} reached the lock after its expiry`);
    }
  }
  const cut = tries.filter((item) => item.answer === null).length;
  console.log(
    `${tries.length} tries: ${tries.length - cut} answered, ${cut} cut off; ${opens.length} orders in the history, ${delivered} delivered`,
  );
  console.log([...ends].map(([status, count]) => `${status} ${count}`).join(', '));
  for (const fault of faults) console.log(`NOT KEPT: ${fault}`);
  if (faults.length > 0 || opens.length === 0 || delivered === 0) process.exitCode = 1;
  else console.log('no unlock late, none twice, every order at its end, none missing');
}

function isWithin(at: number, from: number, to: number): boolean {
  return at >= from && at < to;
}

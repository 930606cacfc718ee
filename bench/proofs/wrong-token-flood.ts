import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import process from 'node:process';

/**
 * The strangers of `wrong-tokens.ts`, in a separate process, so that their work does not delay the clock of the measured
 * replies. Arguments: the address of the server, the number of client addresses, their first byte, and requests a second.
 */

const [url = '', count = '1', network = '2', rate = '1000'] = process.argv.slice(2);
const TICK_MS = 10;
/** A stranger waits for no reply and keeps at most so many requests open. */
const MOST_OPEN = 1000;
const PATHS = ['/api/v2/guest/page', '/api/v2/measured/channel/store'];

const agents = Array.from(
  { length: Number(count) },
  (_, index) => new Agent({ keepAlive: true, maxSockets: 64, localAddress: `127.0.${network}.${index + 1}` }),
);
const statuses: Record<string, number> = {};
let [isOver, due, open, number] = [false, 0, 0, 0];
process.once('message', () => {
  isOver = true;
});
const startedAt = performance.now();
while (!isOver) {
  for (const until = ((performance.now() - startedAt) / 1000) * Number(rate); due < until; due += 1)
    if (open < MOST_OPEN) void guess();
  await sleep(TICK_MS);
}
process.send?.({ seconds: (performance.now() - startedAt) / 1000, statuses });
process.disconnect();
for (const agent of agents) agent.destroy();

async function guess(): Promise<void> {
  number += 1;
  open += 1;
  const status = await send(number);
  open -= 1;
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** Resolves with the status, or with the code of the fault of the connection. */
function send(turn: number): Promise<string> {
  const token = `${turn % 2 === 0 ? 'mjg' : 'mk'}_${randomBytes(32).toString('base64url')}`;
  const agent = agents[turn % agents.length];
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    request(
      `${url}${PATHS[turn % 2]}`,
      { ...(agent && { agent }), headers: { authorization: `Bearer ${token}` } },
      (reply) => {
        reply.resume();
        reply.on('end', () => resolve(String(reply.statusCode)));
        reply.on('error', failed);
      },
    )
      .on('error', failed)
      .end();
  });
}

import { randomBytes, randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRig, type Server } from '../devices/door-rig.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Simulates strangers who guess access tokens of guests, GUESSES times from 32 addresses (issue 17, figure 4): random
 * tokens, tokens that differ from a valid one by a character, and the valid one with another prefix, spaces or case.
 * Checks that no guess is accepted, that the limit of each address refuses nearly all of them (GT-4), and that a guest
 * who shares an address with a stranger reads their page meanwhile.
 */

/** Requests that an address sends without waiting for the replies: the server pauses after a wrong guess beyond the limit. */
const IN_FLIGHT = 12;
const GUESSES = Number(process.env['GUESSES'] ?? 1_000_000);
const ADDRESSES = 32;
/** Of each address, the wrong tokens of a minute that are answered by 401. */
const MOST_WRONG_A_MINUTE = 20;
const MOST_P99_MS = 1000;
const PAGE = '/api/v2/guest/page';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const rig = await makeRig();
const statuses = new Map<number, number>();

try {
  const server = await rig.startServer({ requestLimit: 600 });
  const token = await issueToken(server);
  const first = await read(server, token, addressOf(0));
  if (first.status !== 200) throw new Error(`The guest's page answered ${first.status}`);
  const startedAt = performance.now();
  const guest = serveGuest(server, token);
  await guessAll(server, token);
  const seconds = (performance.now() - startedAt) / 1000;
  const served = await guest.end();

  const mostRefused = ADDRESSES * MOST_WRONG_A_MINUTE * (Math.ceil(seconds / 60) + 1);
  const unknown = [...statuses].filter(([status]) => status !== 401 && status !== 429);
  const p99 = percentileOf(served.times, 0.99);
  console.log(
    `${GUESSES} guesses from ${ADDRESSES} addresses in ${seconds.toFixed(0)} s: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
  );
  console.log(`refused as wrong, not by the limit: ${statuses.get(401) ?? 0}, at most ${mostRefused}`);
  console.log(
    `the guest beside a stranger: ${served.times.length} pages, ${served.failures} not served, p50 ${percentileOf(served.times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (at most ${MOST_P99_MS})`,
  );
  const isKept =
    unknown.length === 0 &&
    (statuses.get(401) ?? 0) <= mostRefused &&
    served.failures === 0 &&
    served.times.length > 0 &&
    p99 <= MOST_P99_MS;
  console.log(isKept ? 'kept' : 'NOT kept');
  process.exitCode = isKept ? 0 : 1;
} finally {
  await rig.stop();
}

async function issueToken(server: Server): Promise<string> {
  const from = Math.ceil(Date.now() / 1_800_000 + 2) * 1_800_000;
  const { id } = await rig.call<{ id: string }>(server, 'POST', '/reservation', {
    roomId: rig.roomIds[0],
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(from + 1_800_000).toISOString(),
    headCount: 2,
    guestName: '홍길동',
    guestPhone: '010-1234-5678',
  });
  const issued = await rig.call<{ token: string }>(server, 'POST', `/reservation/${id}/guest-access`, {
    replacesTokenId: null,
  });
  return issued.token;
}

async function guessAll(server: Server, token: string): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: ADDRESSES * IN_FLIGHT }, async (_, sender) => {
      const agent = addressOf(sender % ADDRESSES);
      while (next < GUESSES) {
        const number = next;
        next += 1;
        const { status } = await read(server, guessOf(number, token), agent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      agent.destroy();
    }),
  );
}

/** Another token than the valid one, of a kind that depends on the number. */
function guessOf(number: number, token: string): string {
  switch (number % 8) {
    case 0:
      return `mjg ${token.slice(4)}`;
    case 1:
      return token.slice(0, -1 - (number % 40));
    case 2:
      return `MJG_${token.slice(4)}`;
    case 3:
      return `${token}=`;
    case 4:
    case 5: {
      const at = 4 + randomInt(token.length - 4);
      // The last character has unused bits, but the server compares the whole text.
      const letters = LETTERS.replace(token[at] ?? '', '');
      return `${token.slice(0, at)}${letters[randomInt(letters.length)] ?? ''}${token.slice(at + 1)}`;
    }
    default:
      return `mjg_${randomBytes(32).toString('base64url')}`;
  }
}

/** Reads the page of the guest again and again, from the address of the first stranger. */
function serveGuest(server: Server, token: string): { end(): Promise<{ times: number[]; failures: number }> } {
  const agent = addressOf(0);
  const times: number[] = [];
  let failures = 0;
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const from = performance.now();
      const { status } = await read(server, token, agent);
      if (status !== 200) failures += 1;
      times.push(performance.now() - from);
      // A token has 120 reads in a minute.
      await sleep(600);
    }
  })();
  return {
    async end() {
      isOver = true;
      await running;
      agent.destroy();
      return { times, failures };
    },
  };
}

function addressOf(sender: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.1.${sender + 1}` });
}

function read(server: Server, token: string, agent: Agent): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    request(`${server.url}${PAGE}`, { agent, headers: { authorization: `Bearer ${token}` } }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0 }));
      reply.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

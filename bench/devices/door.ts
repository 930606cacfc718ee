import type { Command } from '@munjigi/contract';
import { makeRig } from './door-rig.ts';
import { connectBare, inTurns } from '../support/in-turns.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Measures what the server adds to a lock's own time: POST /door/open and /door/lock compared with the bare MQTT round
 * trip of the same lock, alternating in one run. The lock takes 50 ms to move. Promised: at the median at most 4 ms
 * more, at p99 at most 15 ms more.
 */

const TURNS = Number(process.env['BENCH_TURNS'] ?? 300);
const WARM_UP = 40;
const PROMISED_MS = { p50: 4, p99: 15 };
const PAUSE_MS = 60;

const rig = await makeRig();
try {
  const server = await rig.startServer();
  const { doorId, lock } = await rig.makeDoor(server, { name: 'front', moveMs: 50 });
  const bare = await connectBare(rig.broker.url, lock.topics.state);
  const connection = await rig.connect(server);

  const overServer = async (verb: 'open' | 'lock'): Promise<number> => {
    const from = performance.now();
    const command = await connection.call<Command>('POST', `/door/${verb}`, { doorId });
    const ms = performance.now() - from;
    if (command.status !== 'EXECUTED') throw new Error(`The door did not ${verb}: ${JSON.stringify(command)}`);
    return ms;
  };

  const times = await inTurns({
    turns: TURNS,
    warmUp: WARM_UP,
    pauseMs: PAUSE_MS,
    bare: (isOn) =>
      bare.order({
        topic: lock.topics.command,
        payload: isOn ? 'UNLOCK' : 'LOCK',
        isDone: (state) => state === (isOn ? 'UNLOCKED' : 'LOCKED'),
      }),
    server: (isOn) => overServer(isOn ? 'open' : 'lock'),
  });
  await bare.end();
  connection.close();

  const rows = { 'bare MQTT': times.bare, 'through the server': times.server };
  for (const [name, list] of Object.entries(rows)) {
    console.log(
      `${name.padEnd(20)} p50 ${percentileOf(list, 0.5).toFixed(1)} ms   p99 ${percentileOf(list, 0.99).toFixed(1)} ms   n ${list.length}`,
    );
  }
  const addedAt = (share: number) => percentileOf(times.server, share) - percentileOf(times.bare, share);
  const added = { p50: addedAt(0.5), p99: addedAt(0.99) };
  console.log(
    `the server adds      p50 ${added.p50.toFixed(1)} ms (promised: at most ${PROMISED_MS.p50})   p99 ${added.p99.toFixed(1)} ms (at most ${PROMISED_MS.p99})`,
  );
  if (added.p50 > PROMISED_MS.p50 || added.p99 > PROMISED_MS.p99) process.exitCode = 1;
} finally {
  await rig.stop();
}

import type { Command } from '@munjigi/contract';
import { makeRig } from './door-rig.ts';
import { connectBare, inTurns } from './in-turns.ts';
import { percentileOf } from './percentile.ts';

/**
 * Measures what the server adds to a lock's own time: POST /door/open and /door/lock compared with the bare MQTT round
 * trip of the same lock, alternating in one run. The lock takes 50 ms to move. Promised: at the median at most 5 ms
 * more.
 */

const TURNS = Number(process.env['BENCH_TURNS'] ?? 300);
const WARM_UP = 40;
const PROMISED_MS = 5;
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
  const more = percentileOf(times.server, 0.5) - percentileOf(times.bare, 0.5);
  console.log(
    `the server adds      p50 ${more.toFixed(1)} ms (promised: at most ${PROMISED_MS})   p99 ${(percentileOf(times.server, 0.99) - percentileOf(times.bare, 0.99)).toFixed(1)} ms`,
  );
  if (more > PROMISED_MS) process.exitCode = 1;
} finally {
  await rig.stop();
}

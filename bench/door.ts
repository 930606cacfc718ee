import mqtt from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@munjigi/contract';
import { makeRig } from './door-rig.ts';

/**
 * What the server adds to a lock's own time: POST /door/open and /door/lock beside the bare MQTT round trip of the same lock,
 * in turns, in one run. The lock takes 50 ms to move. Promised: at the median at most 5 ms more.
 */

const TURNS = Number(process.env['BENCH_TURNS'] ?? 300);
const WARM_UP = 40;
const PROMISED_MS = 5;
/** Between two of them, so that each is one person's click and not a load test. */
const PAUSE_MS = 60;

const rig = await makeRig();
try {
  const server = await rig.startServer();
  const { doorId, lock } = await rig.makeDoor(server, { name: 'front', moveMs: 50 });
  const bare = await mqtt.connectAsync(rig.broker.url);
  (bare.stream as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true);
  await bare.subscribeAsync(lock.topics.state);

  const overMqtt = async (payload: string, wanted: string): Promise<number> => {
    const from = performance.now();
    const done = new Promise<number>((resolve) => {
      bare.on('message', function hear(_topic, state) {
        if (state.toString() !== wanted) return;
        bare.off('message', hear);
        resolve(performance.now() - from);
      });
    });
    bare.publish(lock.topics.command, payload, { qos: 0 });
    return done;
  };
  const overServer = async (verb: 'open' | 'lock'): Promise<number> => {
    const from = performance.now();
    const command = await rig.call<Command>(server, 'POST', `/door/${verb}`, { doorId });
    const ms = performance.now() - from;
    if (command.status !== 'EXECUTED') throw new Error(`The door did not ${verb}: ${JSON.stringify(command)}`);
    return ms;
  };

  const times = { bare: [] as number[], server: [] as number[] };
  for (let turn = 0; turn < TURNS + WARM_UP; turn += 1) {
    // Each opens as often as it locks, and each is first as often as second.
    const first = turn % 2 === 0 ? await overMqtt('UNLOCK', 'UNLOCKED') : await overServer('open');
    await sleep(PAUSE_MS);
    const second = turn % 2 === 0 ? await overServer('lock') : await overMqtt('LOCK', 'LOCKED');
    await sleep(PAUSE_MS);
    if (turn < WARM_UP) continue;
    times.bare.push(turn % 2 === 0 ? first : second);
    times.server.push(turn % 2 === 0 ? second : first);
  }
  await bare.endAsync();

  const at = (list: number[], share: number) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
  const rows = { 'bare MQTT': times.bare, 'through the server': times.server };
  for (const [name, list] of Object.entries(rows)) {
    console.log(`${name.padEnd(20)} p50 ${at(list, 0.5).toFixed(1)} ms   p99 ${at(list, 0.99).toFixed(1)} ms   n ${list.length}`);
  }
  const more = at(times.server, 0.5) - at(times.bare, 0.5);
  console.log(`the server adds      p50 ${more.toFixed(1)} ms (promised: at most ${PROMISED_MS})   p99 ${(at(times.server, 0.99) - at(times.bare, 0.99)).toFixed(1)} ms`);
  if (more > PROMISED_MS) process.exitCode = 1;
} finally {
  await rig.stop();
}

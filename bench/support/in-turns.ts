import mqtt from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';

/** The same command sent straight to the device and through the server, with the time of each in ms. */

export interface InTurns {
  readonly turns: number;
  readonly warmUp: number;
  /** The pause between two commands, so that each is one person's click and not a load test. */
  readonly pauseMs: number;
  readonly bare: (isOn: boolean) => Promise<number>;
  readonly server: (isOn: boolean) => Promise<number>;
}

/** Sends commands alternately: each way turns on as often as off, and is first as often as second. */
export async function inTurns({
  turns,
  warmUp,
  pauseMs,
  bare,
  server,
}: InTurns): Promise<{ bare: number[]; server: number[] }> {
  const times = { bare: [] as number[], server: [] as number[] };
  for (let turn = 0; turn < turns + warmUp; turn += 1) {
    const isBareFirst = turn % 2 === 0;
    const first = await (isBareFirst ? bare(true) : server(true));
    await sleep(pauseMs);
    const second = await (isBareFirst ? server(false) : bare(false));
    await sleep(pauseMs);
    if (turn < warmUp) continue;
    times.bare.push(isBareFirst ? first : second);
    times.server.push(isBareFirst ? second : first);
  }
  return times;
}

export interface BareOrder {
  readonly topic: string;
  readonly payload: string;
  /** Whether a payload reports that the device has executed the command. */
  readonly isDone: (payload: string) => boolean;
}

/** Sends commands over MQTT alone, whose answers arrive on one topic. */
export async function connectBare(url: string, answersOn: string) {
  const client = await mqtt.connectAsync(url);
  (client.stream as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true);
  await client.subscribeAsync(answersOn);
  return {
    /** The time from sending to the answer, in ms. */
    order({ topic, payload, isDone }: BareOrder): Promise<number> {
      const from = performance.now();
      const done = new Promise<number>((resolve) => {
        client.on('message', function onMessage(_topic, answer) {
          if (!isDone(answer.toString())) return;
          client.off('message', onMessage);
          resolve(performance.now() - from);
        });
      });
      client.publish(topic, payload, { qos: 0 });
      return done;
    },
    end: () => client.endAsync(),
  };
}

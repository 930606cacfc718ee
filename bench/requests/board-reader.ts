import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Reads the board of staff in a separate process, so that the load of the parent does not delay its clock. Receives
 * `BoardReading` for each phase, and sends the milliseconds of its requests back.
 */
export interface BoardReading {
  readonly url: string;
  readonly token: string;
  readonly ms: number;
  readonly pauseMs: number;
}

async function readBoard({ url, token, ms, pauseMs }: BoardReading): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const from = performance.now();
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`The board answered ${reply.status}`);
    times.push(performance.now() - from);
    await sleep(pauseMs);
  }
  return times;
}

process.on('message', (reading: BoardReading) => {
  void readBoard(reading).then((times) => process.send?.(times));
});

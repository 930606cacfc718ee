import { Readable } from 'node:stream';
import type { Aedes } from 'aedes';

/** What was said later must be heard later: the two places where Aedes does not keep to that. */

type Done = (...answer: unknown[]) => void;

/** What of Aedes its types do not tell. */
interface Inner {
  publish(packet: unknown, client: unknown, done: Done): void;
  readonly mq: { emit(packet: unknown, done?: Done): unknown };
  readonly persistence: {
    storeRetained(packet: Retained): Promise<void>;
    createRetainedStreamCombi(filters: readonly string[]): AsyncIterable<Retained>;
  };
}

interface Retained {
  readonly cmd: string;
  readonly topic: string;
  readonly qos: number;
  readonly payload: Buffer;
}

/**
 * Aedes numbers a message, waits for its memory where the message is retained or of QoS 1, and only then gives it out. Another
 * overtakes it meanwhile, whoever sent that, and of a lower number than the last it gives nothing out: a lock's `LOCKED` gets lost
 * because another device spoke at the same moment. So a message begins when the one before it has been given out.
 */
export function giveOutInTurn(broker: Aedes): void {
  const inner = broker as unknown as Inner;
  const publish = inner.publish.bind(inner);
  const emit = inner.mq.emit.bind(inner.mq);
  const waiting: ((turn: object) => void)[] = [];
  let current: object | null = null;
  let isRunning = false;

  function run(): void {
    if (isRunning) return;
    isRunning = true;
    while (current === null) {
      const begin = waiting.shift();
      if (!begin) break;
      begin((current = {}));
    }
    isRunning = false;
  }
  function endTurn(turn: object | null): void {
    if (turn === null || current !== turn) return;
    current = null;
    run();
  }

  inner.mq.emit = (packet, done) => {
    const turn = current;
    const answer = emit(packet, done);
    endTurn(turn);
    return answer;
  };
  inner.publish = (packet, ...rest) => {
    const [client, done] = typeof rest[0] === 'function' ? [null, rest[0] as Done] : rest;
    waiting.push((turn) =>
      publish(packet, client ?? null, (...answer) => {
        endTurn(turn); // one that failed before it was given out
        done?.(...answer);
      }),
    );
    run();
  };
}

/**
 * To a new subscription Aedes gives out one retained message after the other, each in a turn of its own, and reads ahead: what a device
 * says meanwhile comes first, and then what it said before. A lock would be open for us from then on, and say nothing of being locked
 * twice. So a retained message is what its topic holds when it is given out.
 */
export function keepRetainedNew(broker: Aedes): void {
  const { persistence } = broker as unknown as Inner;
  const store = persistence.storeRetained.bind(persistence);
  const read = persistence.createRetainedStreamCombi.bind(persistence);
  const kept = new Map<string, Pick<Retained, 'qos' | 'payload'>>();

  persistence.storeRetained = (packet) => {
    if (packet.payload.length > 0) kept.set(packet.topic, { qos: packet.qos, payload: packet.payload });
    else kept.delete(packet.topic);
    return store(packet);
  };
  persistence.createRetainedStreamCombi = (filters) => Readable.from(asItIsThen(read(filters)));

  async function* asItIsThen(packets: AsyncIterable<Retained>): AsyncGenerator<Retained> {
    for await (const { cmd, topic, qos } of packets) {
      yield {
        cmd,
        topic,
        get qos() {
          return kept.get(topic)?.qos ?? qos;
        },
        /** Empty: it has been taken back, as whoever is subscribed is told then. */
        get payload() {
          return kept.get(topic)?.payload ?? Buffer.alloc(0);
        },
      };
    }
  }
}

import { Readable } from 'node:stream';
import type { Aedes } from 'aedes';

/** Keeps messages in the order in which they were published, by fixing the two places where Aedes reorders them. */

type Done = (...answer: unknown[]) => void;

/** The parts of Aedes that its types do not declare. */
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
 * Aedes numbers a message, waits for its persistence if it is retained or of QoS 1, and only then delivers it. Another
 * message, from any client, can overtake it meanwhile, and Aedes drops a message with a lower number than the last
 * delivered one: a lock's `LOCKED` is lost because another device published at the same moment. Therefore a publish
 * starts after the previous one has been delivered.
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
        endTurn(turn); // The message failed before it was delivered.
        done?.(...answer);
      }),
    );
    run();
  };
}

/**
 * To a new subscription Aedes delivers the retained messages one by one, each in a separate turn of the event loop, and
 * reads ahead: a device's new message arrives first, and its old one after that. The server would then treat a lock as
 * open that never reports its locking a second time. Therefore a retained message gets the payload that its topic holds
 * at the time of delivery.
 */
export function keepRetainedNew(broker: Aedes): void {
  const { persistence } = broker as unknown as Inner;
  const store = persistence.storeRetained.bind(persistence);
  const read = persistence.createRetainedStreamCombi.bind(persistence);
  const retained = new Map<string, Pick<Retained, 'qos' | 'payload'>>();

  persistence.storeRetained = (packet) => {
    if (packet.payload.length > 0) retained.set(packet.topic, { qos: packet.qos, payload: packet.payload });
    else retained.delete(packet.topic);
    return store(packet);
  };
  persistence.createRetainedStreamCombi = (filters) => Readable.from(asItIsThen(read(filters)));

  async function* asItIsThen(packets: AsyncIterable<Retained>): AsyncGenerator<Retained> {
    for await (const { cmd, topic, qos } of packets) {
      yield {
        cmd,
        topic,
        get qos() {
          return retained.get(topic)?.qos ?? qos;
        },
        /** Empty: the retained message was cleared, which is also what subscribers then receive. */
        get payload() {
          return retained.get(topic)?.payload ?? Buffer.alloc(0);
        },
      };
    }
  }
}

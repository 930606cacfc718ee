import { isDeepStrictEqual } from 'node:util';
import { until } from '../until.ts';

export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface EventStream {
  readonly status: number;
  readonly events: readonly ReceivedEvent[];
  isOver(): boolean;
  /**
   * Waits for the first event of the name, with this data if it is given: a stream also gets events that were committed
   * before it began and that its process has read since.
   */
  first(event: string, data?: object): Promise<ReceivedEvent>;
  close(): void;
}

/** Listens to the event stream of a product as a browser does. */
export async function listenToEvents(
  url: string,
  slug: string,
  token: string,
  lastEventId?: string,
): Promise<EventStream> {
  const stop = new AbortController();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const response = await fetch(`${url}/api/v2/${slug}/events`, { headers, signal: stop.signal });
  const events: ReceivedEvent[] = [];
  let isOver = false;
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const field = (name: string) =>
          frame
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2);
        const event = field('event');
        if (event !== undefined)
          events.push({ id: field('id') ?? '', event, data: JSON.parse(field('data') ?? 'null') });
      }
    }
  };
  read().then(
    () => (isOver = true),
    (error: unknown) => {
      isOver = true;
      if (!stop.signal.aborted) throw error;
    },
  );
  return {
    status: response.status,
    events,
    isOver: () => isOver,
    first: (event, data) =>
      until(`the event ${event}`, () =>
        events.find(
          (received) => received.event === event && (data === undefined || isDeepStrictEqual(received.data, data)),
        ),
      ),
    close: () => stop.abort(),
  };
}

import { afterEach, describe, expect, it, vi } from 'vitest';
import { backOffMs, openEventStream } from './event-stream.ts';

let close: () => void = () => undefined;
afterEach(() => {
  close();
  vi.useRealTimers();
});

/** Replaces the server: each connection, in order, gets its text or status and ends after the text. */
function serve(...connections: readonly (string | number)[]) {
  const headers: Headers[] = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    headers.push(new Headers(init.headers));
    const says = connections[headers.length - 1];
    if (typeof says === 'number') return Promise.resolve(new Response(null, { status: says }));
    if (says === undefined) return new Promise<Response>(() => undefined);
    // Sends the text byte by byte, because a network may cut a frame anywhere, even inside a Korean letter.
    const bytes = new TextEncoder().encode(says);
    return Promise.resolve(
      new Response(
        new ReadableStream({
          start(controller) {
            for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
            controller.close();
          },
        }),
      ),
    );
  });
  return headers;
}

function listen(startAfter = '', prepare: () => Promise<void> = () => Promise.resolve()) {
  const received: string[] = [];
  close = openEventStream({
    url: '/api/v2/playroom/events',
    token: () => 'secret',
    startAfter,
    prepare,
    onEvent: (name, data) => received.push(`${name} ${JSON.stringify(data)}`),
    onFresh: () => received.push('fresh'),
    onReset: () => received.push('reset'),
    onEnd: () => received.push('end'),
    onState: (state) => received.push(state),
  });
  return received;
}

describe('the event stream', () => {
  it('opens no connection before its preparation has succeeded, and is offline while that fails', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const headers = serve('id: 5.0\nevent: ready\ndata: {}\n\n');
    let failures = 2;
    const received = listen('5.0', () => (failures-- > 0 ? Promise.reject(new Error('No file')) : Promise.resolve()));
    await vi.advanceTimersByTimeAsync(0);
    expect(headers).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(received.slice(0, 4)).toEqual(['connecting', 'connecting', 'offline', 'live']);
  });

  it('begins after the given position and reads nothing twice', async () => {
    vi.useFakeTimers();
    const headers = serve('id: 5.0\nevent: ready\ndata: {}\n\nid: 7.1\nevent: door.changed\ndata: {"name":"앞문"}\n\n');
    const received = listen('5.0');
    await vi.advanceTimersByTimeAsync(100);
    expect(received.slice(0, 3)).toEqual(['connecting', 'live', 'door.changed {"name":"앞문"}']);
    expect(headers[0]?.get('last-event-id')).toBe('5.0');
  });

  it('passes events on, then resumes from the last one with the token in a header (AP-6, AU-3)', async () => {
    vi.useFakeTimers();
    const headers = serve(
      'id: 5.0\nevent: ready\ndata: {}\n\nid: 7.1\nevent: door.changed\ndata: {"name":"앞문"}\n\n',
      'id: 7.1\nevent: ready\ndata: {}\n\n',
    );
    const received = listen();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(received.slice(0, 4)).toEqual(['connecting', 'live', 'fresh', 'door.changed {"name":"앞문"}']);
    expect(headers[0]?.get('authorization')).toBe('Bearer secret');
    expect(headers[0]?.has('last-event-id')).toBe(false);
    expect(headers[1]?.get('last-event-id')).toBe('7.1');
    expect(received.filter((it) => it === 'fresh')).toHaveLength(1);
  });

  it('reports when everything must be read again and when the session has ended', async () => {
    vi.useFakeTimers();
    serve('event: reset\ndata: {}\n\nevent: end\ndata: {}\n\n', 401);
    const received = listen();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(received.filter((it) => it === 'reset')).toHaveLength(1);
    expect(received.filter((it) => it === 'end')).toHaveLength(2);
  });

  it('is offline after more than one failed try, and reconnects at once with the network', async () => {
    vi.useFakeTimers();
    const headers = serve(503, 503, 503, 'event: ready\ndata: {}\n\n');
    const received = listen();
    await vi.advanceTimersByTimeAsync(3_100);
    expect(received).toEqual(['connecting', 'connecting', 'offline']);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(10);
    expect(headers).toHaveLength(4);
    expect(received).toContain('live');
  });

  it('waits between half a second and 15 seconds, longer each time', () => {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      expect(backOffMs(attempt, () => 0)).toBeGreaterThanOrEqual(500);
      expect(backOffMs(attempt, () => 1)).toBeLessThanOrEqual(15_000);
    }
    expect(backOffMs(0, () => 0)).toBe(500);
    expect(backOffMs(3, () => 0)).toBeGreaterThan(backOffMs(1, () => 0));
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startTestServer } from '../testing/index.ts';

// Node.js itself would end such a connection only after 20 to 60 s.
it(
  'the server closes without waiting for a connection that a browser opened and has not used',
  { timeout: 15_000 },
  async () => {
    const server = await startTestServer();
    const { hostname, port } = new URL(server.url);
    const unused = connect({ host: hostname, port: Number(port) });
    await once(unused, 'connect');
    // When the server answers this request, it has accepted the earlier connection.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const ended = once(unused, 'close');
    await server.close();
    await ended;
  },
);

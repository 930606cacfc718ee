import { createServer } from 'node:http';

/**
 * The baseline: a bare `node:http` server that sends the bytes it was given. Reports its port to the parent process.
 */
process.once('message', ({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

/** An S3 service on the loopback. */
export interface S3Server {
  readonly endpoint: string;
  close(): Promise<void>;
}

export const BUCKET = 'backups-of-munjigi';

/** The keys of s3rver. It does not verify signatures of version 4. */
export const S3_KEYS = { accessKey: 'S3RVER', secretKey: 'S3RVER' } as const;

/** The npm package s3rver, which keeps the objects of one bucket in a temporary folder. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(path.join(tmpdir(), 'munjigi-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** An answer of the odd service: an error as S3 writes it, or a cut connection. */
export type OddAnswer = 'cut' | { readonly status: number; readonly code: string } | { readonly body: string };

/** A service before `endpoint` that answers what `answerOf` returns, and passes on every request for which it returns `null`. */
export async function startOddS3Server(
  endpoint: string,
  answerOf: (request: IncomingMessage) => OddAnswer | null,
): Promise<S3Server> {
  const target = new URL(endpoint);
  const server = createServer((request, reply) => {
    const answer = answerOf(request);
    if (answer === 'cut') {
      request.once('data', () => request.socket.destroy());
      if (request.method === 'GET') request.socket.destroy();
      return;
    }
    if (answer !== null && 'body' in answer) {
      request.resume();
      reply.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${answer.body}`);
      return;
    }
    if (answer !== null) {
      request.resume();
      reply.writeHead(answer.status, { 'content-type': 'text/xml;charset=utf-8' });
      reply.end(`<?xml version="1.0"?><Error><Code>${answer.code}</Code><Message>Refused</Message></Error>`);
      return;
    }
    void passOn(request, target).then(async (passed) => {
      reply.writeHead(passed.status, Object.fromEntries(passed.headers));
      reply.end(Buffer.from(await passed.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** With the host of the client, which the signature covers. */
async function passOn(request: IncomingMessage, target: URL): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { request: send } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = send(
      { host: target.hostname, port: target.port, method: request.method, path: request.url, headers: request.headers },
      (reply) => {
        const body: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => body.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => {
          const headers = Object.entries(reply.headers).flatMap(([name, value]) =>
            value === undefined || name === 'transfer-encoding' ? [] : [[name, String(value)] as [string, string]],
          );
          const status = reply.statusCode ?? 500;
          resolve(new Response(status === 204 ? null : Buffer.concat(body), { status, headers }));
        });
      },
    );
    sent.on('error', reject);
    sent.end(Buffer.concat(chunks));
  });
}

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

/** A message that a browser received, decrypted as the browser does it. */
export interface Pushed {
  readonly headers: IncomingHttpHeaders;
  readonly said: {
    readonly title: string;
    readonly body: string;
    readonly lang: string;
    readonly kind: string;
    readonly open: string;
  };
  /** Claims of the token that identifies the sender; its signature is verified. */
  readonly claims: { readonly aud?: unknown; readonly exp?: number; readonly sub?: string };
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeBrowser {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly pushed: readonly Pushed[];
  /** The number of requests, regardless of the answer. */
  readonly requestCount: () => number;
  /** The answer to requests from now on; 201 at first. */
  answer: Answer | 'nothing';
}

export interface FakePushService {
  readonly url: string;
  subscribe(publicKey: string): FakeBrowser;
  close(): Promise<void>;
}

/**
 * A push service on this machine (RFC 8030) with its browsers: it accepts only requests signed as in RFC 8292, and they
 * only messages encrypted as in RFC 8291.
 */
export async function startPushService(now: () => Date = () => new Date()): Promise<FakePushService> {
  const browsers = new Map<
    string,
    { knock(headers: IncomingHttpHeaders, body: Buffer): Promise<Answer | 'nothing'> }
  >();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '');
      const answered = browser?.knock(request.headers, Buffer.concat(chunks)) ?? Promise.resolve({ status: 404 });
      answered.then(
        (answer) =>
          answer === 'nothing'
            ? undefined
            : response.writeHead(answer.status, 'headers' in answer ? answer.headers : {}).end(),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    subscribe(publicKey) {
      const path = `/push/${randomBytes(16).toString('hex')}`;
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys();
      const auth = randomBytes(16);
      const pushed: Pushed[] = [];
      let requestCount = 0;
      const browser: FakeBrowser = {
        subscription: {
          endpoint: url + path,
          keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
        },
        pushed,
        requestCount: () => requestCount,
        answer: { status: 201 },
      };
      browsers.set(path, {
        async knock(headers, body) {
          // The answer configured when the request arrives, not when it has been verified.
          const { answer } = browser;
          requestCount += 1;
          const claims = await verified(String(headers['authorization']), publicKey, url, now());
          if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not sealed as RFC 8291 says');
          if (answer === 'nothing' || answer.status !== 201) return answer;
          pushed.push({
            headers,
            claims,
            said: JSON.parse(
              opened(body, { auth, p256dh, secretWith: (theirs) => ecdh.computeSecret(theirs) }),
            ) as Pushed['said'],
          });
          return answer;
        },
      });
      return browser;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function verified(
  authorization: string,
  publicKey: string,
  audience: string,
  at: Date,
): Promise<Pushed['claims']> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('signed with another key than the browser was subscribed with');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    audience,
    algorithms: ['ES256'],
    currentDate: at,
  });
  const seconds = (payload.exp ?? Infinity) - at.getTime() / 1000;
  if (seconds <= 0 || seconds > 24 * 3600) throw new Error('RFC 8292 allows a day');
  return payload;
}

/** RFC 8291, 3.4, and RFC 8188, 2: one record. */
function opened(
  body: Buffer,
  {
    auth,
    p256dh,
    secretWith,
  }: { readonly auth: Buffer; readonly p256dh: Buffer; readonly secretWith: (theirs: Buffer) => Buffer },
): string {
  const salt = body.subarray(0, 16);
  const theirs = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + theirs.length);
  const derive = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const input = derive(secretWith(theirs), auth, Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, theirs]), 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(input, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(input, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

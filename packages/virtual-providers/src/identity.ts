import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The person of a verified check. Absent members are those that a channel does not give. */
export interface VerifiedPerson {
  readonly name?: string;
  readonly birthDate?: string;
  readonly phoneNumber?: string;
  readonly gender?: 'MALE' | 'FEMALE';
  readonly isForeigner?: boolean;
  readonly ci?: string;
}

/** What became of a check at the provider. */
export interface IdentityResult {
  readonly status: 'READY' | 'VERIFIED' | 'FAILED';
  readonly person?: VerifiedPerson;
  /** The default is a live channel; `null`: the answer names none. */
  readonly channelType?: 'LIVE' | 'TEST' | null;
  /** The id that the answer names, in place of the one that was looked up. */
  readonly otherId?: string;
}

export interface VirtualIdentity {
  readonly url: string;
  /** Sets what the provider knows of a check. */
  decide(verificationId: string, result: IdentityResult): void;
  /** The faults of the next lookups, in order; `null`: none. `lost`: no answer. */
  readonly nextFaults: ('lost' | 'error' | 'unauthorized' | 'page' | null)[];
  /** Delay of every lookup in milliseconds. */
  delayMs: number;
  lookups: number;
  close(): Promise<void>;
}

interface IdentityOptions {
  readonly apiSecret: string;
  readonly port?: number;
}

/** A virtual PortOne for identity checks: the lookup of REST API V2, and a page in place of the provider's window. */
export async function startVirtualIdentity({ apiSecret, port = 0 }: IdentityOptions): Promise<VirtualIdentity> {
  const results = new Map<string, IdentityResult>();
  const identity: Omit<VirtualIdentity, 'url'> = {
    decide: (verificationId, result) => void results.set(verificationId, result),
    nextFaults: [],
    delayMs: 0,
    lookups: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => send(response, 500, { message: String(error) }));
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/identity') return servePage(identity, { request, response, url });
    identity.lookups += 1;
    if (identity.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, identity.delayMs));
    const fault = identity.nextFaults.shift() ?? null;
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'error') return send(response, 500, { type: 'INTERNAL', message: 'on purpose' });
    if (fault === 'page') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>');
    if (fault === 'unauthorized' || request.headers.authorization !== `PortOne ${apiSecret}`)
      return send(response, 401, { type: 'UNAUTHORIZED', message: 'This key is not known' });
    const [, id = ''] = /^\/identity-verifications\/([^/]+)$/.exec(url.pathname) ?? [];
    const result = results.get(decodeURIComponent(id));
    if (!result) return send(response, 404, { type: 'IDENTITY_VERIFICATION_NOT_FOUND', message: 'There is none' });
    return send(response, 200, toAnswer(decodeURIComponent(id), result));
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(identity, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const AT = '2026-11-30T06:00:00Z';

function toAnswer(id: string, { status, person = {}, channelType = 'LIVE', otherId }: IdentityResult): object {
  return {
    status,
    id: otherId ?? id,
    ...(channelType !== null && {
      channel: {
        type: channelType,
        id: 'channel-id',
        key: 'channel-key',
        name: '본인인증',
        pgProvider: 'INICIS_UNIFIED',
      },
    }),
    ...(status === 'VERIFIED'
      ? { verifiedCustomer: person, verifiedAt: AT, pgTxId: 'tx-1', pgRawResponse: JSON.stringify(person) }
      : { requestedCustomer: {} }),
    ...(status === 'FAILED' && { failure: { reason: '사용자 취소', pgCode: '9999', pgMessage: '취소' } }),
    requestedAt: AT,
    updatedAt: AT,
    statusChangedAt: AT,
    version: 'V2',
  };
}

interface PageRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

/** Serves the page on which a guest says who they are, and returns them if the address names a page to return to. */
async function servePage(
  { decide }: Pick<VirtualIdentity, 'decide'>,
  { request, response, url }: PageRequest,
): Promise<void> {
  const verificationId = url.searchParams.get('verificationId') ?? '';
  if (request.method !== 'POST') return sendPage(response, formOf(url.search));
  const form = new URLSearchParams(await readText(request));
  const isVerified = form.get('choice') === 'verify';
  decide(
    verificationId,
    isVerified
      ? {
          status: 'VERIFIED',
          person: {
            name: '홍길동',
            birthDate: form.get('birthDate') ?? '',
            phoneNumber: (form.get('phone') ?? '').replace(/\D/g, ''),
            isForeigner: false,
          },
        }
      : { status: 'FAILED' },
  );
  const target = url.searchParams.get('redirectUrl') ?? '';
  if (!/^https?:/.test(target) || !URL.canParse(target)) return sendPage(response, DONE);
  const back = new URL(target);
  back.searchParams.set('identityVerificationId', verificationId);
  if (!isVerified) back.searchParams.set('code', 'FAILURE');
  response.writeHead(303, { location: back.href }).end();
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const HEAD = `<!doctype html><html lang="ko"><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
<title>가상 본인확인</title>
<style>body{font:18px/1.5 system-ui;max-width:22rem;margin:3rem auto;padding:0 1rem}button,input{font:inherit;width:100%;box-sizing:border-box;padding:.8rem;margin:.4rem 0}</style>
<h1>가상 본인확인</h1><p>실제 본인확인이 아닙니다. This is not a real identity check.</p>`;
const DONE = `${HEAD}<p>끝났습니다. 예약 화면으로 돌아가 주세요. · Done. Go back to your booking.</p></html>`;

function formOf(search: string): string {
  return `${HEAD}<form method="post" action="/identity${escapeText(search)}">
<label>휴대폰 번호 · Mobile number<input name="phone" inputmode="tel" required></label>
<label>생년월일 · Date of birth<input name="birthDate" type="date" value="1990-05-05" required></label>
<button name="choice" value="verify">확인하기 · Verify</button>
<button name="choice" value="close" formnovalidate>취소 · Cancel</button></form></html>`;
}

function sendPage(response: ServerResponse, page: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function send(response: ServerResponse, status: number, json: object): void {
  if (!response.destroyed) response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

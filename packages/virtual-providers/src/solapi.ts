import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message that a phone received. */
export interface ReceivedSms {
  readonly messageId: string;
  readonly groupId: string;
  /** `ATA` is an alimtalk. */
  readonly type: 'ATA' | 'SMS' | 'LMS';
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** The caller's id of the attempt. */
  readonly attempt: string;
  readonly receivedAt: Date;
}

/** Faults of requests that send a group. `unanswered`: it is sent, and the answer does not arrive. */
export interface SolapiFaults {
  next: ('lost' | 'unanswered' | 'error' | null)[];
  /** Delay in milliseconds of every request. */
  delayMs: number;
  /** Drops every connection. */
  isDown: boolean;
  /** The status codes of the next messages that are added, in order; `2000`: accepted. */
  codes: string[];
  /** The status code of the messages of a group that is read. */
  listedCode: string;
  /** The next requests that a proxy answers with a page in place of Solapi: their statuses, in order. */
  pages: number[];
  /** Numbers that are refused when a message is added. */
  readonly refused: Set<string>;
  /** Types that are accepted and then reported as failed. */
  readonly undeliverable: Set<ReceivedSms['type']>;
}

export interface VirtualSolapi {
  readonly url: string;
  readonly faults: SolapiFaults;
  /** All messages that were sent, oldest first. */
  readonly received: ReceivedSms[];
  /** The number of requests. */
  requests: number;
  /** The body of a delivery report, as Solapi sends it. */
  reportOf(message: ReceivedSms): object[];
  close(): Promise<void>;
}

export interface SolapiOptions {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly port?: number;
  readonly now?: () => Date;
  /** Called for each message that was sent, for example to post its delivery report. */
  readonly onSent?: (report: object[]) => void;
}

interface Group {
  readonly id: string;
  readonly messages: ReceivedSms[];
  isSent: boolean;
}

interface Book {
  readonly groups: Map<string, Group>;
  readonly faults: SolapiFaults;
  readonly now: () => Date;
  readonly deliver: (messages: readonly ReceivedSms[]) => void;
}

interface Answer {
  readonly status: number;
  readonly json: object;
}

/** A virtual Solapi with the groups of its API v4, in memory and on the loopback. */
export async function startVirtualSolapi(options: SolapiOptions): Promise<VirtualSolapi> {
  const now = options.now ?? (() => new Date());
  const faults: SolapiFaults = {
    next: [],
    delayMs: 0,
    isDown: false,
    codes: [],
    listedCode: '2000',
    pages: [],
    refused: new Set(),
    undeliverable: new Set(),
  };
  const solapi: Omit<VirtualSolapi, 'url'> = {
    faults,
    received: [],
    requests: 0,
    reportOf: (message) => [toReport(message, faults)],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const book: Book = {
    groups: new Map(),
    faults,
    now,
    deliver(messages) {
      solapi.received.push(...messages);
      for (const message of messages) options.onSent?.(solapi.reportOf(message));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    solapi.requests += 1;
    const body = await readJson(request);
    if (faults.delayMs > 0) await sleep(faults.delayMs);
    if (faults.isDown) return void request.socket.destroy();
    const page = faults.pages.shift();
    if (page !== undefined) return void response.writeHead(page, { 'content-type': 'text/html' }).end('<html></html>');
    if (!isSigned(request.headers.authorization ?? '', options)) return reply(response, refusal(401, 'Unauthorized'));
    const path = request.url ?? '';
    const fault = path.endsWith('/send') ? (faults.next.shift() ?? null) : null;
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'error') return reply(response, refusal(500, 'InternalError'));
    const result = answer(book, { method: request.method ?? '', path, body });
    if (fault === 'unanswered') return void request.socket.destroy();
    reply(response, result);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => reply(response, refusal(500, String(error))));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return Object.assign(solapi, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

function answer(book: Book, { method, path, body }: Request): Answer {
  const { groups, faults, now } = book;
  if (method === 'POST' && path === '/messages/v4/groups') {
    const group: Group = { id: `G4V${String(groups.size + 1).padStart(12, '0')}`, messages: [], isSent: false };
    groups.set(group.id, group);
    return { status: 200, json: toGroup(group) };
  }
  const [, id = '', part = ''] = /^\/messages\/v4\/groups\/([^/]+)(?:\/(messages|send))?$/.exec(path) ?? [];
  const group = groups.get(id);
  if (!group) return refusal(404, 'ResourceNotFound');
  if (method === 'GET' && part === '') return { status: 200, json: toGroup(group) };
  if (method === 'GET' && part === 'messages')
    return { status: 200, json: { messageList: toList(group, faults.listedCode) } };
  if (method === 'PUT' && part === 'messages') return addMessages(group, body, { faults, now: now() });
  if (method === 'POST' && part === 'send') return sendGroup(book, group);
  return refusal(404, 'ResourceNotFound');
}

function sendGroup(book: Book, group: Group): Answer {
  if (group.messages.length === 0) return refusal(404, 'ResourceNotFound');
  if (group.isSent) return refusal(400, 'GroupAlreadySent');
  group.isSent = true;
  book.deliver(group.messages);
  return { status: 200, json: toGroup(group) };
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : {};
}

/** Checks the signature of the documented scheme: HMAC-SHA256 of date and salt under the API secret. */
function isSigned(header: string, { apiKey, apiSecret }: SolapiOptions): boolean {
  const [, key, date, salt, signature] =
    /^HMAC-SHA256 apiKey=([^,]+), date=([^,]+), salt=([^,]{12,64}), signature=([0-9a-f]{64})$/.exec(header) ?? [];
  if (key !== apiKey || date === undefined || salt === undefined || signature === undefined) return false;
  const expected = createHmac('sha256', apiSecret).update(`${date}${salt}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

interface Adding {
  readonly faults: SolapiFaults;
  readonly now: Date;
}

function addMessages(group: Group, body: Readonly<Record<string, unknown>>, { faults, now }: Adding): Answer {
  if (group.isSent) return refusal(400, 'GroupAlreadySent');
  const messages = (body['messages'] ?? []) as readonly Readonly<Record<string, unknown>>[];
  const results = messages.map((message) => {
    const to = String(message['to']);
    const type = message['type'] as ReceivedSms['type'];
    const messageId = `M4V${group.id}${group.messages.length + 1}`;
    const entry = { messageId, to, type };
    if (!/^01\d{8,9}$/.test(to) || faults.refused.has(to))
      return { ...entry, statusCode: '1025', statusMessage: '수신번호 형식 오류' };
    const code = faults.codes.shift() ?? '2000';
    if (code !== '2000') return { ...entry, statusCode: code, statusMessage: '메시지를 접수하지 못했습니다' };
    group.messages.push({
      messageId,
      groupId: group.id,
      type,
      to,
      from: String(message['from']),
      subject: typeof message['subject'] === 'string' ? message['subject'] : '',
      text: String(message['text']),
      attempt: String((message['customFields'] as Readonly<Record<string, unknown>> | undefined)?.['attempt']),
      receivedAt: now,
    });
    return { ...entry, statusCode: '2000', statusMessage: '정상 접수(이통사로 접수 예정)' };
  });
  return { status: 200, json: { errorCount: 0, resultList: results } };
}

function toGroup(group: Group): object {
  return { groupId: group.id, status: group.isSent ? 'SENDING' : 'PENDING', count: { total: group.messages.length } };
}

function toList(group: Group, statusCode: string): object {
  return Object.fromEntries(
    group.messages.map((message) => [message.messageId, { messageId: message.messageId, statusCode }]),
  );
}

function toReport(message: ReceivedSms, faults: SolapiFaults): object {
  const isFailed = faults.undeliverable.has(message.type);
  return {
    messageId: message.messageId,
    groupId: message.groupId,
    type: message.type,
    to: message.to,
    from: message.from,
    statusCode: isFailed ? '3104' : '4000',
    statusMessage: isFailed ? '카카오톡 미사용자' : '수신완료',
    customFields: { attempt: message.attempt },
  };
}

function refusal(status: number, errorCode: string): Answer {
  return { status, json: { errorCode, errorMessage: errorCode } };
}

function reply(response: ServerResponse, { status, json }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(json));
}

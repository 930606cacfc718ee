import { createHmac, randomBytes } from 'node:crypto';
import { phoneDigits } from '@munjigi/rules';
import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import { sendGuardedRequest, type PostResult, type WebhookAddresses } from '../../webhooks/index.ts';
import type { GuestMessage, LookupOutcome, MessageDriver, SendOutcome } from './driver.ts';
import { describeCode, isOfAccount, statusCode, verdictOf } from './solapi-codes.ts';

/** The public address of Solapi (docs.solapi.com). */
export const SOLAPI_ADDRESS = 'https://api.solapi.com';

interface SolapiOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly addresses: WebhookAddresses;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

const group = z.object({ groupId: z.string().min(1).max(100), status: z.string().nullish().catch(null) });
const messageId = z.string().max(100).nullish().catch(null);
const words = z.string().nullish().catch(null);
const added = z.object({
  resultList: z.array(z.object({ messageId, statusCode, statusMessage: words })).min(1),
});
const listed = z.object({
  messageList: z.record(
    z.string().max(100),
    z.object({ statusCode: statusCode.nullish().catch(null), reason: words }).catch({ statusCode: null, reason: null }),
  ),
});

/** A group in these states sends nothing: it was not sent, ended without a message, or was deleted in the console. */
const UNSENT_GROUPS: ReadonlySet<string> = new Set(['PENDING', 'FAILED', 'DELETED']);

/**
 * Solapi, API v4. Its requests take no idempotency key, so each message is a group of one (decision 067): the group is
 * created and its id stored, the message is added, and only then the group is sent. A group is sent once, so a crash at
 * any point is resolved by reading the group.
 */
export function solapiDriver(options: SolapiOptions): MessageDriver {
  const request = (method: 'GET' | 'POST' | 'PUT', path: string, json?: object) =>
    sendGuardedRequest(
      options.addresses,
      {
        method,
        url: `${options.baseUrl}${path}`,
        headers: {
          authorization: authorizationOf(options),
          ...(json && { 'content-type': 'application/json' }),
        },
        body: json ? Buffer.from(JSON.stringify(json)) : Buffer.alloc(0),
      },
      options.timeoutMs,
    );
  return {
    async send(message, keepReference) {
      const created = await request('POST', '/messages/v4/groups', { customFields: { attempt: message.id } });
      const groupId = parseBody(created, group)?.groupId;
      if (!isOk(created) || groupId === undefined) return { kind: 'UNREACHABLE', error: describeFault(created) };
      await keepReference(groupId);
      const path = `/messages/v4/groups/${encodeURIComponent(groupId)}`;
      const adding = await request('PUT', `${path}/messages`, { messages: [toSolapi(message)] });
      const result = parseBody(adding, added)?.resultList[0];
      if (!isOk(adding) || !result) return notAdded(adding);
      const refused = outcomeOfCode(result.statusCode, result.statusMessage);
      return refused ?? outcomeOfSending(await request('POST', `${path}/send`), result.messageId ?? null);
    },
    async lookUp(reference) {
      const path = `/messages/v4/groups/${encodeURIComponent(reference)}`;
      const found = await request('GET', path);
      // The page of a proxy says nothing about the group: the guest could get the message twice.
      if (found.status === 404 && parseBody(found, refusal)) return { kind: 'NOT_SENT' };
      const state = parseBody(found, group)?.status;
      if (!isOk(found) || !state) return { kind: 'UNREACHABLE', error: describeFault(found) };
      if (UNSENT_GROUPS.has(state)) return { kind: 'NOT_SENT' };
      return outcomeOfList(await request('GET', `${path}/messages`));
    },
  };
}

/** HMAC-SHA256 of the date and a salt under the API secret (docs.solapi.com, authentication). */
function authorizationOf({ apiKey, apiSecret, clock }: SolapiOptions): string {
  const date = clock.now().toISOString();
  const salt = randomBytes(16).toString('hex');
  const signature = createHmac('sha256', apiSecret).update(`${date}${salt}`).digest('hex');
  return `HMAC-SHA256 apiKey=${apiKey}, date=${date}, salt=${salt}, signature=${signature}`;
}

function toSolapi({ id, channel, to, from, subject, body, alimtalk }: GuestMessage): object {
  return {
    to: phoneDigits(to),
    from: phoneDigits(from),
    text: body,
    customFields: { attempt: id },
    autoTypeDetect: false,
    ...(channel === 'ALIMTALK' && alimtalk
      ? {
          type: 'ATA',
          // The server falls back to SMS itself, after the report, so that each channel is a separate attempt.
          kakaoOptions: { pfId: alimtalk.channelId, templateId: alimtalk.templateCode, disableSms: true },
        }
      : { type: channel, ...(channel === 'LMS' && { subject: subject.slice(0, 40) }) }),
  };
}

/** The outcome of a message that was not added, or that failed after its group was sent. `null`: it is on its way. */
function outcomeOfCode(code: string, statusWords: string | null | undefined): SendOutcome | null {
  const verdict = verdictOf(code);
  const error = describeCode(code, statusWords);
  if (verdict === 'LATER') return { kind: 'UNREACHABLE', error };
  return verdict === 'FAILED' ? { kind: 'REFUSED', error, isOfAccount: isOfAccount(code) } : null;
}

/** The group is not sent, so nothing can arrive. A fault of the message is final, every other one passes. */
function notAdded(result: PostResult): SendOutcome {
  const isFaultOfMessage = result.status === 400 && parseBody(result, refusal) !== null;
  return { kind: isFaultOfMessage ? 'REFUSED' : 'UNREACHABLE', error: describeFault(result) };
}

function outcomeOfSending(result: PostResult, providerMessageId: string | null): SendOutcome {
  if (isOk(result)) return { kind: 'ACCEPTED', providerMessageId, cost: null };
  // A refusal of the whole request (no balance, another key) sends nothing; of the rest only the group knows.
  const isRefused =
    result.status !== null &&
    result.status >= 400 &&
    result.status < 500 &&
    result.status !== 408 &&
    parseBody(result, refusal) !== null;
  return { kind: isRefused ? 'UNREACHABLE' : 'UNKNOWN', error: describeFault(result) };
}

/** A group of one was sent: its message says what became of it, unless a report did before. */
function outcomeOfList(result: PostResult): LookupOutcome {
  const messages = parseBody(result, listed)?.messageList;
  if (!isOk(result) || !messages) return { kind: 'UNREACHABLE', error: describeFault(result) };
  const [first] = Object.entries(messages);
  if (!first) return { kind: 'NOT_SENT' };
  const [providerMessageId, { statusCode: code, reason }] = first;
  const failed = code ? outcomeOfCode(code, reason) : null;
  const isDelivered = Boolean(code) && verdictOf(code ?? '') === 'DELIVERED';
  return failed ?? { kind: 'ACCEPTED', providerMessageId, cost: null, isDelivered };
}

function isOk({ status }: PostResult): boolean {
  return status !== null && status >= 200 && status < 300;
}

function parseBody<T>({ body }: PostResult, shape: z.ZodType<T>): T | null {
  let json: unknown;
  try {
    json = JSON.parse(body ?? '');
  } catch {
    return null; // Not JSON: an error page of a proxy, for example.
  }
  const parsed = shape.safeParse(json);
  return parsed.success ? parsed.data : null;
}

const refusal = z.object({ errorCode: z.string().max(60) });

/** A code, and no words of the provider, because they could repeat what was sent. */
function describeFault(result: PostResult): string {
  const code = parseBody(result, refusal)?.errorCode;
  return result.status === null ? (result.error ?? 'FAILED') : `HTTP ${result.status}${code ? ` ${code}` : ''}`;
}

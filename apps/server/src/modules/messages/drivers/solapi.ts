import { createHmac, randomBytes } from 'node:crypto';
import { phoneDigits } from '@munjigi/rules';
import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import { sendGuardedRequest, type PostResult, type WebhookAddresses } from '../../webhooks/index.ts';
import { hideNumbers, type LookupOutcome, type MessageDriver, type GuestMessage, type SendOutcome } from './driver.ts';

/** The public address of Solapi (docs.solapi.com). */
export const SOLAPI_ADDRESS = 'https://api.solapi.com';

/** Solapi accepted a message, and delivered it. */
const ACCEPTED_CODE = '2000';

interface SolapiOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly addresses: WebhookAddresses;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

const group = z.object({ groupId: z.string().min(1).max(100), status: z.string().optional() });
const added = z.object({
  resultList: z
    .array(z.object({ messageId: z.string().max(100), statusCode: z.string(), statusMessage: z.string().optional() }))
    .min(1),
});
const listed = z.object({ messageList: z.record(z.string().max(100), z.object({ statusCode: z.string().nullish() })) });

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
      const made = await request('POST', '/messages/v4/groups', { customFields: { attempt: message.id } });
      const groupId = parseBody(made, group)?.groupId;
      if (!isOk(made) || groupId === undefined) return { kind: 'UNREACHABLE', error: describeFault(made) };
      await keepReference(groupId);
      const path = `/messages/v4/groups/${encodeURIComponent(groupId)}`;
      const adding = await request('PUT', `${path}/messages`, { messages: [toSolapi(message)] });
      const result = parseBody(adding, added)?.resultList[0];
      if (!isOk(adding) || !result) return notAdded(adding);
      if (result.statusCode !== ACCEPTED_CODE)
        return { kind: 'REFUSED', error: hideNumbers(`${result.statusCode} ${result.statusMessage ?? ''}`.trim()) };
      return outcomeOfSending(await request('POST', `${path}/send`), result.messageId);
    },
    async lookUp(reference) {
      const path = `/messages/v4/groups/${encodeURIComponent(reference)}`;
      const found = await request('GET', path);
      if (found.status === 404) return { kind: 'NOT_SENT' };
      const state = parseBody(found, group)?.status;
      if (!isOk(found) || state === undefined) return { kind: 'UNREACHABLE', error: describeFault(found) };
      if (state === 'PENDING') return { kind: 'NOT_SENT' };
      return acceptedWith(await request('GET', `${path}/messages`));
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

/** The group is not sent, so nothing can arrive. A fault of the message is final, every other one passes. */
function notAdded(result: PostResult): SendOutcome {
  const isFaultOfMessage = result.status === 400;
  return { kind: isFaultOfMessage ? 'REFUSED' : 'UNREACHABLE', error: describeFault(result) };
}

function outcomeOfSending(result: PostResult, providerMessageId: string): SendOutcome {
  if (isOk(result)) return { kind: 'ACCEPTED', providerMessageId, cost: null };
  // A refusal of the whole request (no balance, another key) sends nothing; of the rest only the group knows.
  const isRefused = result.status !== null && result.status >= 400 && result.status < 500 && result.status !== 408;
  return { kind: isRefused ? 'UNREACHABLE' : 'UNKNOWN', error: describeFault(result) };
}

function acceptedWith(result: PostResult): LookupOutcome {
  const messages = parseBody(result, listed)?.messageList;
  if (!isOk(result) || !messages) return { kind: 'UNREACHABLE', error: describeFault(result) };
  return { kind: 'ACCEPTED', providerMessageId: Object.keys(messages)[0] ?? null, cost: null };
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

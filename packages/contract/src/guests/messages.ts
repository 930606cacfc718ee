import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  email,
  growingListOf,
  id,
  instant,
  isInReach,
  listOf,
  money,
  namedInstant,
  OUT_OF_REACH,
  paging,
  phone,
  singleLine,
  sortBy,
  text,
  timeOfDay,
  version,
} from '../fields.ts';
import { MESSAGE_KINDS, MESSAGE_LANGUAGES, MESSAGE_VARIABLES } from './message-variables.ts';

/** `LMS`: an SMS of more than 90 bytes. The order in which they are tried is ALIMTALK, SMS or LMS, EMAIL (MS-4). */
export const MESSAGE_CHANNELS = ['ALIMTALK', 'SMS', 'LMS', 'EMAIL'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * `ACCEPTED`: the provider has it. `DELIVERED`: the provider reported its arrival. `FAILED`: no channel is left.
 * `EXPIRED`: it would have come too late, so it was not sent. `WITHDRAWN`: the reservation ended before it was sent, or
 * the guest does not want it.
 */
export const MESSAGE_STATES = ['QUEUED', 'ACCEPTED', 'DELIVERED', 'FAILED', 'EXPIRED', 'WITHDRAWN'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const MESSAGE_PROVIDERS = ['SOLAPI', 'SMTP'] as const;
export type MessageProvider = (typeof MESSAGE_PROVIDERS)[number];

/** The codes to phones in a day that no guest enters and that a chain pays (BK-5). */
export const LEAST_CODE_BUDGET = 50;
export const MOST_CODE_BUDGET = 100_000;

/* The connections of a product. */

export const messageProvider = z.object({
  provider: z.enum(MESSAGE_PROVIDERS),
  /** Of Solapi: the API key. Of SMTP: the user name. */
  account: z.string(),
  /** Of SMTP: `host:port`. */
  address: z.string(),
  hasSecret: z.boolean(),
  /** The number that the telephone company knows as the sender; Solapi only. */
  senderPhone: z.string(),
  /** The KakaoTalk channel (`pfId`) for alimtalk; empty: no alimtalk. Solapi only. */
  kakaoChannelId: z.string(),
  /** The sender's address; SMTP only. */
  senderEmail: z.string(),
  isEnabled: z.boolean(),
  /** The most codes to phones in a day that no guest enters (BK-5); of Solapi only. */
  codeBudget: z.number().int(),
  /** The path below the server's own address to which Solapi must send its delivery reports; `null` for SMTP. */
  reportPath: z.string().nullable(),
  changedAt: instant,
  changedBy: z.string(),
  /** `null`: the provider answers. Otherwise its last error, and how many messages wait because of it. */
  trouble: z.object({ error: z.string(), waiting: z.number().int().min(0), since: instant }).nullable(),
  version,
});
export type MessageProviderSettings = z.infer<typeof messageProvider>;

export const listMessageProviders = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/message-provider',
  summary: 'The providers through which messages to guests go; never their secrets (MS-9)',
  access: 'messages:configure',
  reply: z.object({
    items: z.array(messageProvider),
    /** False: the server does not know its own address (`PUBLIC_URL`), and no message has a link (MS-11). */
    hasLinks: z.boolean(),
  }),
});

export const setMessageProvider = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/message-provider',
  summary: 'Set the connection of a provider of messages. A secret that is left out stays as it is (MS-9)',
  access: 'messages:configure',
  body: z.strictObject({
    provider: z.enum(MESSAGE_PROVIDERS),
    /** The version that the person saw; absent when the provider is set for the first time. */
    version: version.optional(),
    account: singleLine(200, 0).default(''),
    address: singleLine(200, 0).default(''),
    /** Of Solapi: the API secret. Of SMTP: the password. */
    secret: singleLine(300).optional(),
    senderPhone: z.union([phone, z.literal('')]).default(''),
    kakaoChannelId: singleLine(60, 0).default(''),
    senderEmail: z.union([email, z.literal('')]).default(''),
    isEnabled: z.boolean().default(true),
    /** Left out: it stays as it is. */
    codeBudget: z.number().int().min(LEAST_CODE_BUDGET).max(MOST_CODE_BUDGET).optional(),
  }),
  reply: messageProvider,
  problems: ['STALE'],
});

/** What a store uses instead of the senders of its product; an empty text: the product's. */
export const messageSender = z.object({
  storeId: id,
  senderPhone: z.string(),
  senderEmail: z.string(),
  /** Messages that are not urgent wait between these times of the store; `null`: never (MS-6). */
  quietFrom: z.string().nullable(),
  quietUntil: z.string().nullable(),
  /** `null`: nothing was set, and the defaults hold. */
  version: version.nullable(),
});
export type MessageSender = z.infer<typeof messageSender>;

export const getMessageSender = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}/message-sender',
  summary: "A store's own sender of messages, and its quiet hours (MS-6)",
  access: 'messages:read',
  reply: messageSender,
});

export const setMessageSender = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store/{storeId}/message-sender',
  summary: "Set a store's own sender of messages, and its quiet hours (MS-6)",
  access: 'messages:configure',
  body: z
    .strictObject({
      version: version.nullable(),
      senderPhone: z.union([phone, z.literal('')]),
      senderEmail: z.union([email, z.literal('')]),
      quietFrom: timeOfDay.nullable(),
      quietUntil: timeOfDay.nullable(),
    })
    .refine((body) => (body.quietFrom === null) === (body.quietUntil === null), {
      path: ['quietUntil'],
      error: 'must be set together with quietFrom',
    }),
  reply: messageSender,
  problems: ['STALE'],
});

/* Templates. */

/** Of the KakaoTalk template that the platform has to approve. Alimtalk is sent only with an approved one. */
export const ALIMTALK_STATES = ['NONE', 'REQUESTED', 'APPROVED', 'REJECTED'] as const;

export const messageTemplate = z.object({
  kind: z.enum(MESSAGE_KINDS),
  language: z.enum(MESSAGE_LANGUAGES),
  /** False: guests get no message of this kind. */
  isEnabled: z.boolean(),
  /** Of e-mails. */
  subject: z.string(),
  body: z.string(),
  alimtalkCode: z.string(),
  alimtalkState: z.enum(ALIMTALK_STATES),
  /** 0: the text that comes with the product; each change makes the next version, and sent messages name theirs. */
  version: z.number().int().min(0),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/message-template',
  summary: 'The templates of messages in every kind and language, in their latest version (MS-3)',
  access: 'messages:read',
  reply: z.object({ items: z.array(messageTemplate) }),
});

const templateText = {
  subject: singleLine(100),
  body: text(1000),
};

export const listTemplateVersions = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/message-template/{kind}/{language}/versions',
  summary: 'Every version of a template, latest first (MS-3)',
  access: 'messages:read',
  reply: listOf(messageTemplate),
});

export const setMessageTemplate = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/message-template/{kind}/{language}',
  summary:
    'Change a template, which makes its next version. Refused with a variable that messages of the kind do not have, or without one that they need (MS-3)',
  access: 'messages:configure',
  body: z.strictObject({
    /** The version that the person saw. */
    version: z.number().int().min(0),
    isEnabled: z.boolean(),
    ...templateText,
    alimtalkCode: singleLine(60, 0),
    alimtalkState: z.enum(ALIMTALK_STATES),
  }),
  reply: messageTemplate,
  problems: ['STALE', 'TEMPLATE_VARIABLES'],
});

export const previewMessageTemplate = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/message-template/{kind}/{language}/preview',
  summary: 'Preview of a template: its text with the values of an example, and the channel that fits its length (MS-3)',
  access: 'messages:read',
  body: z.strictObject(templateText),
  reply: z.object({
    subject: z.string(),
    body: z.string(),
    /** In the encoding of SMS (EUC-KR); more than 90 make it an LMS. */
    bytes: z.number().int(),
    channel: z.enum(['SMS', 'LMS']),
    /** The text has `{{link}}`, and the server does not know its own address (`PUBLIC_URL`): the line is left out. */
    isLinkMissing: z.boolean(),
    unknownVariables: z.array(z.string()),
    missingVariables: z.array(z.enum(MESSAGE_VARIABLES)),
  }),
});

export const sendTestMessage = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/message-template/{kind}/{language}/test',
  summary:
    'Send the stored template with the values of an example to a phone or an e-mail address, and answer with the outcome',
  access: 'messages:configure',
  body: z.strictObject({ to: z.union([phone, email]) }),
  reply: z.object({
    channel: z.enum(MESSAGE_CHANNELS).nullable(),
    isAccepted: z.boolean(),
    error: z.string().nullable(),
  }),
});

/* The log. */

export const messageAttempt = z.object({
  channel: z.enum(MESSAGE_CHANNELS),
  provider: z.enum(MESSAGE_PROVIDERS),
  state: z.enum(['SENDING', 'ACCEPTED', 'DELIVERED', 'FAILED', 'UNKNOWN']),
  /** The provider's id of the message. */
  providerMessageId: z.string().nullable(),
  /** What the provider charges, in won; `null`: it did not say. */
  cost: money.nullable(),
  error: z.string().nullable(),
  startedAt: instant,
  acceptedAt: instant.nullable(),
  /** When the provider reported the arrival or the failure. */
  reportedAt: instant.nullable(),
});
export type MessageAttempt = z.infer<typeof messageAttempt>;

export const message = z.object({
  id,
  storeId: id,
  storeName: z.string(),
  reservationId: id,
  reservationCode: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  language: z.enum(MESSAGE_LANGUAGES),
  /** Masked. */
  guestName: z.string(),
  recipient: z.string(),
  state: z.enum(MESSAGE_STATES),
  /** The channel of the latest attempt. */
  channel: z.enum(MESSAGE_CHANNELS).nullable(),
  /** Why it failed, expired or was withdrawn, as a code or the provider's words. */
  error: z.string().nullable(),
  /** The message that this one repeats. */
  resendOf: id.nullable(),
  queuedAt: instant,
  /** Not sent before this time: quiet hours, or the delay after an error. */
  sendAt: instant,
  expiresAt: instant,
  endedAt: instant.nullable(),
});
export type Message = z.infer<typeof message>;

const listFilter = {
  storeId: id.optional(),
  reservationId: id.optional(),
  kind: z.enum(MESSAGE_KINDS).optional(),
  /** `ENDED`: every state but `QUEUED`. */
  state: z.enum([...MESSAGE_STATES, 'ENDED']).optional(),
  from: namedInstant.optional(),
  to: namedInstant.optional(),
};

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/message',
  summary:
    'Messages to guests, latest first. `from`, `to` and the order `sentAt` go by the time at which a message ended or, of one that waits, is to be sent (MS-10)',
  access: 'messages:read',
  query: z
    .strictObject({ ...paging, ...listFilter, sort: sortBy('sentAt', 'queuedAt') })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(message),
});

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/message/{messageId}',
  summary: 'One message with its attempts and its text, in which digits of access codes are masked (MS-10)',
  access: 'messages:read',
  reply: message.extend({ subject: z.string(), body: z.string(), attempts: z.array(messageAttempt) }),
});

export const resendMessage = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/message/{messageId}/resend',
  summary:
    'Send a message again with what holds now, as a new message. Refused when the reservation has ended, and above the limit of a guest (MS-8)',
  access: 'messages:send',
  body: z.strictObject({}),
  reply: message,
  problems: ['STATE_NOT_ALLOWED', 'MESSAGE_LIMIT'],
});

/* Links to pay. */

/** Why staff cannot send a guest a link to pay (MS-12). */
export const PAYMENT_LINK_OBSTACLES = [
  'RESERVATION_OVER',
  'NOTHING_DUE',
  'AMOUNT_TOO_SMALL',
  'NO_PHONE',
  'NO_PAYMENT_PROVIDER',
  'NO_MESSAGE_PROVIDER',
  'NO_PUBLIC_URL',
  'TEMPLATE_DISABLED',
  'LINK_REVOKED',
] as const;
export type PaymentLinkObstacle = (typeof PAYMENT_LINK_OBSTACLES)[number];

const paymentLink = z.object({
  reservationId: id,
  storeId: id,
  dueAmount: money,
  /** `null`: the link can be sent. */
  obstacle: z.enum(PAYMENT_LINK_OBSTACLES).nullable(),
  /** `null`: the link can be copied; this needs neither a phone number nor a provider of messages. */
  copyObstacle: z.enum(PAYMENT_LINK_OBSTACLES).nullable(),
});
export type PaymentLink = z.infer<typeof paymentLink>;

const ofPaymentLink = '/api/v2/{product}/reservation/{reservationId}/message/payment-link';

export const getPaymentLink = endpoint({
  method: 'GET',
  path: ofPaymentLink,
  summary: 'Whether the guest of a reservation can be sent a link to pay, or why not; never the link (MS-12)',
  access: 'messages:read',
  reply: paymentLink,
});

export const sendPaymentLink = endpoint({
  method: 'POST',
  path: ofPaymentLink,
  summary: 'Send the guest of a reservation a message with the link to pay what is due (MS-12)',
  access: 'messages:send',
  body: z.strictObject({}),
  reply: message,
  problems: ['STATE_NOT_ALLOWED', 'MESSAGE_LIMIT'],
});

export const copyPaymentLink = endpoint({
  method: 'POST',
  path: `${ofPaymentLink}/copy`,
  summary:
    'A link to pay for a person to pass on, shown once; the links that were sent stay valid. Ten within an hour for a reservation (MS-19)',
  access: 'reservations:write',
  body: z.strictObject({}),
  /** `link`: an address, or a path of this server while it does not know its address. */
  reply: z.object({ reservationId: id, storeId: id, dueAmount: money, link: z.string().nullable() }),
  shownOnce: ['link'],
  problems: ['STATE_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS'],
});

/* Delivery reports. */

/** Solapi sends up to a thousand reports at once, each with the whole message. */
const MOST_REPORT_BYTES = 2 * 1024 * 1024;

export const receiveMessageReports = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/message-report/{secret}',
  summary:
    "Solapi's delivery reports. A report that comes twice, late or for an unknown message changes nothing (MS-5)",
  access: 'public',
  upload: { types: ['application/json'], maxBytes: MOST_REPORT_BYTES },
  reply: z.object({ applied: z.number().int() }),
});

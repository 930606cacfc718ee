/** Codes that the server gives itself; each has its words below `error`. */
const OWN = [
  'NO_CHANNEL',
  'NO_CONTACT',
  'TOO_LATE',
  'OUTCOME_UNKNOWN',
  'NOT_SENT',
  'NOT_A_MOBILE_NUMBER',
  'TEMPLATE_DISABLED',
  'CODE_NOT_IN_LOCK',
  'END_CHANGED',
  'CHANGE_UNDONE',
  'SAID_ALREADY',
  'STAY_POSSIBLE',
  'OPTED_OUT',
  'SWITCHED_OFF',
  'PAYMENT_REVERSED',
  'NO_LINK',
  'NOTHING_DUE',
  'RESERVATION_CANCELLED',
  'RESERVATION_COMPLETED',
  'RESERVATION_NO_SHOW',
];
/** Codes of the network, of mail servers and of HTTP, by the key of their words. The first match counts. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^RESERVATION_/, 'RESERVATION_CHANGED'],
  [/^(EAUTH\b|HTTP 40[13]\b)/, 'SECRET'],
  [/NotEnoughBalance|^HTTP 402\b/i, 'BALANCE'],
  [/^HTTP 429\b/, 'BUSY'],
  [/^HTTP 5\d\d\b/, 'BROKEN'],
  [/^(EENVELOPE|EMESSAGE|RECIPIENT_DEFERRED)\b/, 'REFUSED_BY_MAIL_SERVER'],
  [/^(TIMEOUT|ETIMEDOUT|ESOCKET)\b/, 'LATE'],
  [/^(EDNS|ENOTFOUND|EAI_AGAIN|UNKNOWN_HOST)\b/, 'HOST'],
  [/^(ETLS|ERR_TLS|ERR_SSL|EPROTO)|CERT|SIGNATURE/, 'CERTIFICATE'],
  [/^(ECONN|EHOSTUNREACH|ENETUNREACH|EPIPE|UND_ERR_SOCKET)/, 'UNREACHABLE'],
  [/^PRIVATE_ADDRESS$/, 'PRIVATE_ADDRESS'],
];

/** Why a message or an attempt failed: the key of its words below `error`. Any other text is the provider's. */
export function messageErrorKey(error: string): string {
  return OWN.find((code) => code === error) ?? FOREIGN.find(([pattern]) => pattern.test(error))?.[1] ?? 'other';
}

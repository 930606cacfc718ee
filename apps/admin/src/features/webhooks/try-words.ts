import type { WebhookTry } from '@munjigi/contract';

/** Error codes of Node, by the key of their words. */
const NETWORK: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'CLOSED'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_.*)$/, 'BROKEN_OFF'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)$/, 'UNREACHABLE'],
  [/CERT|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO$/, 'CERTIFICATE'],
];
const OWN = ['TIMEOUT', 'PRIVATE_ADDRESS', 'UNKNOWN_HOST', 'NOT_HTTPS', 'CREDENTIALS_IN_URL', 'NOT_A_URL'];

/** The result of a try: the key of its words, below `try`. */
export function tryWords({ status, error }: Pick<WebhookTry, 'status' | 'error'>): string {
  if (status !== null) return statusWords(status);
  const code = error ?? '';
  return OWN.find((text) => text === code) ?? NETWORK.find(([pattern]) => pattern.test(code))?.[1] ?? 'UNKNOWN';
}

function statusWords(status: number): string {
  if (status >= 200 && status < 300) return 'through';
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 401 || status === 403) return 'refused';
  if (status === 404) return 'notFound';
  if (status === 410) return 'gone';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'broken' : 'other';
}

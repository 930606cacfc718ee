import type { WrongRequest } from './generate.ts';
import type { RawReply } from './send.ts';

/**
 * Words of stacks, of PostgreSQL and of the product's files, none of which belongs in a reply. No hostile value
 * contains one.
 */
const INSIDES =
  /\bat .{1,80}\(.*:\d+:\d+\)|node_modules|\.(?:ts|js|mjs|sql):\d|PostgresError|syntax error at|violates |duplicate key|relation "|current transaction is aborted|invalid byte sequence|out of range for type|\bselect .{1,200} from "/i;

/** Returns the fault in the reply to a wrong request, or `null`. */
export function findFault(
  { method, operation, mayBeCutOff }: WrongRequest,
  { status, headers, text }: RawReply,
): string | null {
  if (status === 0) return mayBeCutOff && !text.includes('timeout') ? null : `no reply: ${text}`;
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  if (status >= 400 && INSIDES.test(text)) return `shows its insides: ${text.slice(0, 300)}`;
  // A reply without a body needs no type: HEAD, and a cached reply.
  if (method === 'HEAD' || status === 304 || status === 204) return null;
  const type = (headers['content-type'] ?? '').split(';')[0];
  if (status >= 400)
    return type === 'application/problem+json'
      ? findProblemFault(status, text)
      : `answered ${status} with ${type || 'no type'}: ${text.slice(0, 100)}`;
  const isOwnReply = method === operation.method && operation.replyType !== '*/*';
  return isOwnReply &&
    status === 200 &&
    type !== operation.replyType &&
    type !== 'application/json' &&
    type !== 'text/html'
    ? `answered 200 with ${type || 'no type'} instead of ${operation.replyType}`
    : null;
}

function findProblemFault(status: number, text: string): string | null {
  try {
    const body = JSON.parse(text) as { status?: unknown; code?: unknown; title?: unknown };
    return body.status === status && typeof body.code === 'string' && typeof body.title === 'string'
      ? null
      : `a problem without its fields: ${text.slice(0, 200)}`;
  } catch {
    return `a problem that is no JSON: ${text.slice(0, 200)}`;
  }
}

/** One line that sends the request again: a shell command, with the caller's name in place of the token. */
export function toCommand({ method, target, headers: own, body: bytes }: WrongRequest, caller: string): string {
  const headers = Object.entries(own)
    .map(([name, value]) => ` -H ${quote(`${name}: ${value}`)}`)
    .join('');
  const body =
    bytes === null
      ? ''
      : ` --data-binary ${bytes.length > 2000 ? `<${bytes.length} bytes: ${quote(bytes.toString('latin1', 0, 60))}>` : `$'${Array.from(bytes, escapeByte).join('')}'`}`;
  return `curl --path-as-is -X ${method} ${quote(`$URL${target.slice(0, 2000)}`).replace('$URL', `'"$URL"'`)} -H "authorization: Bearer $${caller.toUpperCase().replaceAll(/\W/g, '_')}"${headers}${body}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function escapeByte(code: number): string {
  const character = String.fromCharCode(code);
  if (character === "'" || character === '\\') return `\\${character}`;
  return code >= 0x20 && code < 0x7f ? character : `\\x${code.toString(16).padStart(2, '0')}`;
}

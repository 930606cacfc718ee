/** The longest address (RFC 5321) and a name around it. */
const MOST_TYPED = 400;

/**
 * Returns an e-mail address as it is stored: without the name around it, `mailto:` and signs that are not seen, its domain in
 * lower case and Punycode (RFC 5891). What is no address stays as it is and is refused by the form of addresses.
 */
export function normaliseEmail(typed: string): string {
  if (typed.length > MOST_TYPED) return typed;
  const plain = typed
    .normalize('NFKC')
    .replace(/[\p{Cf}\s]+/gu, ' ')
    .trim();
  const address = (/^[^<>]*<([^<>]+)>$/.exec(plain)?.[1] ?? plain).replace(/^mailto:/i, '').trim();
  const at = address.lastIndexOf('@');
  if (at < 1) return address;
  const domain = toAsciiDomain(address.slice(at + 1).replace(/\.$/, ''));
  return `${address.slice(0, at)}@${domain}`;
}

const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * Names the mailbox of an address, so that limits count for its owner: letters of any case, a tag after a plus sign and, at
 * Gmail, dots make no other mailbox.
 */
export function toMailbox(email: string): string {
  const address = normaliseEmail(email).toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const plus = local.indexOf('+');
  const name = plus > 0 ? local.slice(0, plus) : local;
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

function toAsciiDomain(domain: string): string {
  if (!/^[\p{L}\p{N}.-]+$/u.test(domain)) return domain;
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}

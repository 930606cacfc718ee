import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An e-mail that the mailbox received, as its source and its most important headers. */
export interface ReceivedMail {
  readonly messageId: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly body: string;
  readonly receivedAt: Date;
}

export interface VirtualMailbox {
  /** `host:port` of the mail server. */
  readonly address: string;
  readonly received: ReceivedMail[];
  /** `isRefusing` and `isDeferring`: the recipient, for ever or for now; `isDown`: every connection. */
  readonly faults: { isRefusing: boolean; isDeferring: boolean; isDown: boolean };
  /** How many recipients were refused or deferred. */
  readonly rejections: () => number;
  close(): Promise<void>;
}

interface MailboxOptions {
  readonly user: string;
  readonly password: string;
  readonly now?: () => Date;
}

/** A virtual mail server on the loopback that keeps what it receives. */
export async function startVirtualMailbox({
  user,
  password,
  now = () => new Date(),
}: MailboxOptions): Promise<VirtualMailbox> {
  const received: ReceivedMail[] = [];
  const faults = { isRefusing: false, isDeferring: false, isDown: false };
  let rejections = 0;
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user })
        : done(new Error('Authentication failed')),
    onConnect: (_session, done) => done(faults.isDown ? smtpFault('Service not available', 421) : null),
    onRcptTo(_address, _session, done) {
      if (!faults.isRefusing && !faults.isDeferring) return done(null);
      rejections += 1;
      return done(faults.isRefusing ? smtpFault('No such mailbox', 550) : smtpFault('Mailbox busy', 450));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        received.push({ ...parseMail(Buffer.concat(chunks).toString('utf8')), to, from, receivedAt: now() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    faults,
    rejections: () => rejections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function smtpFault(words: string, responseCode: number): Error {
  return Object.assign(new Error(words), { responseCode });
}

/** Parses the plain messages that the server sends: headers, and one text part (RFC 5322, RFC 2045, RFC 2047). */
function parseMail(source: string): Pick<ReceivedMail, 'messageId' | 'subject' | 'body'> {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const text = rest.join('\r\n\r\n');
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  return {
    messageId: headers.get('message-id') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    body: decodeBody(text, encoding).trimEnd(),
  };
}

function decodeBody(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? decodeQuoted(text.replace(/=\r\n/g, '')) : text;
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-Fa-f]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

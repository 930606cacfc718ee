import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An e-mail that the mailbox received, as its source and its most important headers. */
export interface ReceivedMail {
  readonly messageId: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly ReceivedAttachment[];
  readonly receivedAt: Date;
}

interface ReceivedAttachment {
  readonly type: string;
  readonly text: string;
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

/** Parses the messages that the server sends: a text part, or one with attachments (RFC 5322, RFC 2045 to 2047). */
function parseMail(source: string): Pick<ReceivedMail, 'messageId' | 'subject' | 'body' | 'attachments'> {
  const { headers, text } = parsePart(source);
  const [, boundary] = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '') ?? [];
  const parts =
    boundary === undefined
      ? []
      : text
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => parsePart(part.replace(/^\r\n/, '')));
  const [first, ...attachments] = parts;
  return {
    messageId: headers.get('message-id') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    body: (first ? decodePart(first) : decodePart({ headers, text })).trimEnd(),
    attachments: attachments.map((part) => ({
      type: part.headers.get('content-type') ?? '',
      text: decodePart(part),
    })),
  };
}

interface MailPart {
  readonly headers: ReadonlyMap<string | undefined, string | undefined>;
  readonly text: string;
}

function decodePart({ headers, text }: MailPart): string {
  return decodeBody(text, headers.get('content-transfer-encoding') ?? '7bit');
}

function parsePart(source: string): MailPart {
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
  return { headers, text: rest.join('\r\n\r\n') };
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

import { createTransport } from 'nodemailer';
import type { WebhookAddresses } from '../../webhooks/index.ts';
import { DEFERRED_ERROR, hideNumbers, type MessageDriver, type SendOutcome } from './driver.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
}

interface SmtpOptions {
  readonly server: MailServer;
  readonly user: string;
  readonly password: string;
  readonly addresses: WebhookAddresses;
  readonly timeoutMs: number;
}

/** The port of SMTP over TLS (RFC 8314); on all others STARTTLS is required. */
const SMTPS_PORT = 465;

/** Parses `host:port`. `null`: it is neither a name nor an address with a port. */
export function parseMailServer(address: string): MailServer | null {
  const [, host = '', port = ''] = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/.exec(address) ?? [];
  return host !== '' && Number(port) > 0 && Number(port) <= 65_535 ? { host, port: Number(port) } : null;
}

/** The URL by which the rules for outgoing addresses judge a mail server. */
export function urlOfMailServer({ host, port }: MailServer): string {
  return `https://${host}:${port}`;
}

/** Sends e-mails through a mail server. It cannot be asked what became of one, so an unseen outcome stays unknown. */
export function smtpDriver(options: SmtpOptions): MessageDriver {
  return {
    lookUp: null,
    async send({ id, to, from, subject, body, calendar }, keepReference): Promise<SendOutcome> {
      const messageId = `<${id}@${from.split('@')[1] ?? 'munjigi.invalid'}>`;
      await keepReference(messageId);
      const opened = await openTransport(options);
      if (typeof opened === 'string') return { kind: 'UNREACHABLE', error: opened };
      try {
        await opened.sendMail({
          from,
          to,
          subject,
          text: body,
          messageId,
          ...(calendar && {
            attachments: [{ filename: 'stay.ics', content: calendar.text, contentType: calendar.type }],
          }),
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { kind: 'ACCEPTED', providerMessageId: messageId, cost: null };
      } catch (error) {
        return outcomeOfFault(error as SmtpError);
      } finally {
        opened.close();
      }
    },
  };
}

/** Connects to an address that was checked, as requests to entered addresses do. Returns the fault of the address. */
async function openTransport({ server, user, password, addresses, timeoutMs }: SmtpOptions) {
  const url = urlOfMailServer(server);
  const fault = addresses.faultOf(url);
  if (fault !== null) return fault;
  const resolved = await addresses.resolve(new URL(url), AbortSignal.timeout(timeoutMs));
  if (typeof resolved === 'string') return resolved;
  const host = resolved.addresses[0]?.address ?? '';
  const isLoopback = host === '::1' || host.startsWith('127.');
  return createTransport({
    host,
    port: server.port,
    secure: server.port === SMTPS_PORT,
    requireTLS: !isLoopback && server.port !== SMTPS_PORT,
    ignoreTLS: isLoopback,
    tls: { servername: server.host },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(password !== '' && { auth: { user, pass: password } }),
  });
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** The server that says 421 ends the connection for every recipient (RFC 5321, 3.8). */
function isOfRecipient(command: string, responseCode = 0): boolean {
  return command === 'RCPT TO' && responseCode >= 400 && responseCode < 500 && responseCode !== 421;
}

/** After the command DATA only the server knows whether it kept the message, unless it answered. */
function outcomeOfFault({ code = 'FAILED', command = '', responseCode }: SmtpError): SendOutcome {
  const error = hideNumbers(responseCode === undefined ? code : `${code} ${responseCode}`);
  if (responseCode !== undefined && responseCode >= 500 && code === 'EENVELOPE') return { kind: 'REFUSED', error };
  if (responseCode !== undefined && responseCode >= 500 && code === 'EMESSAGE') return { kind: 'REFUSED', error };
  if (isOfRecipient(command, responseCode)) return { kind: 'DEFERRED', error: `${DEFERRED_ERROR} ${responseCode}` };
  const isBeforeData =
    ['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE'].includes(code) || command === 'CONN' || responseCode !== undefined;
  return { kind: isBeforeData ? 'UNREACHABLE' : 'UNKNOWN', error };
}

import type { LinkEmail } from '@munjigi/contract';
import { browserOf, formatLongDate, maskEmail, zonedDate, zonedTime } from '@munjigi/rules';
import { fillText } from '@munjigi/texts';
import { ACCOUNT_MAILS } from '@munjigi/texts/mails';
import type { Tx } from '../../../db/index.ts';
import { queueStaffMessage, withdrawMessagesOfPerson } from '../../staff-messages/index.ts';

export interface MailSettings {
  /** The origin of the links (`PUBLIC_URL`); `null`: this server does not know its own address. */
  readonly publicUrl: string | null;
}

type MailLanguage = 'ko' | 'en';

/** The messages with a link to set a password. */
export const LINK_KINDS = ['INVITATION', 'PASSWORD_RESET'] as const;

/** The page of a link: a new person sets a first password, and loses nothing. */
const LINK_PATHS = { INVITATION: '/invitation', PASSWORD_RESET: '/reset-password' } as const;

export interface LinkMail {
  readonly kind: 'INVITATION' | 'PASSWORD_RESET';
  readonly productId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** Who invites or issued the link; `null`: the person requested it. */
  readonly by: string | null;
  /** The language of the screen (`kr`, `en`). */
  readonly locale: string;
  readonly token: string;
  readonly dedupeKey: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/**
 * Queues the e-mail with a one-time link, and withdraws those with an earlier link that were not sent yet (AU-9). Returns
 * the reason when it queues nothing.
 */
export async function queueLinkMail(tx: Tx, { publicUrl }: MailSettings, mail: LinkMail): Promise<LinkEmail> {
  const { kind, productId, userId, now, expiresAt } = mail;
  const to = maskEmail(mail.email);
  if (publicUrl === null) return { to, fault: 'NO_PUBLIC_URL' };
  const language = languageOf(mail.locale);
  const place = await readPlace(tx, productId);
  const words = linkWords(language, {
    ...mail,
    product: place.name,
    link: `${publicUrl}${LINK_PATHS[kind]}#${mail.token}`,
    until: formatInstant(expiresAt, language, place.timeZone),
  });
  const base = { productId, userId, language, now, expiresAt, channel: 'EMAIL' } as const;
  const queued = await queueStaffMessage(tx, { ...base, ...words, kind, dedupeKey: mail.dedupeKey });
  if ('error' in queued) {
    if (queued.error !== 'NO_PROVIDER') throw new Error(`The account has no e-mail address: ${queued.error}`);
    return { to, fault: 'NO_PROVIDER' };
  }
  // A link that anyone may request leaves an invitation valid, so the invitation is still sent (AU-10).
  const kinds = mail.by === null && kind === 'PASSWORD_RESET' ? [kind] : LINK_KINDS;
  await withdrawMessagesOfPerson(tx, { productId, userId, kinds, now, exceptId: queued.id });
  return { to, fault: null };
}

interface LinkWords extends Pick<LinkMail, 'kind' | 'name' | 'by'> {
  readonly product: string;
  readonly link: string;
  readonly until: string;
}

interface Words {
  readonly subject: string;
  readonly body: string;
}

function linkWords(language: MailLanguage, { kind, name, by, product, link, until }: LinkWords): Words {
  const texts = ACCOUNT_MAILS[language][kind];
  const subject = fillText(texts.subject, { product });
  if (kind === 'INVITATION') {
    const body = ACCOUNT_MAILS[language].INVITATION.body;
    return { subject, body: fillText(body, { name, by: by ?? product, product, link, until }) };
  }
  const { requested, issued, body } = ACCOUNT_MAILS[language].PASSWORD_RESET;
  const cause = by === null ? requested : fillText(issued, { by });
  return { subject, body: fillText(body, { name, cause, link, until }) };
}

export interface NewDeviceMail {
  readonly productId: string;
  readonly userId: string;
  readonly name: string;
  readonly locale: string;
  readonly userAgent: string;
  readonly address: string;
  readonly dedupeKey: string;
  readonly now: Date;
}

/** A warning is no use when it comes days later. */
const WARNING_MS = 24 * 3600_000;

/** Queues the warning about a sign-in from a new device (AU-11). A product without a mail server has none. */
export async function queueNewDeviceMail(tx: Tx, mail: NewDeviceMail): Promise<void> {
  const { productId, userId, now, dedupeKey } = mail;
  const language = languageOf(mail.locale);
  const place = await readPlace(tx, productId);
  const words = newDeviceWords(language, {
    ...mail,
    product: place.name,
    at: formatInstant(now, language, place.timeZone),
  });
  await queueStaffMessage(tx, {
    productId,
    userId,
    kind: 'NEW_DEVICE',
    channel: 'EMAIL',
    language,
    dedupeKey,
    ...words,
    now,
    expiresAt: new Date(now.getTime() + WARNING_MS),
  });
}

interface NewDeviceWords extends Pick<NewDeviceMail, 'name' | 'userAgent' | 'address'> {
  readonly product: string;
  readonly at: string;
}

function newDeviceWords(language: MailLanguage, { name, userAgent, address, product, at }: NewDeviceWords): Words {
  const texts = ACCOUNT_MAILS[language].NEW_DEVICE;
  const browser = browserOf(userAgent) ?? texts.unknownBrowser;
  return {
    subject: fillText(texts.subject, { product }),
    body: fillText(texts.body, { name, at, browser, address }),
  };
}

function languageOf(locale: string): MailLanguage {
  return locale === 'kr' ? 'ko' : 'en';
}

/** The name of the product, and the time zone of its first store. */
async function readPlace(tx: Tx, productId: string): Promise<{ name: string; timeZone: string }> {
  const [product, store] = await Promise.all([
    tx.selectFrom('products').select('name').where('id', '=', productId).executeTakeFirstOrThrow(),
    tx.selectFrom('stores').select('time_zone').where('product_id', '=', productId).orderBy('id').executeTakeFirst(),
  ]);
  return { name: product.name, timeZone: store?.time_zone ?? 'Asia/Seoul' };
}

function formatInstant(at: Date, language: MailLanguage, timeZone: string): string {
  return `${formatLongDate(zonedDate(timeZone, at), language)} ${zonedTime(timeZone, at)} (${timeZone})`;
}

import type { LinkEmail } from '@munjigi/contract';
import { browserOf, formatLongDate, maskEmail, zonedDate, zonedTime } from '@munjigi/rules';
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

function linkWords(language: MailLanguage, words: LinkWords): Words {
  if (words.kind === 'INVITATION') return language === 'ko' ? invitationInKorean(words) : invitationInEnglish(words);
  return language === 'ko' ? resetInKorean(words) : resetInEnglish(words);
}

function invitationInKorean({ name, by, product, link, until }: LinkWords): Words {
  return {
    subject: `[${product}] 관리 화면 초대`,
    body: `${name} 님,

${by ?? product} 님이 ${product}의 관리 화면에 초대했습니다. 아래 링크에서 비밀번호를 정하면 로그인할 수 있습니다.

${link}

링크는 ${until}까지 한 번만 쓸 수 있습니다.
초대받을 일이 없다면 이 메일은 무시하셔도 됩니다.`,
  };
}

function invitationInEnglish({ name, by, product, link, until }: LinkWords): Words {
  return {
    subject: `[${product}] Invitation to the back office`,
    body: `${name},

${by ?? product} has invited you to the back office of ${product}. Set a password with this link, then sign in:

${link}

The link works once, until ${until}.
If you did not expect this invitation, ignore this e-mail.`,
  };
}

function resetInKorean({ name, by, product, link, until }: LinkWords): Words {
  const cause = by === null ? '비밀번호 재설정을 요청했습니다.' : `${by} 님이 비밀번호 재설정 링크를 발급했습니다.`;
  return {
    subject: `[${product}] 비밀번호 재설정 링크`,
    body: `${name} 님,

${cause} 아래 링크에서 새 비밀번호를 정해 주세요.

${link}

링크는 ${until}까지 한 번만 쓸 수 있습니다. 새 링크를 받으면 이전 링크는 쓸 수 없습니다.
재설정을 요청하지 않았다면 이 메일은 무시하셔도 됩니다. 비밀번호는 바뀌지 않습니다.`,
  };
}

function resetInEnglish({ name, by, product, link, until }: LinkWords): Words {
  const cause =
    by === null ? 'Someone requested a password reset for your account.' : `${by} sent you a password reset link.`;
  return {
    subject: `[${product}] Password reset link`,
    body: `${name},

${cause} Set a new password with this link:

${link}

The link works once, until ${until}. A newer link replaces it.
If you did not request this, ignore this e-mail. Your password stays the same.`,
  };
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
  const browser = browserOf(userAgent);
  if (language === 'ko')
    return {
      subject: `[${product}] 새 기기에서 로그인`,
      body: `${name} 님,

최근 90일 동안 쓰지 않은 기기에서 로그인했습니다.

시각: ${at}
기기: ${browser ?? '알 수 없는 브라우저'}
주소: ${address}

본인이 로그인했다면 아무것도 하지 않아도 됩니다.
본인이 아니라면 내 계정에서 바로 비밀번호를 바꾸고 다른 로그인을 모두 종료한 뒤 관리자에게 알려 주세요.`,
    };
  return {
    subject: `[${product}] Sign-in from a new device`,
    body: `${name},

Someone signed in to your account from a device that you have not used in the last 90 days.

Time: ${at}
Device: ${browser ?? 'unknown browser'}
Address: ${address}

If this was you, you do not need to do anything.
If it was not, change your password under “My account” now, sign out all other devices, and inform an administrator.`,
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

import { zonedTime } from '@munjigi/rules';
import { fillText } from '@munjigi/texts';
import { WAITLIST_TEXTS } from '@munjigi/texts/guests';
import type { Tx } from '../../db/index.ts';
import { formatDate } from '../messages/index.ts';
import { queueVisitorMessage } from '../staff-messages/index.ts';
import type { CodeTarget } from './guest-proof/guest-proof.ts';
import type { OpenStore } from './offer/open-stores.sql.ts';

interface Joined {
  readonly entry: {
    readonly id: string;
    readonly guest_name: string;
    readonly starts_at: Date;
    readonly ends_at: Date;
    readonly head_count: number;
  };
  readonly target: CodeTarget;
  readonly language: 'ko' | 'en';
  readonly now: Date;
}

/**
 * Sends a guest one message that they are on the waitlist, at any hour: their own act causes it (WL-5, MS-6). A product without a
 * provider of the channel has no messages, and the page says it anyway.
 */
export async function queueJoinedMessage(
  tx: Tx,
  store: Pick<OpenStore, 'productId' | 'name' | 'phone' | 'timeZone'>,
  { entry, target, language, now }: Joined,
): Promise<void> {
  const time = (at: Date) => zonedTime(store.timeZone, at);
  const date = formatDate(entry.starts_at, store.timeZone, language);
  const [from, until] = [time(entry.starts_at), time(entry.ends_at)];
  const texts = WAITLIST_TEXTS[language];
  const lines = [
    fillText(texts.joined, { store: store.name, guest: entry.guest_name }),
    fillText(texts.stay, { date, from, until, headCount: entry.head_count }),
    texts.next,
    ...(store.phone === '' ? [] : [fillText(texts.phone, { phone: store.phone })]),
  ];
  await queueVisitorMessage(tx, {
    productId: store.productId,
    kind: 'WAITLIST_JOINED',
    channel: target.channel,
    recipient: target.to,
    language,
    subject: fillText(texts.subject, { store: store.name }),
    dedupeKey: `WAITLIST_JOINED:${entry.id}`,
    body: lines.join('\n'),
    now,
    expiresAt: entry.starts_at,
  });
}

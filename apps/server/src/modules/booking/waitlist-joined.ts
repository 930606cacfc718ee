import { zonedTime } from '@munjigi/rules';
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
  const lines =
    language === 'ko'
      ? [
          `[${store.name}] ${entry.guest_name}님, 대기 신청이 접수되었습니다.`,
          `${date} ${from}~${until} ${entry.head_count}명`,
          '자리가 나면 바로 알려 드립니다.',
          `문의 ${store.phone}`,
        ]
      : [
          `[${store.name}] ${entry.guest_name}, you are on the waitlist.`,
          `${date} ${from}-${until}, guests: ${entry.head_count}`,
          'We will message you as soon as a room is available.',
          `Questions: ${store.phone}`,
        ];
  await queueVisitorMessage(tx, {
    productId: store.productId,
    kind: 'WAITLIST_JOINED',
    channel: target.channel,
    recipient: target.to,
    language,
    subject:
      language === 'ko' ? `[${store.name}] 대기 신청이 접수되었습니다` : `[${store.name}] You are on the waitlist`,
    dedupeKey: `WAITLIST_JOINED:${entry.id}`,
    body: lines.filter((line) => store.phone !== '' || !line.endsWith(' ')).join('\n'),
    now,
    expiresAt: entry.starts_at,
  });
}

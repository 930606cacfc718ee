import type { Message } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import type { ShownChannel } from './message-choices.ts';
import { messageErrorKey } from './message-error.ts';

/** The sender needs a moment, which is no delay. */
const AT_ONCE_MS = 60_000;

/** The words of messages that follow from several values. */
export function useMessageWords() {
  const { t } = useTranslation('messages');
  const format = useFormat();
  return {
    channel: (channel: ShownChannel) => t(`channel.${channel ?? 'none'}`),
    /** When the message was sent or ended; of one that waits, when it is planned. */
    at: ({ endedAt, sendAt }: Pick<Message, 'endedAt' | 'sendAt'>) => endedAt ?? sendAt,
    /** When the message was planned, where that is another minute than the one it was sent in; otherwise empty. */
    planned: ({ queuedAt, sendAt, endedAt }: Pick<Message, 'queuedAt' | 'sendAt' | 'endedAt'>) => {
      if (endedAt === null) return t('planned.waiting');
      const plannedAt = Date.parse(sendAt) > Date.parse(queuedAt) ? sendAt : queuedAt;
      return Math.abs(Date.parse(endedAt) - Date.parse(plannedAt)) < AT_ONCE_MS
        ? ''
        : t('planned.at', { when: format.dateTime(plannedAt) });
    },
    /** When a message that waits is sent; empty for every other one, and for one that leaves at once. */
    sendAt: ({ state, queuedAt, sendAt }: Pick<Message, 'state' | 'queuedAt' | 'sendAt'>) =>
      state === 'QUEUED' && Date.parse(sendAt) - Date.parse(queuedAt) > AT_ONCE_MS
        ? t('sendAt', { when: format.dateTime(sendAt) })
        : '',
    /** Why a message or an attempt failed; empty without a reason. */
    error: (error: string | null) =>
      error === null || error === '' ? '' : t(`error.${messageErrorKey(error)}`, { error }),
  };
}

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

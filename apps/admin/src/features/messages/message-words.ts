import { useTranslation } from 'react-i18next';
import type { ShownChannel } from './message-choices.ts';
import { messageErrorKey } from './message-error.ts';

/** The words of messages that follow from several values. */
export function useMessageWords() {
  const { t } = useTranslation('messages');
  return {
    channel: (channel: ShownChannel) => t(`channel.${channel ?? 'none'}`),
    /** Why a message or an attempt failed; empty without a reason. */
    error: (error: string | null) =>
      error === null || error === '' ? '' : t(`error.${messageErrorKey(error)}`, { error }),
  };
}

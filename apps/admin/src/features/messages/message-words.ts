import { useTranslation } from 'react-i18next';
import type { ShownChannel } from './message-choices.ts';

/** A code of the server; all other texts are the provider's words. */
const CODE = /^[A-Z][A-Z0-9_]*$/;

/** The words of messages that follow from several values. */
export function useMessageWords() {
  const { t } = useTranslation('messages');
  return {
    channel: (channel: ShownChannel) => (channel === null ? t('channel.none') : t(`channel.${channel}`)),
    /** Why a message or an attempt failed; empty without a reason. */
    error: (error: string | null) => {
      if (error === null || error === '') return '';
      const other = t('error.other', { error });
      return CODE.test(error) ? t(`error.${error}`, { defaultValue: other }) : other;
    },
  };
}

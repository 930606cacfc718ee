import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import type { ChangeMessage } from './change-message.api.ts';

/** A message that waits for longer than for an undo waits for the end of the quiet hours. */
const SOON_MS = 60_000;

/** These wait for an undo before they leave (MS-16, MS-23). */
const UNDOABLE: ReadonlySet<string> = new Set(['EXTENDED', 'MOVED', 'CHANGED', 'PAYMENT_RECEIVED']);

/** Says which message the guest gets of an act and when, or why none (MS-16, MS-25). */
export function useChangeMessageWords(): (message: ChangeMessage) => string {
  const { t } = useTranslation('messages');
  const format = useFormat();
  return ({ kind, obstacle, messageCount: count, recipient: to, sendAt }) => {
    const named = kind === null ? '' : t(`kind.${kind}`);
    if (obstacle !== null) return t(`changeMessage.obstacle.${obstacle}`, { kind: named });
    const goesOut = count > 1 ? 'changeMessage.goesOutMany' : 'changeMessage.goesOut';
    const isSoon = sendAt === null || Date.parse(sendAt) - Date.now() < SOON_MS;
    const when = isSoon
      ? UNDOABLE.has(kind ?? '')
        ? t('changeMessage.soon')
        : ''
      : t('changeMessage.later', { when: format.dateTime(sendAt) });
    return `${t(goesOut, { to, kind: named, count })} ${when}`.trim();
  };
}

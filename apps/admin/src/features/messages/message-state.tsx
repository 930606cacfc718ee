import type { MessageState } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { ToneChip, ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';
import type { AttemptState } from './message-choices.ts';

const STATE_TONES: Readonly<Record<MessageState, ToneStyle>> = {
  QUEUED: ['history', 'text.secondary'],
  ACCEPTED: ['chevron', 'info.main'],
  DELIVERED: ['check', 'success.main'],
  FAILED: ['error', 'error.main'],
  EXPIRED: ['warning', 'warning.main'],
  WITHDRAWN: ['close', 'text.secondary'],
};
const ATTEMPT_TONES: Readonly<Record<AttemptState, ToneStyle>> = {
  SENDING: ['history', 'text.secondary'],
  ACCEPTED: ['chevron', 'info.main'],
  DELIVERED: ['check', 'success.main'],
  FAILED: ['error', 'error.main'],
  UNKNOWN: ['warning', 'warning.main'],
};

/** The state of a message: an icon and a word, with the colour only in addition. */
export function MessageStateChip({ state }: { readonly state: MessageState }) {
  const { t } = useTranslation('messages');
  const [icon, colour] = STATE_TONES[state];
  return (
    <ToneChip data-testid="message-state" data-state={state} colour={colour} icon={<Icon name={icon} size={16} />}>
      {t(`state.${state}`)}
    </ToneChip>
  );
}

/** The state of one attempt to send a message. */
export function AttemptStateLabel({ state }: { readonly state: AttemptState }) {
  const { t } = useTranslation('messages');
  return (
    <ToneLabel tone={ATTEMPT_TONES[state]} isOneLine>
      {t(`attempt.state.${state}`)}
    </ToneLabel>
  );
}

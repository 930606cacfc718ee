import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { MessageText } from '../message-text.tsx';
import { useChangeMessage, type StayChange } from './change-message.api.ts';
import { useChangeMessageWords } from './change-message-words.ts';

interface ChangeMessageNoticeProps {
  readonly reservation: { readonly id: string; readonly version: number };
  /** `null`: nothing would change yet. */
  readonly change: StayChange | null;
  /** Names the act where no dialog does. */
  readonly lead?: string;
}

/** Before a person acts: the message that the guest gets, with its text, or why none (MS-16, MS-25). */
export function ChangeMessageNotice({ reservation, change, lead = '' }: ChangeMessageNoticeProps) {
  const { t } = useTranslation('messages');
  const words = useChangeMessageWords();
  const { data, error, isPlaceholderData } = useChangeMessage(useProduct(), reservation, change);
  if (change === null) return null;
  if (error !== null) return <ProblemAlert text={t('changeMessage.unknown')} />;
  const isKnown = data !== undefined && !isPlaceholderData;
  return (
    <Box
      data-testid="change-message"
      data-kind={isKnown ? (data.kind ?? '') : undefined}
      data-obstacle={isKnown ? (data.obstacle ?? '') : undefined}
      sx={{ typography: 'body2', display: 'grid', gap: 0.75 }}
    >
      <Box role="status">{isKnown ? `${lead} ${words(data)}`.trim() : t('changeMessage.checking')}</Box>
      {isKnown && data.obstacle === null && (
        <Box component="details">
          <Box component="summary" sx={{ cursor: 'pointer', py: 0.5, mb: 0.5, color: 'text.secondary' }}>
            {t('changeMessage.show')}
          </Box>
          <MessageText label={t('changeMessage.text')} subject="" body={data.body} />
        </Box>
      )}
    </Box>
  );
}

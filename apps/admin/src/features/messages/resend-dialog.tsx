import type { Message } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useResendMessage } from './messages.api.ts';

interface ResendDialogProps {
  readonly message: Pick<Message, 'id' | 'kind' | 'guestName' | 'recipient'>;
  readonly onClose: () => void;
  /** Gets the new message. */
  readonly onResent?: ((message: Message) => void) | undefined;
}

/** Sends a message again, after a confirmation (MS-8). */
export function ResendDialog({ message, onClose, onResent }: ResendDialogProps) {
  const { t } = useTranslation('messages');
  const resend = useResendMessage(useProduct());
  return (
    <ActDialog
      title={t('resend.title')}
      confirmLabel={t('resend.now')}
      isDangerous={false}
      mutation={resend}
      input={message.id}
      doneText={t('resend.done')}
      showsError
      onDone={(sent) => {
        onClose();
        onResent?.(sent);
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box>
          {t('resend.text', { kind: t(`kind.${message.kind}`), guest: message.guestName, to: message.recipient })}
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{t('resend.hint')}</Box>
        <RefusalAlert error={resend.error} />
      </Box>
    </ActDialog>
  );
}

/** Why a message was not sent. */
export function RefusalAlert({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('messages');
  if (error === null) return null;
  const general = problemText(t, error);
  return (
    <ProblemAlert text={isProblem(error) ? t(`resend.refused.${error.code}`, { defaultValue: general }) : general} />
  );
}

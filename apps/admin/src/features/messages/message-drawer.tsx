import type { Message } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { FactList, type Fact } from '../../ui/fact-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { RecordDrawer } from '../../ui/list/record-drawer.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { AttemptList } from './attempt-list.tsx';
import { reservationPath } from './message-list.tsx';
import { MessageStateChip } from './message-state.tsx';
import { MessageText } from './message-text.tsx';
import { useMessageWords } from './message-words.ts';
import { useMessage, type MessageDetail } from './messages.api.ts';
import { ResendDialog } from './resend-dialog.tsx';

interface MessageDrawerProps {
  readonly messageId: string;
  readonly onClose: () => void;
  /** Gets the new message after this one was sent again. */
  readonly onResent?: (message: Message) => void;
}

/** One message: its state, its text with a masked access code, and the attempts to send it. */
export function MessageDrawer({ messageId, onClose, onResent }: MessageDrawerProps) {
  const { t } = useTranslation('messages');
  const { data, error } = useMessage(useProduct(), messageId);
  return (
    <RecordDrawer
      titleId="message-drawer-title"
      width={460}
      caption={t('drawer.title')}
      title={data === undefined ? t('drawer.message') : t(`kind.${data.kind}`)}
      close={{ label: t('drawer.close'), icon: <Icon name="close" />, size: 44 }}
      onClose={onClose}
    >
      {data === undefined && <ProblemAlert error={error} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={320} aria-busy="true" />}
      {data !== undefined && <Loaded message={data} onResent={onResent} />}
    </RecordDrawer>
  );
}

interface LoadedProps {
  readonly message: MessageDetail;
  readonly onResent: ((message: Message) => void) | undefined;
}

function Loaded({ message, onResent }: LoadedProps) {
  const { t } = useTranslation('messages');
  const can = useCan();
  const [isResending, setIsResending] = useState(false);
  const facts = useFacts(message);
  // A queued message is still on its way: a second one would reach the guest twice.
  const mayResend = can('messages:send') && message.state !== 'QUEUED';
  return (
    <>
      <Outcome message={message} />
      <FactList facts={facts} />
      {message.body === '' ? (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('drawer.noText')}</Box>
      ) : (
        <MessageText
          label={t('drawer.text')}
          subject={message.channel === 'EMAIL' || message.channel === 'LMS' ? message.subject : ''}
          body={message.body}
          testId="message-text"
        />
      )}
      <AttemptList attempts={message.attempts} />
      <Button component={Link} to={reservationPath(message)} variant="outlined" color="inherit">
        {t('drawer.goTo', { code: message.reservationCode })}
      </Button>
      {mayResend && (
        <Button variant="contained" onClick={() => setIsResending(true)}>
          {t('resend.now')}
        </Button>
      )}
      {isResending && <ResendDialog message={message} onClose={() => setIsResending(false)} onResent={onResent} />}
    </>
  );
}

/** The state in words, and why the message did not arrive. */
function Outcome({ message }: { readonly message: MessageDetail }) {
  const { t } = useTranslation('messages');
  const words = useMessageWords();
  const { state } = message;
  const why = words.error(message.error);
  const sendAt = words.sendAt(message);
  return (
    <Box role="status" sx={{ display: 'grid', gap: 0.75, justifyItems: 'start', typography: 'body2' }}>
      <MessageStateChip state={state} />
      <span>{sendAt === '' ? t(`stateText.${state}`) : sendAt}</span>
      {why !== '' && <span>{t('why', { why })}</span>}
    </Box>
  );
}

function useFacts({ guestName, recipient, storeName, language, queuedAt, sendAt, endedAt, resendOf }: MessageDetail) {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const facts: readonly Fact[] = [
    [t('column.guest'), `${guestName} · ${recipient}`],
    [t('drawer.store'), storeName],
    [t('drawer.language'), t(`language.${language}`)],
    ...(endedAt === null ? [] : ([[t('drawer.endedAt'), format.dateTime(endedAt)]] as const)),
    [t('drawer.sendAt'), format.dateTime(sendAt)],
    [t('drawer.queuedAt'), format.dateTime(queuedAt)],
    ...(resendOf === null ? [] : ([[t('drawer.origin'), t('isResent')]] as const)),
  ];
  return facts;
}

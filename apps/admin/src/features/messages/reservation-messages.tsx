import type { Message } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { MessageDrawer } from './message-drawer.tsx';
import { MessageStateChip } from './message-state.tsx';
import { useMessageWords } from './message-words.ts';
import { useReservationMessages } from './messages.api.ts';
import { OptOuts } from './opt-outs.tsx';
import { ResendDialog } from './resend-dialog.tsx';

interface ReservationMessagesProps {
  readonly reservationId: string;
}

/** The messages that the guest of a reservation received, latest first, with their states (RV-5); below a title. */
export function ReservationMessages({ reservationId }: ReservationMessagesProps) {
  const { t } = useTranslation('messages');
  const { data, error } = useReservationMessages(useProduct(), reservationId);
  return (
    <Box component="section" aria-label={t('reservation.title')} data-testid="reservation-messages">
      {data === undefined && <ProblemAlert error={error} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={56} />}
      {data?.items.length === 0 && <Box sx={{ typography: 'body2' }}>{t('reservation.none')}</Box>}
      {data !== undefined && data.items.length > 0 && (
        <SentMessages items={data.items} hiddenCount={data.total - data.items.length} />
      )}
      <OptOuts reservationId={reservationId} />
    </Box>
  );
}

interface SentMessagesProps {
  readonly items: readonly Message[];
  readonly hiddenCount: number;
}

function SentMessages({ items, hiddenCount }: SentMessagesProps) {
  const { t } = useTranslation('messages');
  const maySend = useCan()('messages:send');
  const [opened, setOpened] = useState<string | null>(null);
  const [resent, setResent] = useState<Message | null>(null);
  return (
    <>
      <Box component="ul" sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.75, typography: 'body2' }}>
        {items.map((message) => (
          <SentMessage
            key={message.id}
            message={message}
            onOpen={() => setOpened(message.id)}
            onResend={maySend && message.state !== 'QUEUED' ? () => setResent(message) : null}
          />
        ))}
      </Box>
      {hiddenCount > 0 && (
        <Box sx={{ mt: 1, color: 'text.secondary' }}>{t('reservation.more', { count: hiddenCount })}</Box>
      )}
      {opened !== null && <MessageDrawer messageId={opened} onClose={() => setOpened(null)} />}
      {resent !== null && <ResendDialog message={resent} onClose={() => setResent(null)} />}
    </>
  );
}

interface SentMessageProps {
  readonly message: Message;
  readonly onOpen: () => void;
  /** `null`: it cannot be sent again. */
  readonly onResend: (() => void) | null;
}

function SentMessage({ message, onOpen, onResend }: SentMessageProps) {
  const { t } = useTranslation('messages');
  const words = useMessageWords();
  const format = useFormat();
  const { kind, state, channel, error } = message;
  const kindWords = t(`kind.${kind}`);
  const why = state === 'DELIVERED' || state === 'ACCEPTED' ? '' : words.error(error);
  const sendAt = words.sendAt(message);
  const details =
    sendAt === ''
      ? [format.dateTime(words.at(message)), channel === null ? '' : words.channel(channel), why]
          .filter((text) => text !== '')
          .join(' · ')
      : sendAt;
  return (
    <Box
      component="li"
      data-testid="sent-message"
      data-kind={kind}
      data-state={state}
      sx={{ display: 'grid', gap: 0.25 }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <strong>{kindWords}</strong>
        <MessageStateChip state={state} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', alignItems: 'center', columnGap: 0.5 }}>
        <Box
          sx={{
            flex: '1 1 150px',
            color: 'text.secondary',
            overflowWrap: 'anywhere',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {details}
        </Box>
        <Button size="small" aria-label={t('reservation.openNamed', { kind: kindWords })} onClick={onOpen}>
          {t('reservation.open')}
        </Button>
        {onResend !== null && (
          <Button size="small" aria-label={t('reservation.resendNamed', { kind: kindWords })} onClick={onResend}>
            {t('resend.now')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

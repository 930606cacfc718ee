import type { Message } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { MessageStateChip } from './message-state.tsx';
import { useMessageWords } from './message-words.ts';
import { useReservationMessages } from './messages.api.ts';

/** These are messages of acts; all others wait for a time of the stay. */
const KINDS_OF_ACTS: ReadonlySet<Message['kind']> = new Set([
  'HELD',
  'CONFIRMED',
  'PAYMENT_LINK',
  'PAYMENT_RECEIVED',
  'EXTENDED',
  'MOVED',
  'CHANGED',
  'UNAVAILABLE',
  'CANCELLED',
  'REFUNDED',
  'RATING_INVITED',
]);
const RECENT_MS = 10 * 60_000;

/**
 * Whether the message of the latest act arrived, as long as the act is recent: it waits, was accepted, arrived or failed
 * (MS-25). It follows the reports of the provider.
 */
export function RecentMessage({ reservationId }: { readonly reservationId: string }) {
  const { t } = useTranslation('messages');
  const words = useMessageWords();
  const now = useNow(30_000);
  const { data } = useReservationMessages(useProduct(), reservationId);
  const latest = data?.items
    .filter(({ kind, queuedAt }) => KINDS_OF_ACTS.has(kind) && now - Date.parse(queuedAt) < RECENT_MS)
    .sort((one, other) => Date.parse(other.queuedAt) - Date.parse(one.queuedAt))[0];
  if (latest === undefined) return null;
  const isSent = latest.state === 'DELIVERED' || latest.state === 'ACCEPTED';
  const why = isSent ? '' : words.error(latest.error);
  return (
    <Box
      role="status"
      data-testid="recent-message"
      data-kind={latest.kind}
      data-state={latest.state}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, typography: 'body2' }}
    >
      <span>{t('recent.about', { kind: t(`kind.${latest.kind}`), to: latest.recipient })}</span>
      <MessageStateChip state={latest.state} />
      {why !== '' && <Box sx={{ flexBasis: '100%', color: 'text.secondary' }}>{why}</Box>}
    </Box>
  );
}

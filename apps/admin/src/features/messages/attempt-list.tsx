import type { MessageAttempt } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { BORDERED, LINED_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { AttemptStateLabel } from './message-state.tsx';
import { useMessageWords } from './message-words.ts';

/** The attempts to send a message, in their order: the channel, the result, its cost, and why it failed. */
export function AttemptList({ attempts }: { readonly attempts: readonly MessageAttempt[] }) {
  const { t } = useTranslation('messages');
  return (
    <Box component="section" aria-label={t('attempt.title')} sx={{ display: 'grid', gap: 1 }}>
      <Box component="h3" sx={{ typography: 'subtitle2', m: 0 }}>
        {t('attempt.title')}
      </Box>
      {attempts.length === 0 ? (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('attempt.none')}</Box>
      ) : (
        <Box
          component="ol"
          sx={{
            ...LINED_LIST,
            ...BORDERED,
            typography: 'body2',
          }}
        >
          {attempts.map((attempt) => (
            <AttemptItem key={`${attempt.channel} ${attempt.startedAt}`} attempt={attempt} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function AttemptItem({ attempt }: { readonly attempt: MessageAttempt }) {
  const { t } = useTranslation('messages');
  const words = useMessageWords();
  const format = useFormat();
  const { channel, provider, state, cost, error, startedAt, reportedAt } = attempt;
  const details = [
    t(`provider.${provider}`),
    format.dateTime(startedAt),
    reportedAt !== null && state === 'DELIVERED' ? t('attempt.arrived', { when: format.time(reportedAt) }) : '',
    cost === null ? '' : format.money(cost),
  ].filter((text) => text !== '');
  return (
    <Box component="li" data-testid="message-attempt" data-state={state} sx={{ p: 1.25, display: 'grid', gap: 0.25 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {words.channel(channel)}
        </Box>
        <AttemptStateLabel state={state} />
      </Box>
      <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{details.join(' · ')}</Box>
      {error !== null && <Box sx={{ overflowWrap: 'anywhere' }}>{words.error(error)}</Box>}
    </Box>
  );
}

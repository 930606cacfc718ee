import type { Incident } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';
import { useIncidentWords } from './incident-words.ts';

type Notice = Incident['notices'][number];

const NOTICE_TONES: Readonly<Record<Notice['state'], ToneStyle>> = {
  WAITING: ['history', 'text.secondary'],
  SENT: ['check', 'success.main'],
  FAILED: ['error', 'error.main'],
  SKIPPED: ['close', 'text.secondary'],
};
/** The reasons for which a notice is not needed any more. Every other reason to skip one means that it cannot reach the person. */
const NEEDLESS: readonly (string | null)[] = ['ACKNOWLEDGED', 'RESOLVED'];
const UNREACHED: ToneStyle = ['warning', 'warning.main'];

/** Who was or will be notified, by step and channel, and why a notice did not leave. */
export function IncidentNotices({ notices }: { readonly notices: readonly Notice[] }) {
  const { t } = useTranslation('on-call');
  if (notices.length === 0) return null;
  return (
    <Box role="group" aria-label={t('notice.title')} sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
      <Box component="h3" sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0, mb: 0.5 }}>
        {t('notice.title')}
      </Box>
      <Box component="ul" sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.75, typography: 'body2' }}>
        {notices.map((notice) => (
          <NoticeRow key={`${notice.step} ${notice.userId} ${notice.channel}`} notice={notice} />
        ))}
      </Box>
    </Box>
  );
}

function NoticeRow({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation('on-call');
  const format = useFormat();
  const words = useIncidentWords();
  const { step, userName, channel, state, dueAt, sentAt } = notice;
  const error = words.noticeError(notice);
  const isUnreached = state === 'SKIPPED' && !NEEDLESS.includes(notice.error);
  const at = state === 'WAITING' ? dueAt : sentAt;
  return (
    <Box
      component="li"
      data-testid="incident-notice"
      data-state={state}
      data-channel={channel}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25, justifyContent: 'space-between' }}
    >
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {t('notice.who', { step, name: userName, channel: t(`channel.${channel}`) })}
      </Box>
      <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
        <ToneLabel tone={isUnreached ? UNREACHED : NOTICE_TONES[state]} isOneLine>
          {t(`notice.state.${state}`)}
        </ToneLabel>
        {at !== null && (
          <Box component="time" dateTime={at} sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {format.dateTime(at)}
          </Box>
        )}
      </Box>
      {error !== '' && (
        <Box component="span" sx={{ flexBasis: '100%', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {error}
        </Box>
      )}
    </Box>
  );
}

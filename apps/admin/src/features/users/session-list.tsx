import type { SignInSession } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { browserOf } from './browser-of.ts';

interface SessionListProps {
  readonly sessions: readonly (SignInSession & { readonly isThis?: boolean })[];
  readonly onEnd?: (sessionId: string) => void;
}

/** A person's current and past sessions: browser, address, since and until when. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  const { t } = useTranslation('users');
  const format = useFormat();
  if (sessions.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('sessions.none')}</Box>;
  return (
    <Box component="ul" aria-label={t('sessions.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {sessions.map((session) => {
        const name = browserOf(session.userAgent) ?? t('sessions.unknown');
        return (
          <Box
            component="li"
            key={session.id}
            data-testid="session"
            data-live={session.isLive}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              py: 1,
              '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.25 }}>
              <Box sx={{ fontWeight: session.isLive ? 600 : 400, overflowWrap: 'anywhere' }}>
                {name}
                {session.isThis === true && ` · ${t('sessions.this')}`}
              </Box>
              <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
                {session.address} ·{' '}
                {session.isLive
                  ? t('sessions.live', {
                      since: format.dateTime(session.createdAt),
                      until: format.dateTime(session.expiresAt),
                    })
                  : t('sessions.over', {
                      since: format.dateTime(session.createdAt),
                      at: format.dateTime(session.endedAt ?? session.expiresAt),
                    })}
              </Box>
            </Box>
            {session.isLive && onEnd !== undefined && (
              <Button
                color="inherit"
                variant="outlined"
                aria-label={t('sessions.endOne', { name })}
                onClick={() => onEnd(session.id)}
                sx={{ flex: 'none' }}
              >
                {t('sessions.end')}
              </Button>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

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
      {sessions.map((it) => {
        const name = browserOf(it.userAgent) ?? t('sessions.unknown');
        return (
          <Box
            component="li"
            key={it.id}
            data-testid="session"
            data-live={it.isLive}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              py: 1,
              '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.25 }}>
              <Box sx={{ fontWeight: it.isLive ? 600 : 400, overflowWrap: 'anywhere' }}>
                {name}
                {it.isThis === true && ` · ${t('sessions.this')}`}
              </Box>
              <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
                {it.address} ·{' '}
                {it.isLive
                  ? t('sessions.live', { since: format.dateTime(it.createdAt), until: format.dateTime(it.expiresAt) })
                  : t('sessions.over', {
                      since: format.dateTime(it.createdAt),
                      at: format.dateTime(it.endedAt ?? it.expiresAt),
                    })}
              </Box>
            </Box>
            {it.isLive && onEnd !== undefined && (
              <Button
                color="inherit"
                variant="outlined"
                aria-label={t('sessions.endOne', { name })}
                onClick={() => onEnd(it.id)}
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

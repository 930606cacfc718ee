import type { SignInSession } from '@munjigi/contract';
import { browserOf } from '@munjigi/rules';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { NamedRow } from '../../../ui/list/named-row.tsx';

interface SessionListProps {
  readonly sessions: readonly (SignInSession & { readonly isThis?: boolean })[];
  readonly onEnd?: (sessionId: string) => void;
}

/** A person's current and past sessions with browser, address, start and end. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  const { t } = useTranslation('users');
  const format = useFormat();
  if (sessions.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('sessions.none')}</Box>;
  return (
    <Box component="ul" aria-label={t('sessions.title')} sx={PLAIN_LIST}>
      {sessions.map((session) => {
        const name = browserOf(session.userAgent) ?? t('sessions.unknown');
        return (
          <NamedRow
            key={session.id}
            data-testid="session"
            data-live={session.isLive}
            name={
              <>
                {name}
                {session.isThis === true && ` · ${t('sessions.this')}`}
              </>
            }
            isNameBold={session.isLive}
            details={
              <>
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
              </>
            }
            action={
              session.isLive && onEnd !== undefined
                ? { label: t('sessions.endOne', { name }), text: t('sessions.end'), onClick: () => onEnd(session.id) }
                : null
            }
          />
        );
      })}
    </Box>
  );
}

import type { CalendarFeed } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { RemoveButton } from '../../ui/list/named-row.tsx';
import { RowCard } from '../../ui/list/row-card.tsx';

interface FeedListProps {
  readonly feeds: readonly CalendarFeed[];
  readonly nameOf: (feed: CalendarFeed) => string;
  /** Absent for people who cannot revoke feeds. */
  readonly onRevoke?: ((feed: CalendarFeed) => void) | undefined;
}

/** Lists calendar feeds with their content, their creation and their last read. */
export function FeedList({ feeds, nameOf, onRevoke }: FeedListProps) {
  const { t } = useTranslation('calendar-feeds');
  const format = useFormat();
  return (
    <RowCard>
      {feeds.map((feed) => (
        <Box
          component="li"
          key={feed.id}
          data-testid="feed"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 1.5 }}
        >
          <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
            <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{nameOf(feed)}</Box>
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
              {t('made', { when: format.dateTime(feed.createdAt) })} ·{' '}
              {feed.lastReadAt === null ? t('neverRead') : t('read', { when: format.relative(feed.lastReadAt) })}
            </Box>
          </Box>
          {onRevoke !== undefined && (
            <RemoveButton
              text={t('revoke')}
              label={t('revoke_named', { name: nameOf(feed) })}
              onClick={() => onRevoke(feed)}
            />
          )}
        </Box>
      ))}
    </RowCard>
  );
}

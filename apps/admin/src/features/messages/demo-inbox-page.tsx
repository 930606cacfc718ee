import type { DemoInboxItem } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListResults, ListSkeleton } from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { useDemoInbox } from './demo-inbox.api.ts';
import { MessageText } from './message-text.tsx';
import { useMessageWords } from './message-words.ts';

/** `/dashboard/system/demo-inbox`: what guests and staff of the demo received from the virtual providers, newest first. */
export function DemoInboxPage() {
  const { t } = useTranslation('messages');
  const inbox = useDemoInbox(useProduct(), { isPolled: true });
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader
        title={t('inbox.title')}
        text={t('inbox.text')}
        actions={
          <Button component={Link} to="/dashboard/system/messages" variant="outlined" color="inherit">
            {t('title')}
          </Button>
        }
      />
      <ListResults query={inbox} skeleton={<ListSkeleton rows={4} height={96} />}>
        {(items) =>
          items === null ? (
            <EmptyState icon="notification" title={t('inbox.noneTitle')} text={t('inbox.noneText')} />
          ) : items.length === 0 ? (
            <EmptyState icon="notification" title={t('inbox.emptyTitle')} text={t('inbox.emptyText')} />
          ) : (
            <Inbox items={items} />
          )
        }
      </ListResults>
    </Box>
  );
}

/** The received messages, as wide as a phone. */
function Inbox({ items }: { readonly items: readonly DemoInboxItem[] }) {
  const { t } = useTranslation('messages');
  return (
    <Box
      component="ol"
      aria-label={t('inbox.title')}
      sx={{
        ...PLAIN_LIST,
        width: '100%',
        maxWidth: 420,
        justifySelf: 'center',
        display: 'grid',
        gap: 1.5,
      }}
    >
      {items.map((item) => (
        <InboxItem key={item.id} item={item} />
      ))}
    </Box>
  );
}

function InboxItem({ item: { channel, to, from, subject, body, receivedAt } }: { readonly item: DemoInboxItem }) {
  const { t } = useTranslation('messages');
  const words = useMessageWords();
  const format = useFormat();
  return (
    <Card
      component="li"
      variant="outlined"
      data-testid="inbox-item"
      data-channel={channel}
      sx={{ p: 1.5, display: 'grid', gap: 0.75, typography: 'body2' }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <strong>{words.channel(channel)}</strong>
        <Box
          component="time"
          dateTime={receivedAt}
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {format.dateTime(receivedAt)}
        </Box>
      </Box>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {t('inbox.fromTo', { from, to })}
      </Box>
      <MessageText label={t('drawer.text')} subject={subject} body={body} />
    </Card>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddressValues } from '../../session/address-values.ts';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { clearedFilter, countActiveFields } from '../../ui/list/address-filter.ts';
import { pageParam } from '../../ui/list/list-position.ts';
import { ListCard, ListResults, ListSkeleton, NothingFound } from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useZone } from '../../ui/time/zone.ts';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { useDemoInbox } from './demo-inbox.api.ts';
import { MessageDrawer } from './message-drawer.tsx';
import { MESSAGE_FILTER_FIELDS, readMessageFilter, readMessagePosition } from './message-filter.ts';
import { MessageFilters } from './message-filters.tsx';
import { MessageList } from './message-list.tsx';
import { MESSAGE_PAGE_SIZE, useMessages } from './messages.api.ts';

/** The parameters of the place in the list, and of the open message. */
const OF_PAGE = ['page', 'message'] as const;

/** `/dashboard/system/messages`: the messages to guests, whether they arrived, and sending them again (MS-10). */
export function MessagesPage() {
  const { t } = useTranslation('messages');
  const product = useProduct();
  const { storeId, stores } = useStoreChoice();
  const { params, change } = useAddressValues(OF_PAGE);
  const filter = readMessageFilter(params, storeId, useZone());
  const { page, opened } = readMessagePosition(params);
  const list = useMessages(product, filter, page);
  const clear = () => change(clearedFilter(MESSAGE_FILTER_FIELDS));
  const open = (messageId: string) => change({ message: messageId });
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} actions={<PageLinks />} />
      <MessageFilters filter={filter} onChange={change} onClear={clear} />
      <ListResults query={list} skeleton={<ListSkeleton rows={8} height={52} testId="messages-loading" />}>
        {({ items, total, isTotalExact }) =>
          items.length === 0 ? (
            <NothingFound
              texts={t}
              icon="notification"
              isNarrowed={countActiveFields(MESSAGE_FILTER_FIELDS, filter) > 0 || page > 0}
              onClear={clear}
            />
          ) : (
            <ListCard isOld={list.isPlaceholderData}>
              <MessageList items={items} showsStore={storeId === null && stores.length > 1} onOpen={open} />
              <Pager
                page={page}
                size={MESSAGE_PAGE_SIZE}
                total={total}
                isTotalExact={isTotalExact}
                onPage={(next) => change({ page: pageParam(next) })}
              />
            </ListCard>
          )
        }
      </ListResults>
      {opened !== null && (
        <MessageDrawer messageId={opened} onClose={() => change({ message: '' })} onResent={({ id }) => open(id)} />
      )}
    </Box>
  );
}

/** The ways to the templates and, in a demo, to what the guests received. */
function PageLinks() {
  const { t } = useTranslation('messages');
  const inbox = useDemoInbox(useProduct());
  return (
    <>
      {inbox.data != null && (
        <Button component={Link} to="/dashboard/system/demo-inbox" variant="outlined" color="inherit">
          {t('inbox.title')}
        </Button>
      )}
      <Button component={Link} to="/dashboard/system/message-templates" variant="outlined" color="inherit">
        {t('template.title')}
      </Button>
    </>
  );
}

import type { GuestBlock, BlockState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues, type AddressValues } from '../../session/address-values.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { FilterGrid } from '../../ui/list/filter-bar.tsx';
import { pageParam, readWholeNumber } from '../../ui/list/list-position.ts';
import { ListCard, ListResults, ListSkeleton, NothingFound } from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { BlockGuestDialog } from './block-guest-dialog.tsx';
import { BlockedGuestList } from './blocked-guest-list.tsx';
import { BLOCKS_ON_A_PAGE, useBlockedGuests, type BlockFilter } from './guest-profiles.api.ts';
import { UnblockGuestDialog } from './unblock-guest-dialog.tsx';

const OF_PAGE = ['page'] as const;
const STATES: readonly BlockState[] = ['ACTIVE', 'ENDED'];

/** `/dashboard/blocked-guest`: the guests who cannot book, with the reason, the author and the end (RG-3). */
export function BlockedGuestsPage() {
  const { t } = useTranslation('guest-profiles');
  const canWrite = useCan()('reservations:write');
  const { params, change } = useAddressValues(OF_PAGE);
  const { storeId } = useStoreChoice();
  const filter: BlockFilter = {
    storeId,
    state: STATES.find((state) => state === params.get('state')) ?? null,
    page: readWholeNumber(params, 'page', 999_999),
  };
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          canWrite && (
            <Button variant="contained" onClick={() => setIsAdding(true)}>
              {t('block.open')}
            </Button>
          )
        }
      />
      <FilterGrid label={t('filter.label')} columns="220px" alignItems="start">
        <Choice
          label={t('column.state')}
          all={t('filter.all')}
          value={filter.state ?? ''}
          options={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
          onPick={(value) => change({ state: value })}
        />
      </FilterGrid>
      <BlockedGuestResults filter={filter} onChange={change} canWrite={canWrite} />
      {isAdding && <BlockGuestDialog reservationId={null} storeId={storeId} onClose={() => setIsAdding(false)} />}
    </Box>
  );
}

interface BlockedGuestResultsProps {
  readonly filter: BlockFilter;
  readonly onChange: AddressValues['change'];
  readonly canWrite: boolean;
}

function BlockedGuestResults({ filter, onChange, canWrite }: BlockedGuestResultsProps) {
  const { t } = useTranslation('guest-profiles');
  const list = useBlockedGuests(useProduct(), filter);
  const [ending, setEnding] = useState<GuestBlock | null>(null);
  const { stores } = useStoreChoice();
  const isNarrowed = filter.state !== null || filter.page > 0 || (filter.storeId !== null && stores.length > 1);
  return (
    <>
      <ListResults query={list} skeleton={<ListSkeleton rows={5} height={60} testId="blocks-loading" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <NothingFound
              texts={t}
              icon="lock"
              isNarrowed={isNarrowed}
              onClear={() => onChange({ state: '', store: '' })}
            />
          ) : (
            <ListCard isOld={list.isPlaceholderData}>
              <BlockedGuestList blocks={items} onUnblock={canWrite ? setEnding : null} />
              <Pager
                page={filter.page}
                size={BLOCKS_ON_A_PAGE}
                total={total}
                onPage={(page) => onChange({ page: pageParam(page) })}
              />
            </ListCard>
          )
        }
      </ListResults>
      {ending !== null && <UnblockGuestDialog block={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

import { CASH_RECEIPT_STATES } from '@munjigi/contract/receipt-values';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../session/address-values.ts';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { FileExport } from '../../ui/form/file-export.tsx';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { useFormat } from '../../ui/format.ts';
import { choiceField, patternField, readFilterFields } from '../../ui/list/address-filter.ts';
import { FilterGrid } from '../../ui/list/filter-bar.tsx';
import { pageParam, readWholeNumber } from '../../ui/list/list-position.ts';
import { ListCard, ListResults, ListSkeleton, NothingFound } from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { latestMonths } from '../../ui/time/latest-months.ts';
import { useBusinessToday } from '../../ui/time/use-business-today.ts';
import { RECEIPTS_ON_A_PAGE, useListedReceipts, useReceiptExport, type ReceiptFilter } from './cash-receipts.api.ts';
import { ReceiptTable } from './receipt-table.tsx';

const OF_PAGE = ['page'] as const;
const MONTHS = 24;
const STATES = ['DUE', ...CASH_RECEIPT_STATES] as const;
const FIELDS = {
  state: choiceField('state', STATES),
  month: patternField('month', /^20\d{2}-(0[1-9]|1[0-2])$/),
};

/** `/dashboard/cash-receipt`: the cash receipts of the stores, and their file (CR-14). */
export function CashReceiptsPage() {
  const { t, i18n } = useTranslation('cash-receipts');
  const product = useProduct();
  const { storeId, stores } = useStoreChoice();
  const { params, change } = useAddressValues(OF_PAGE);
  const filter: ReceiptFilter = { ...readFilterFields(FIELDS, params), storeId };
  const page = readWholeNumber(params, 'page', 999_999);
  const list = useListedReceipts(product, filter, page);
  const file = useReceiptExport(product, filter, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  const isNarrowed =
    filter.state !== null || filter.month !== null || page > 0 || (storeId !== null && stores.length > 1);
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} actions={<FileExport file={file} />} />
      <ReceiptFilters filter={filter} onChange={change} />
      <ListResults query={list} skeleton={<ListSkeleton rows={5} height={60} testId="receipts-loading" />}>
        {({ items, total, isTotalExact }) =>
          items.length === 0 ? (
            <NothingFound
              texts={t}
              icon="payments"
              isNarrowed={isNarrowed}
              onClear={() => change({ state: '', month: '', store: '' })}
            />
          ) : (
            <ListCard isOld={list.isPlaceholderData}>
              <ReceiptTable receipts={items} stores={storeId === null && stores.length > 1 ? stores : []} />
              <Pager
                page={page}
                size={RECEIPTS_ON_A_PAGE}
                total={total}
                isTotalExact={isTotalExact}
                onPage={(next) => change({ page: pageParam(next) })}
              />
            </ListCard>
          )
        }
      </ListResults>
    </Box>
  );
}

interface ReceiptFiltersProps {
  readonly filter: ReceiptFilter;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

function ReceiptFilters({ filter, onChange }: ReceiptFiltersProps) {
  const { t } = useTranslation(['cash-receipts', 'payments']);
  const format = useFormat();
  const monthOf = (month: string) => format.month(`${month}-01`);
  return (
    <FilterGrid label={t('filter.label')} columns="220px 220px" alignItems="start">
      <Choice
        label={t('filter.state')}
        all={t('filter.all')}
        value={filter.state ?? ''}
        options={STATES.map((value) => ({
          value,
          label: value === 'DUE' ? t('filter.due') : t(`payments:cashReceipts.state.${value}`),
        }))}
        onPick={(state) => onChange({ state })}
      />
      <Choice
        label={t('filter.month')}
        all={t('filter.all')}
        value={filter.month ?? ''}
        options={latestMonths(useBusinessToday(), MONTHS).map((value) => ({ value, label: monthOf(value) }))}
        unlisted={filter.month === null ? '' : monthOf(filter.month)}
        onPick={(month) => onChange({ month })}
      />
    </FilterGrid>
  );
}

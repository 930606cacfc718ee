import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { useAddressValues } from '../../session/address-values.ts';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { clearedFilter, countActiveFields, type ChangeAddress } from '../../ui/list/address-filter.ts';
import { ClearFilter, FilterGrid } from '../../ui/list/filter-bar.tsx';
import { pageParam } from '../../ui/list/list-position.ts';
import { ListResults, ListSkeleton, NothingFound } from '../../ui/list/list-states.tsx';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import { IncidentCard } from './incident-card.tsx';
import {
  INCIDENT_FILTER_FIELDS,
  readIncidentFilter,
  readIncidentPosition,
  type IncidentFilter,
} from './incident-filter.ts';
import { INCIDENT_PAGE_SIZE, useIncidents } from './incidents.api.ts';
import { INCIDENT_KIND_CHOICES } from './on-call-choices.ts';

/** The parameters of the place in the list. */
const OF_LIST = ['page', 'incident'] as const;

/** The incidents of the chosen store or of all, newest first (OC-2). */
export function IncidentsPart() {
  const { t } = useTranslation('on-call');
  const { storeId } = useStoreChoice();
  const { params, change } = useAddressValues(OF_LIST);
  const filter = readIncidentFilter(params, storeId);
  const { page, pointed } = readIncidentPosition(params);
  const list = useIncidents(useProduct(), filter, page);
  const clear = () => change(clearedFilter(INCIDENT_FILTER_FIELDS));
  const activeCount = countActiveFields(INCIDENT_FILTER_FIELDS, filter);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <IncidentFilters filter={filter} activeCount={activeCount} onChange={change} onClear={clear} />
      <ListResults query={list} skeleton={<ListSkeleton rows={4} height={96} testId="incidents-loading" />}>
        {({ items, total, isTotalExact }) =>
          items.length === 0 ? (
            <NothingFound texts={t} icon="check" isNarrowed={filter.kind !== null || page > 0} onClear={clear} />
          ) : (
            <Box
              aria-busy={list.isPlaceholderData}
              sx={{ display: 'grid', gap: 1.5, maxWidth: FORM_WIDTH, gridTemplateColumns: 'minmax(0, 1fr)' }}
            >
              {items.map((incident) => (
                <IncidentCard key={incident.id} incident={incident} isPointed={incident.id === pointed} />
              ))}
              <Pager
                page={page}
                size={INCIDENT_PAGE_SIZE}
                total={total}
                isTotalExact={isTotalExact}
                onPage={(next) => change({ page: pageParam(next) })}
              />
            </Box>
          )
        }
      </ListResults>
    </Box>
  );
}

interface IncidentFiltersProps {
  readonly filter: IncidentFilter;
  readonly activeCount: number;
  readonly onChange: ChangeAddress;
  readonly onClear: () => void;
}

function IncidentFilters({ filter, activeCount, onChange, onClear }: IncidentFiltersProps) {
  const { t } = useTranslation('on-call');
  return (
    <FilterGrid label={t('filter.label')} columns="220px 220px auto 1fr" alignItems="center">
      <Choice
        label={t('filter.show')}
        all={t('filter.pending')}
        value={filter.show ?? ''}
        onPick={(show) => onChange({ show })}
        options={[{ value: 'ALL', label: t('filter.withEnded') }]}
      />
      <Choice
        label={t('filter.kind')}
        all={t('filter.all')}
        value={filter.kind ?? ''}
        onPick={(kind) => onChange({ kind })}
        options={INCIDENT_KIND_CHOICES.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      {activeCount > 0 && <ClearFilter texts={t} activeCount={activeCount} onClear={onClear} />}
    </FilterGrid>
  );
}

import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useZoneHint } from '../../session/store-choice.ts';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { clearedFilter, countActiveFields, type ChangeAddress } from '../../ui/list/address-filter.ts';
import { FilterPeriodFields } from '../../ui/list/filter-bar.tsx';
import { DELIVERY_FILTER_FIELDS, DELIVERY_STATES, type DeliveryFilter } from './delivery-filter.ts';
import { MESSAGE_TYPES } from './webhook-types.ts';

interface DeliveryFiltersProps {
  readonly filter: DeliveryFilter;
  readonly endpoints: readonly WebhookEndpoint[];
  readonly onChange: ChangeAddress;
}

/** Filters deliveries by endpoint, state, type and time (SH-6). */
export function DeliveryFilters({ filter, endpoints, onChange }: DeliveryFiltersProps) {
  const { t } = useTranslation('webhooks');
  const all = t('delivery.all');
  return (
    <Box role="search" aria-label={t('delivery.filter')} sx={{ display: 'grid', gap: 1.75 }}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 1,
          rowGap: 1.75,
          gridTemplateColumns: { xs: '1fr 1fr', md: '2fr repeat(4, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, minWidth: 0 }}>
          <Choice
            label={t('delivery.endpoint')}
            all={all}
            value={filter.endpointId ?? ''}
            onPick={(endpoint) => onChange({ endpoint })}
            options={endpoints.map(({ id, url, description }) => ({
              value: id,
              label: description === '' ? url : `${description} (${url})`,
            }))}
          />
        </Box>
        <Choice
          label={t('delivery.stateLabel')}
          all={all}
          value={filter.state ?? ''}
          onPick={(state) => onChange({ state })}
          options={DELIVERY_STATES.map((value) => ({ value, label: t(`delivery.state.${value}`) }))}
        />
        <Choice
          label={t('delivery.typeLabel')}
          all={all}
          value={filter.type ?? ''}
          onPick={(type) => onChange({ type })}
          options={MESSAGE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        <FilterPeriodFields
          period={filter}
          labels={{ from: t('delivery.from'), to: t('delivery.to'), invalid: t('delivery.invalidPeriod') }}
          hint={useZoneHint()}
          onChange={onChange}
        />
      </Box>
      <Button
        color="inherit"
        disabled={countActiveFields(DELIVERY_FILTER_FIELDS, filter) === 0}
        sx={{ justifySelf: 'start' }}
        onClick={() => onChange(clearedFilter(DELIVERY_FILTER_FIELDS))}
      >
        {t('delivery.clear')}
      </Button>
    </Box>
  );
}

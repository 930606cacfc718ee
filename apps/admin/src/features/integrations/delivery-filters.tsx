import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useZoneHint } from '../../app/store-choice.ts';
import { Choice, Day } from '../../ui/form/filter-fields.tsx';
import { DELIVERY_STATES, FILTER_NAMES, isNarrowed, type DeliveryFilter } from './delivery-filter.ts';
import { MESSAGE_TYPES } from './webhook-types.ts';

interface DeliveryFiltersProps {
  readonly filter: DeliveryFilter;
  readonly endpoints: readonly WebhookEndpoint[];
  /** Values by their parameter in the address; empty ones are removed from it. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** Filters deliveries by endpoint, state, type and time (SH-6). */
export function DeliveryFilters({ filter, endpoints, onChange }: DeliveryFiltersProps) {
  const { t } = useTranslation('outgoing-webhooks');
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
              text: description === '' ? url : `${description} (${url})`,
            }))}
          />
        </Box>
        <Choice
          label={t('delivery.stateLabel')}
          all={all}
          value={filter.state ?? ''}
          onPick={(state) => onChange({ state })}
          options={DELIVERY_STATES.map((value) => ({ value, text: t(`delivery.state.${value}`) }))}
        />
        <Choice
          label={t('delivery.typeLabel')}
          all={all}
          value={filter.type ?? ''}
          onPick={(type) => onChange({ type })}
          options={MESSAGE_TYPES.map((value) => ({ value, text: t(`type.${value}`) }))}
        />
        <PeriodFields filter={filter} onChange={onChange} />
      </Box>
      <Button
        color="inherit"
        disabled={!isNarrowed(filter)}
        sx={{ justifySelf: 'start' }}
        onClick={() => onChange(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])))}
      >
        {t('delivery.clear')}
      </Button>
    </Box>
  );
}

function PeriodFields({ filter: { from, to }, onChange }: Pick<DeliveryFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('outgoing-webhooks');
  const zoneHint = useZoneHint();
  const isPeriodBad = from !== null && to !== null && to < from;
  return (
    <>
      <Day label={t('delivery.from')} value={from} onPick={(day) => onChange({ from: day })} hint={zoneHint} error="" />
      <Day
        label={t('delivery.to')}
        value={to}
        onPick={(day) => onChange({ to: day })}
        error={isPeriodBad ? t('delivery.invalidPeriod') : ''}
      />
    </>
  );
}

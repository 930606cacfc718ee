import type { WebhookDelivery } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { OpeningRow } from '../../ui/list/opening-row.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { tryWords } from './try-words.ts';

interface DeliveryListProps {
  readonly items: readonly WebhookDelivery[];
  /** The endpoint in words; empty when the filter names it. */
  readonly endpointName: (endpointId: string) => string;
  readonly onOpen: (deliveryId: string) => void;
}

/** The messages, each of which can be opened. */
export function DeliveryList({ items, endpointName, onOpen }: DeliveryListProps) {
  const { t } = useTranslation('webhooks');
  return (
    <Box component="ul" aria-label={t('delivery.list')} sx={PLAIN_LIST}>
      {items.map((delivery) => (
        <DeliveryRow
          key={delivery.id}
          delivery={delivery}
          endpointName={endpointName(delivery.endpointId)}
          onOpen={() => onOpen(delivery.id)}
        />
      ))}
    </Box>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly endpointName: string;
  readonly onOpen: () => void;
}

/** One message: its state, its type, why the last attempt failed, and when it was created. */
function DeliveryRow({ delivery, endpointName, onOpen }: DeliveryRowProps) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  return (
    <OpeningRow
      testId="webhook-delivery"
      state={delivery.state}
      columns={{ xs: '1fr auto', md: '140px minmax(0, 1fr) 90px 150px' }}
      minHeight={52}
      onOpen={onOpen}
    >
      <DeliveryState delivery={delivery} />
      <DeliverySummary delivery={delivery} endpointName={endpointName} />
      <Box
        component="span"
        sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', gridRow: { xs: 3, md: 'auto' } }}
      >
        {delivery.attempts === 0 ? t('delivery.noAttempt') : t('delivery.attempts', { count: delivery.attempts })}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', justifySelf: 'end' }}>
        {format.dateTime(delivery.createdAt)}
      </Box>
    </OpeningRow>
  );
}

/** The type, the endpoint, why the last attempt failed, and the time of the next one. */
function DeliverySummary({ delivery, endpointName }: Pick<DeliveryRowProps, 'delivery' | 'endpointName'>) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { type, state, tries, attempts, nextAt } = delivery;
  const [last] = tries;
  const why =
    state === 'DELIVERED' || last === undefined
      ? ''
      : t(`try.${tryWords(last)}`, { status: last.status, code: last.error });
  const next = nextAt !== null && attempts > 0 ? t('delivery.nextAt', { when: format.dateTime(nextAt) }) : '';
  return (
    <Box
      component="span"
      sx={{
        gridColumn: { xs: '1 / -1', md: 'auto' },
        gridRow: { xs: 2, md: 'auto' },
        minWidth: 0,
        overflowWrap: 'anywhere',
      }}
    >
      <Box component="span" sx={{ fontWeight: 600 }}>
        {t(`type.${type}`)}
      </Box>
      {[endpointName, why, next]
        .filter((text) => text !== '')
        .map((text) => (
          <Box key={text} component="span" sx={{ color: 'text.secondary' }}>{` · ${text}`}</Box>
        ))}
    </Box>
  );
}

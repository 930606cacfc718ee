import type { WebhookDelivery } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { DeliveryState } from './delivery-state.tsx';
import { tryWords } from './try-words.ts';

interface DeliveryListProps {
  readonly items: readonly WebhookDelivery[];
  /** The endpoint in words; empty when the filter names it. */
  readonly endpointName: (endpointId: string) => string;
  readonly onOpen: (deliveryId: string) => void;
}

export function DeliveryList({ items, endpointName, onOpen }: DeliveryListProps) {
  const { t } = useTranslation('outgoing-webhooks');
  return (
    <Box component="ul" aria-label={t('delivery.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {items.map((it) => (
        <Row key={it.id} delivery={it} endpointName={endpointName(it.endpointId)} onOpen={() => onOpen(it.id)} />
      ))}
    </Box>
  );
}

/** One message: its state, its type, why the last try failed, when it was created. */
function Row({
  delivery: it,
  endpointName,
  onOpen,
}: {
  readonly delivery: WebhookDelivery;
  readonly endpointName: string;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('outgoing-webhooks');
  const format = useFormat();
  const [last] = it.tries;
  const why =
    it.state === 'DELIVERED' || last === undefined
      ? ''
      : t(`try.${tryWords(last)}`, { status: last.status, code: last.error });
  const next = it.nextAt !== null && it.attempts > 0 ? t('delivery.nextAt', { when: format.dateTime(it.nextAt) }) : '';
  return (
    <Box
      component="li"
      data-testid="webhook-delivery"
      data-state={it.state}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      <ButtonBase
        onClick={onOpen}
        sx={{
          width: '100%',
          minHeight: 52,
          textAlign: 'left',
          typography: 'body2',
          px: 1.5,
          py: 1.25,
          display: 'grid',
          columnGap: 2,
          rowGap: 0.25,
          alignItems: 'center',
          justifyItems: 'start',
          gridTemplateColumns: { xs: '1fr auto', md: '140px minmax(0, 1fr) 90px 150px' },
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <DeliveryState delivery={it} />
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
            {t(`type.${it.type}`)}
          </Box>
          {[endpointName, why, next]
            .filter((text) => text !== '')
            .map((text) => (
              <Box key={text} component="span" sx={{ color: 'text.secondary' }}>{` · ${text}`}</Box>
            ))}
        </Box>
        <Box
          component="span"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', gridRow: { xs: 3, md: 'auto' } }}
        >
          {it.attempts === 0 ? t('delivery.noAttempt') : t('delivery.attempts', { count: it.attempts })}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', justifySelf: 'end' }}>
          {format.dateTime(it.createdAt)}
        </Box>
      </ButtonBase>
    </Box>
  );
}

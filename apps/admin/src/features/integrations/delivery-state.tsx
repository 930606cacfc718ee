import type { WebhookDelivery } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icon.tsx';

const LOOKS: Readonly<Record<WebhookDelivery['state'], readonly [icon: IconName, colour: string]>> = {
  PENDING: ['history', 'text.secondary'],
  DELIVERED: ['check', 'success.main'],
  FAILED: ['error', 'error.main'],
  DROPPED: ['info', 'text.secondary'],
};

/** The words of a state; a pending delivery with a failed try has other words than one without tries. */
function stateKey({ state, attempts }: Pick<WebhookDelivery, 'state' | 'attempts'>): string {
  return state === 'PENDING' && attempts > 0 ? 'delivery.waiting' : `delivery.state.${state}`;
}

/** The state as word, icon and colour. */
export function DeliveryState({ delivery }: { readonly delivery: Pick<WebhookDelivery, 'state' | 'attempts'> }) {
  const { t } = useTranslation('outgoing-webhooks');
  const isWaiting = delivery.state === 'PENDING' && delivery.attempts > 0;
  const [icon, colour] = isWaiting ? (['warning', 'warning.main'] as const) : LOOKS[delivery.state];
  return (
    <Box
      component="span"
      data-testid="delivery-state"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: colour, fontWeight: 600 }}
    >
      <Icon name={icon} size={16} />
      {t(stateKey(delivery))}
    </Box>
  );
}

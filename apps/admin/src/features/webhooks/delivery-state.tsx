import type { WebhookDelivery } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';

const TONES: Readonly<Record<WebhookDelivery['state'], ToneStyle>> = {
  PENDING: ['history', 'text.secondary'],
  DELIVERED: ['check', 'success.main'],
  FAILED: ['error', 'error.main'],
  DROPPED: ['info', 'text.secondary'],
};

/** The words of a state; a pending delivery with a failed try has other words than one without tries. */
function stateKey({ state, attempts }: Pick<WebhookDelivery, 'state' | 'attempts'>): string {
  return state === 'PENDING' && attempts > 0 ? 'delivery.waiting' : `delivery.state.${state}`;
}

export function DeliveryState({ delivery }: { readonly delivery: Pick<WebhookDelivery, 'state' | 'attempts'> }) {
  const { t } = useTranslation('webhooks');
  const isWaiting = delivery.state === 'PENDING' && delivery.attempts > 0;
  return (
    <ToneLabel data-testid="delivery-state" tone={isWaiting ? ['warning', 'warning.main'] : TONES[delivery.state]}>
      {t(stateKey(delivery))}
    </ToneLabel>
  );
}

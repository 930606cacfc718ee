import type { WebhookDelivery, WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { FactList, type Fact } from '../../ui/fact-list.tsx';
import { NoticeDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { RawText } from '../../ui/raw-text.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { DeliveryState } from './delivery-state.tsx';
import { TryTable } from './try-table.tsx';
import { useDelivery, useReplayDelivery } from './webhook-deliveries.api.ts';
import { useWebhookEndpoints } from './webhook-endpoints.api.ts';

interface DeliveryDialogProps {
  readonly deliveryId: string;
  readonly onClose: () => void;
}

/**
 * A message with its attempts and its body, refreshed while it is under way. People with the capability can send it
 * again.
 */
export function DeliveryDialog({ deliveryId, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation(['webhooks', 'form']);
  const product = useProduct();
  const can = useCan();
  const format = useFormat();
  const { data, error } = useDelivery(product, deliveryId);
  const endpoints = useWebhookEndpoints(product).data?.items;
  const replay = useReplayDelivery(product);
  const delivery = data?.delivery;
  const endpoint = endpoints?.find(({ id }) => id === delivery?.endpointId);
  const hindrance = endpoints === undefined || delivery === undefined ? null : findHindrance(endpoint);
  const replayDelivery = () => {
    if (replay.isPending) return;
    replay.mutate(deliveryId, {
      onSuccess: () => toast.success(t('delivery.replayed')),
      onError: (problem) => toast.error(problemText(t, problem)),
    });
  };
  const factsOf = ({ createdAt, type, messageId }: WebhookDelivery): readonly Fact[] => [
    [t('delivery.sentTo'), endpoint?.url ?? t('delivery.removedEndpoint')],
    [t('delivery.made'), format.dateTime(createdAt)],
    [t('delivery.typeCode'), type],
    [t('delivery.id'), messageId],
  ];
  const mayReplay = can('webhooks:write') && delivery !== undefined;
  return (
    <NoticeDialog
      title={delivery === undefined ? t('delivery.message') : t(`type.${delivery.type}`)}
      closeLabel={t('close')}
      maxWidth="md"
      sx={{ display: 'grid', gap: 2, typography: 'body2' }}
      onClose={onClose}
      action={
        mayReplay &&
        hindrance === null && (
          <Button variant="contained" onClick={replayDelivery} aria-disabled={replay.isPending}>
            {t(delivery.state === 'PENDING' ? 'delivery.sendNow' : 'delivery.replay')}
          </Button>
        )
      }
    >
      {data === undefined && <ProblemAlert error={error} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={240} aria-busy="true" />}
      {data !== undefined && (
        <>
          <Outcome delivery={data.delivery} />
          <FactList facts={factsOf(data.delivery)} rowGap={0.5} />
          <TryTable tries={data.delivery.tries} attempts={data.delivery.attempts} />
          <MessageBody body={data.body} />
          {mayReplay && hindrance !== null && <Box role="status">{t(`delivery.${hindrance}`)}</Box>}
        </>
      )}
    </NoticeDialog>
  );
}

/** Why nothing can be sent to this endpoint; `undefined`: the endpoint was removed. */
function findHindrance(endpoint: WebhookEndpoint | undefined): 'isRemoved' | 'isOff' | null {
  if (endpoint === undefined) return 'isRemoved';
  return endpoint.state === 'ENABLED' ? null : 'isOff';
}

function Outcome({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'baseline' }}>
      <DeliveryState delivery={delivery} />
      <span>
        {delivery.nextAt !== null && delivery.attempts > 0
          ? t('delivery.nextAt', { when: format.dateTime(delivery.nextAt) })
          : t(`delivery.stateText.${delivery.state}`)}
      </span>
    </Box>
  );
}

function MessageBody({ body }: { readonly body: string }) {
  const { t } = useTranslation('webhooks');
  return (
    <Box component="section" aria-label={t('delivery.body')}>
      <Box component="h3" sx={{ typography: 'subtitle2', m: 0 }}>
        {t('delivery.body')}
      </Box>
      <Box sx={{ color: 'text.secondary', mb: 0.5 }}>{t('delivery.bodyHint')}</Box>
      <RawText label={t('delivery.body')} text={readable(body)} testId="delivery-body" />
    </Box>
  );
}

/** Formats the body, which is sent as one line. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch (error) {
    console.warn('A message is not JSON', error);
    return body;
  }
}

import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { Unread } from '../../ui/form/unread.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { EditEndpointDialog } from './edit-endpoint-dialog.tsx';
import { NewEndpointDialog } from './new-endpoint-dialog.tsx';
import { RemoveEndpointDialog } from './remove-endpoint-dialog.tsx';
import { RenewSecretDialog } from './renew-secret-dialog.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { RowCard } from '../../ui/list/row-card.tsx';
import { useTestEndpoint, useWebhookEndpoints } from './webhook-endpoints.api.ts';
import { WebhookEndpointRow, type EndpointAct } from './webhook-endpoint-row.tsx';

const DIALOGS = { edit: EditEndpointDialog, renew: RenewSecretDialog, remove: RemoveEndpointDialog } as const;

/** Webhooks to the chain's systems (AP-7): the endpoints and their state. */
export function WebhookEndpointsSection() {
  const { t } = useTranslation('webhooks');
  const can = useCan();
  const product = useProduct();
  const endpoints = useWebhookEndpoints(product);
  const test = useTestEndpoint(product);
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<{
    readonly what: keyof typeof DIALOGS;
    readonly endpoint: WebhookEndpoint;
  } | null>(null);
  const [tested, setTested] = useState<string | null>(null);
  const mayWrite = can('webhooks:write');
  const act = (what: EndpointAct, endpoint: WebhookEndpoint) => {
    if (what !== 'test') return setOpened({ what, endpoint });
    if (!test.isPending)
      test.mutate(endpoint.id, {
        onSuccess: ({ id }) => setTested(id),
        onError: (error) => toast.error(problemText(t, error)),
      });
  };
  const OpenedDialog = opened === null ? null : DIALOGS[opened.what];
  return (
    <Box component="section" aria-label={t('title')} sx={{ display: 'grid', gap: 1.5 }}>
      <SectionHead title={t('title')} text={t('text')}>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button component={Link} to="/dashboard/system/integrations/delivery" variant="outlined" color="inherit">
            {t('history')}
          </Button>
          {mayWrite && (
            <Button variant="contained" onClick={() => setIsAdding(true)}>
              {t('add')}
            </Button>
          )}
        </Box>
      </SectionHead>
      <Unread query={endpoints} height={110} />
      {endpoints.data?.items.length === 0 && (
        <EmptyState icon="integrations" title={t('emptyTitle')} text={t(mayWrite ? 'emptyText' : 'emptyReadOnly')} />
      )}
      {endpoints.data !== undefined && endpoints.data.items.length > 0 && (
        <EndpointList
          endpoints={endpoints.data.items}
          readAt={endpoints.dataUpdatedAt}
          onAct={mayWrite ? act : undefined}
        />
      )}
      {isAdding && <NewEndpointDialog onClose={() => setIsAdding(false)} />}
      {opened !== null && OpenedDialog !== null && (
        <OpenedDialog endpoint={opened.endpoint} onClose={() => setOpened(null)} />
      )}
      {tested !== null && <DeliveryDialog deliveryId={tested} onClose={() => setTested(null)} />}
    </Box>
  );
}

interface EndpointListProps {
  readonly endpoints: readonly WebhookEndpoint[];
  /** When the list was read, in ms. */
  readonly readAt: number;
  /** `undefined` for people who can only read. */
  readonly onAct: ((what: EndpointAct, endpoint: WebhookEndpoint) => void) | undefined;
}

function EndpointList({ endpoints, readAt, onAct }: EndpointListProps) {
  const { t } = useTranslation('webhooks');
  return (
    <RowCard label={t('list')}>
      {endpoints.map((endpoint) => (
        <WebhookEndpointRow
          key={endpoint.id}
          endpoint={endpoint}
          readAt={readAt}
          onAct={onAct === undefined ? undefined : (what) => onAct(what, endpoint)}
        />
      ))}
    </RowCard>
  );
}

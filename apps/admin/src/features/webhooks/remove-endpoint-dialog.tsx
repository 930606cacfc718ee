import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { useRemoveEndpoint } from './webhook-endpoints.api.ts';

/** Asks for confirmation, because the endpoint's system receives no more messages. */
export function RemoveEndpointDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const remove = useRemoveEndpoint(useProduct());
  return (
    <ActDialog
      title={t('removeDialog.title')}
      confirmLabel={t('remove')}
      mutation={remove}
      input={endpoint.id}
      doneText={t('removeDialog.done')}
      onClose={onClose}
    >
      <Box sx={{ overflowWrap: 'anywhere' }}>{t('removeDialog.text', { url: endpoint.url })}</Box>
    </ActDialog>
  );
}

import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
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
  const confirm = () =>
    remove.mutate(endpoint.id, {
      onSuccess: () => {
        toast.success(t('removeDialog.done'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('removeDialog.title')}
      confirmLabel={t('remove')}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Box sx={{ overflowWrap: 'anywhere' }}>{t('removeDialog.text', { url: endpoint.url })}</Box>
    </ConfirmDialog>
  );
}

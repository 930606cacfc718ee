import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { SecretOnce } from './secret-once.tsx';
import { useRenewSecret } from './webhook-endpoints.api.ts';

/**
 * Asks for confirmation, creates another secret and shows it once. Shows a refusal, such as that another person renewed
 * it first.
 */
export function RenewSecretDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['webhooks', 'form']);
  const renew = useRenewSecret(useProduct(), endpoint.id);
  // The version when the dialog opened, because the list behind the dialog is still updated.
  const [version] = useState(endpoint.version);
  const { data: renewed } = renew;
  return (
    <FormDialog
      title={t(renewed === undefined ? 'secret.renewTitle' : 'renew')}
      submitLabel={renewed === undefined ? t('secret.renewNow') : undefined}
      cancelLabel={renewed === undefined ? undefined : t('close')}
      maxWidth="sm"
      sx={{ typography: 'body2' }}
      isBusy={renew.isPending}
      error={renew.error}
      onSubmit={() => renew.mutate(version)}
      onClose={onClose}
    >
      <Box sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>{endpoint.url}</Box>
      {renewed === undefined ? t('secret.renewText') : <SecretOnce secret={renewed.secret} />}
    </FormDialog>
  );
}

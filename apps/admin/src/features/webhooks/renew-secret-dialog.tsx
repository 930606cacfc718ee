import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { SecretActions, SecretOnce } from './secret-once.tsx';
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
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  // The version when the dialog opened, because the list behind the dialog is still updated.
  const [version] = useState(endpoint.version);
  const { data: renewed } = renew;
  const now = () => {
    if (!renew.isPending)
      renew.mutate(
        { version, idempotencyKey },
        { onError: (error) => isProblem(error) && setIdempotencyKey(crypto.randomUUID()) },
      );
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="renew-title">
      <DialogTitle id="renew-title">{t(renewed === undefined ? 'secret.renewTitle' : 'renew')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, typography: 'body2', '&&': { pt: 1 } }}>
        <Box sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>{endpoint.url}</Box>
        {renewed === undefined ? t('secret.renewText') : <SecretOnce secret={renewed.secret} />}
        <ProblemAlert error={renew.error} />
      </DialogContent>
      <SecretActions isMade={renewed !== undefined} onClose={onClose}>
        <Button variant="contained" aria-disabled={renew.isPending} onClick={now}>
          {t('secret.renewNow')}
        </Button>
      </SecretActions>
    </Dialog>
  );
}

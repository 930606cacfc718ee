import type { ApiKey } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRevokeApiKey } from './integrations.api.ts';

/** Asks for confirmation before a key is revoked. */
export function RevokeKeyDialog({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const revoke = useRevokeApiKey(useProduct());
  const confirm = () =>
    revoke.mutate(apiKey.id, {
      onSuccess: () => {
        toast.success(t('keys.revoked'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('keys.revokeTitle', { name: apiKey.name })}
      confirmLabel={t('keys.revoke')}
      isDangerous
      isBusy={revoke.isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      {t('keys.revokeText')}
      {revoke.error !== null && (
        <Box role="alert" sx={{ color: 'error.main', mt: 1 }}>
          {problemText(t, revoke.error)}
        </Box>
      )}
    </ConfirmDialog>
  );
}

import type { ApiKey } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
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
      <ProblemAlert error={revoke.error} sx={{ mt: 1 }} />
    </ConfirmDialog>
  );
}

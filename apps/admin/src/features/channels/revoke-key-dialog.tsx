import type { ApiKey } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRevokeApiKey } from './api-keys.api.ts';

/** Asks for confirmation before a key is revoked. */
export function RevokeKeyDialog({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const { t } = useTranslation('channels');
  const revoke = useRevokeApiKey(useProduct());
  const confirm = () =>
    revoke.mutate(apiKey.id, {
      onSuccess: () => {
        toast.success(t('revoked'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('revokeTitle', { name: apiKey.name })}
      confirmLabel={t('revoke')}
      isDangerous
      isBusy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      {t('revokeText')}
    </ConfirmDialog>
  );
}

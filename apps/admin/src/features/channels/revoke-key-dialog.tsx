import type { ApiKey } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { useRevokeApiKey } from './api-keys.api.ts';

/** Asks for confirmation before a key is revoked. */
export function RevokeKeyDialog({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const { t } = useTranslation('channels');
  const revoke = useRevokeApiKey(useProduct());
  return (
    <ActDialog
      title={t('revokeTitle', { name: apiKey.name })}
      confirmLabel={t('revoke')}
      doneText={t('revoked')}
      mutation={revoke}
      input={apiKey.id}
      onClose={onClose}
    >
      {t('revokeText')}
    </ActDialog>
  );
}

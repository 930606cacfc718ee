import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/form/copy-field.tsx';

/** The secret of an endpoint, shown once; `null` when the answer with the secret was lost. */
export function SecretOnce({ secret }: { readonly secret: string | null }) {
  const { t } = useTranslation('webhooks');
  if (secret === null)
    return (
      <Box role="alert" sx={{ typography: 'body2' }}>
        {t('secret.gone')}
      </Box>
    );
  return (
    <>
      <Box role="alert" sx={{ typography: 'body2' }}>
        {t('secret.once')}
      </Box>
      <CopyField label={t('secret.label')} value={secret} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('secret.how')}</Box>
    </>
  );
}

interface SecretActionsProps {
  /** Whether the secret is shown, so that only closing remains. */
  readonly isMade: boolean;
  readonly onClose: () => void;
  /** The button that makes the secret. */
  readonly children: ReactNode;
}

/** The buttons of a dialog that makes a secret. */
export function SecretActions({ isMade, onClose, children }: SecretActionsProps) {
  const { t } = useTranslation(['webhooks', 'form']);
  return (
    <DialogActions>
      <Button color="inherit" onClick={onClose}>
        {isMade ? t('close') : t('form:cancel')}
      </Button>
      {!isMade && children}
    </DialogActions>
  );
}

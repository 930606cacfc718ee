import Box from '@mui/material/Box';
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

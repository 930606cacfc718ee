import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useFormat } from '../../../ui/format.ts';
import { AccountPart } from './account-part.tsx';
import { useSecondFactor } from './second-factor.api.ts';

const FactorDialog = lazy(async () => ({ default: (await import('./factor-dialog.tsx')).FactorDialog }));
/** With so many codes left or fewer, new ones should be created. */
const FEW = 3;

/** The person's two-step sign-in (AU-5): its state, and the actions to change it. */
export function SecondFactorCard({ email }: { readonly email: string }) {
  const { t } = useTranslation('second-factor');
  const format = useFormat();
  const { data, error, refetch } = useSecondFactor();
  const [dialog, setDialog] = useState<'setup' | 'renew' | 'remove' | null>(null);
  return (
    <AccountPart title={t('title')}>
      {data === undefined &&
        (error === null ? (
          <Skeleton variant="rounded" height={72} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ))}
      {data !== undefined && (
        <>
          <Box sx={{ typography: 'body2', display: 'grid', gap: 0.5 }}>
            <Box sx={{ fontWeight: 600 }}>
              {data.confirmedAt === null ? t('off') : t('on', { at: format.dateTime(data.confirmedAt) })}
            </Box>
            <Box sx={{ color: 'text.secondary' }}>{t('text')}</Box>
            {data.isRequired && <Box>{t('isRequired')}</Box>}
            {data.isOn && (
              <Box sx={{ color: data.recoveryCodesLeft <= FEW ? 'error.main' : 'text.secondary' }}>
                {t('left', { count: data.recoveryCodesLeft })}
              </Box>
            )}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {!data.isOn && (
              <Button variant="contained" onClick={() => setDialog('setup')}>
                {t('setup.open')}
              </Button>
            )}
            {data.isOn && (
              <Button variant="outlined" color="inherit" onClick={() => setDialog('renew')}>
                {t('renew.open')}
              </Button>
            )}
            {data.isOn && (
              <Button variant="outlined" color="error" onClick={() => setDialog('remove')}>
                {t('remove.open')}
              </Button>
            )}
          </Box>
        </>
      )}
      {dialog !== null && (
        <Suspense fallback={null}>
          <FactorDialog
            what={dialog}
            email={email}
            isRequired={data?.isRequired ?? false}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </AccountPart>
  );
}
